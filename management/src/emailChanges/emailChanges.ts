import { AppError, refusedField } from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import { hashOfToken, newLinkToken } from '../passwordLinks/passwordLinks.ts'
import { refusing, sameText } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

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
    throw refusedField('email', message, 'must be the user name')
  }
  const holder = await db
    .selectFrom('user_account')
    .select('id')
    .where(sameText('email', newEmail))
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

/**
 * The link to a new address was opened: it replaces the old one, whose links end (D82). Refused like an unknown link
 * when it ran out, when the account is deleted or disabled, or when its password was changed meanwhile.
 */
export async function confirmEmail(management: Management, token: string): Promise<void> {
  const store = inside(management)
  const hash = hashOfToken(token)
  if (!hash) throw new AppError('reset.invalid')
  const confirmed = store.transaction(async (change) => {
    const user = await change
      .selectFrom('email_change as e')
      .innerJoin('user_account as u', 'u.id', 'e.user_id')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .select(['u.id', 'u.username', 'u.client_id', 'u.email', 'e.email as new_email'])
      .where('e.token_hash', '=', hash)
      .where('e.expires_at', '>', new Date(store.now()))
      .where('c.deleted_at', 'is', null)
      .forUpdate(['e', 'u'])
      .executeTakeFirstOrThrow(refusing('reset.invalid'))
    // This also deletes the row of the change: a trigger ends every link to the old address.
    await change
      .updateTable('user_account')
      .set({ email: user.new_email })
      .where('id', '=', user.id)
      .execute()
    await writeAudit(change, { userId: user.id, username: user.username }, 'changeEmail', 'user', {
      id: user.id,
      clientId: user.client_id,
      before: { email: user.email },
      after: { email: user.new_email },
    })
  })
  return confirmed.catch((error: unknown) => {
    // Another account was given the address meanwhile.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new AppError('user.notAvailable', { cause: error })
    }
    throw error
  })
}

/** Deletes new addresses that were not confirmed in time; to be called periodically. */
export async function forgetEmailChanges(management: Management): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db.deleteFrom('email_change').where('expires_at', '<=', new Date(store.now())).execute(),
  )
}
