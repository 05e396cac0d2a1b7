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

/** One check takes about 20 ms of a core and 19 MiB: people two at once and 20 waiting, then 429. */
const forPeople = bounded({ atOnce: 2, waiting: 20 })
/** After a restart every device comes at once; they wait their turn and leave people their cores. */
const forDevices = bounded({ atOnce: 1, waiting: 2_000 })

/** Unicode has several spellings of one letter; NFKC makes what was typed the same on every keyboard. */
const asTyped = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return forPeople(() => hash(asTyped(password), passwordCost))
}

/** A hash nobody's password fits; checked for unknown names, so that they take as long as known ones. */
let decoyHash: Promise<string> | undefined

/** Is this the password behind the hash? An account without one takes the same time and says no. */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
  who: 'person' | 'device' = 'person',
): Promise<boolean> {
  decoyHash ??= hash(crypto.randomUUID(), passwordCost)
  const against = passwordHash ?? (await decoyHash)
  const through = who === 'person' ? forPeople : forDevices
  const fits = await through(() => verify(against, asTyped(password)))
  return fits && typeof passwordHash === 'string'
}
