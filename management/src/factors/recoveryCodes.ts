import { createHash, randomBytes } from 'node:crypto'
import { AppError, factorLimits } from '@packboard/model'
import { atEntrance, type Db, type Management } from '../store.ts'

/** Letters and digits that nobody takes for another one: 32 of them, so that a character is five bits. */
const characters = '0123456789abcdefghjkmnpqrstvwxyz'

/** As it is read aloud and typed: small or large, with or without dashes; o is 0, i and l are 1. */
const asMade = (typed: string) =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

const hashOf = (code: string) => createHash('sha256').update(asMade(code)).digest()

/** `7k2m-9q4d-x3tz-0vhc-2wbn-8f6r`: 120 random bits. Those from before have 80, stay valid, and are stored in the same way. */
function newCode(): string {
  const bytes = randomBytes(factorLimits.recoveryCodeBits / 5)
  const text = Array.from(bytes, (byte) => characters[byte % characters.length]).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Ten new codes, of which only the hashes are kept; those from before are void. They are shown this once. */
export async function makeRecoveryCodes(db: Db, userId: number, at: Date): Promise<string[]> {
  const codes = Array.from({ length: factorLimits.recoveryCodes }, newCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ hash: hashOf(code), user_id: userId, created_at: at })))
    .execute()
  return codes
}

/** One of the codes of a person, which works once. Refused with `signIn.factorWrong`. */
export async function acceptRecoveryCode(
  management: Management,
  userId: number,
  code: string,
): Promise<void> {
  const store = atEntrance(management)
  const used = await store.write((db) =>
    db
      .updateTable('recovery_code')
      .set({ used_at: new Date(store.now()) })
      .where('hash', '=', hashOf(code))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirst(),
  )
  if (used.numUpdatedRows !== 1n) throw new AppError('signIn.factorWrong')
}
