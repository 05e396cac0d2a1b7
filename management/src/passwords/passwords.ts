import { hash, verify } from '@node-rs/argon2'
import { AppError, type PasswordRules, passwordFault } from '@packboard/model'

/** The list of @zxcvbn-ts, read when it is first needed: unpacking takes a tenth of a second. */
let listed: Promise<ReadonlySet<string>> | undefined

export function commonPasswords(): Promise<ReadonlySet<string>> {
  listed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  return listed
}

/**
 * Whether a password is among those that are guessed first: on the list, in any case of its letters, also with digits and marks
 * before or after it, or typed several times. Few of the list are as long as a new password must be, so people lengthen one.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const list = await commonPasswords()
  const typed = password.normalize('NFKC').toLowerCase().trim()
  const bare = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [typed, bare].some((form) => partsOf(form).some((part) => list.has(part)))
}

/** The text itself, and `monkey` of `monkeymonkey`. */
function partsOf(text: string): string[] {
  return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1)).filter(
    (part) => part.repeat(text.length / part.length) === text,
  )
}

/** D39: Argon2id with at least 19 MiB, two passes, one lane (OWASP's floor). */
const passwordCost = {
  /** Argon2id. */
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const

/** One check takes about 20 ms of a core and 19 MiB: for people two run at once and 20 wait, then 429. */
const forPeople = bounded({ atOnce: 2, waiting: 20 })

/** Unicode has several encodings of one letter; NFKC makes the same password equal on every keyboard. */
const asTyped = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return forPeople(() => hash(asTyped(password), passwordCost))
}

/** A hash that no password matches; checked for unknown names, so that they take as long as known ones. */
let decoyHash: Promise<string> | undefined

/** Does this password match the hash? An account without one takes the same time and gives false. */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoyHash ??= hash(crypto.randomUUID(), passwordCost)
  const against = passwordHash ?? (await decoyHash)
  const fits = await forPeople(() => verify(against, asTyped(password)))
  return fits && typeof passwordHash === 'string'
}

/** Accepts a new password, or refuses it with the text of the screen and the field (D39). */
export async function requirePassword(
  password: string,
  { minLength, refuseCommon }: PasswordRules,
  field: string,
): Promise<void> {
  const fault = passwordFault(password, minLength)
  if (fault !== undefined) {
    throw new AppError('password.refused', { message: fault, fields: [{ field, message: fault }] })
  }
  if (refuseCommon && (await isCommonPassword(password))) {
    const { message } = new AppError('password.common')
    throw new AppError('password.common', { fields: [{ field, message }] })
  }
}

/** How much work may run at once and how much may wait; what exceeds this is rejected, with a time to retry. */
type Bounds = { readonly atOnce: number; readonly waiting: number }

/** Makes a gate that runs at most `atOnce` pieces of work in parallel (D55). */
export function bounded({ atOnce, waiting }: Bounds) {
  const queue: (() => void)[] = []
  let running = 0

  return async function through<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('signin.throttled', { retryAfter: 2 })
      // A finished piece of work passes its slot to the next, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
