import { hash, verify } from '@node-rs/argon2'
import { bounded } from './bounded.ts'

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
