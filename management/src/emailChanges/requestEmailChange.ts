import { AppError } from '@packboard/model'
import { newLinkToken } from '../passwordLinks/passwordLinks.ts'
import type { Db } from '../store.ts'

/** How long the link to a new address is valid (D82). Afterwards the account keeps the one that it has. */
export const emailChangeLifeMs = 24 * 3_600_000

/** A new address that awaits confirmation: the only moment at which the token of its link is known. */
export type EmailChange = {
  readonly token: string
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly oldEmail: string | null
  readonly newEmail: string
  /** The user name of the person who requested it. */
  readonly requestedBy: string
}

type Account = {
  readonly id: number
  readonly username: string
  readonly first_name: string
  readonly email: string | null
}

/**
 * Keeps the address that an account is to have; the present one stays in force until the link that is sent to the new
 * one is opened (D82). A second request replaces the first.
 */
export async function requestEmailChange(
  db: Db,
  account: Account,
  { newEmail, requestedBy, at }: { newEmail: string; requestedBy: string; at: Date },
): Promise<EmailChange> {
  if (account.username.includes('@')) {
    const message = 'A user name with an @ must be the e-mail address of the same account.'
    throw new AppError('request.invalid', {
      message,
      fields: [{ field: 'email', message: 'must be the user name' }],
    })
  }
  const holder = await db
    .selectFrom('user_account')
    .select('id')
    .where(({ eb, fn, val }) =>
      eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [val(newEmail)])),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (holder) {
    const message = `There is already a user of this e-mail address: ${newEmail.toLowerCase()}.`
    throw new AppError('name.taken', { message })
  }
  const { token, hash } = newLinkToken()
  const row = {
    email: newEmail,
    token_hash: hash,
    created_at: at,
    expires_at: new Date(at.getTime() + emailChangeLifeMs),
  }
  await db
    .insertInto('email_change')
    .values({ user_id: account.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return {
    token,
    userId: account.id,
    username: account.username,
    firstName: account.first_name,
    oldEmail: account.email,
    newEmail,
    requestedBy,
  }
}
