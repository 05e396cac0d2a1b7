import { AppError, type PasswordRules, termsVersion } from '@packboard/model'
import { writeAudit } from '../auditLog/writeAudit.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { requirePassword } from '../passwords/requirePassword.ts'
import { inside, type Management } from '../store.ts'
import { holderOfName } from '../userNames/holderOfName.ts'
import { isPendingFull, lockRegistrations, ownerOf } from './register.ts'

type Confirmation = {
  readonly newPassword: string
  readonly termsAccepted: boolean
  readonly rules: PasswordRules
}

/**
 * The link of a registration was opened and a password chosen: now there is an account, which can sign in to nothing
 * until an administrator gives it a role (D36, D82). Other registrations of the address end with it. A refused call
 * leaves the link valid; a link whose address has an account by now is void.
 */
export async function confirmRegistration(
  management: Management,
  hash: Buffer,
  requested: Confirmation,
): Promise<void> {
  const store = inside(management)
  const now = new Date(store.now())
  const known = await store.read((db) =>
    db
      .selectFrom('registration')
      .select('email')
      .where('token_hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  )
  if (!known) throw new AppError('reset.invalid')
  if (!requested.termsAccepted) throw new AppError('terms.required')
  await requirePassword(requested.newPassword, requested.rules, 'newPassword')
  const passwordHash = await hashPassword(requested.newPassword)
  const confirmed = store.write((db) =>
    db.transaction().execute(async (change) => {
      await lockRegistrations(change)
      const row = await change
        .deleteFrom('registration')
        .where('token_hash', '=', hash)
        .returning(['username', 'email'])
        .executeTakeFirst()
      if (!row || (await ownerOf(change, row.email))) throw new AppError('reset.invalid')
      const { username, email } = row
      if (await holderOfName(change, username)) throw new AppError('signup.nameTaken')
      if (await isPendingFull(change)) throw new AppError('signup.full', { retryAfter: 3_600 })
      await change
        .deleteFrom('registration')
        .where(({ eb, fn, val }) =>
          eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [val(email)])),
        )
        .execute()
      const { id } = await change
        .insertInto('user_account')
        .values({ username, email, password_hash: passwordHash, password_changed_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await change
        .insertInto('terms_acceptance')
        .values({ user_id: id, version: termsVersion, accepted_at: now })
        .execute()
      await writeAudit(change, {
        actorId: id,
        actorName: username,
        action: 'signUp',
        entity: 'user',
        entityId: id,
        clientId: null,
        after: { username, email, termsAccepted: termsVersion },
      })
    }),
  )
  return confirmed.catch((error: unknown) => {
    // An administrator gave name or address to another account at the same moment.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new AppError('signup.nameTaken', { cause: error })
    }
    throw error
  })
}
