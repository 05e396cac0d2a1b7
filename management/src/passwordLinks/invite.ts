import { type Db, inside, type Management } from '../store.ts'
import { addPasswordLink, hashOfToken, passwordLinkLimits } from './passwordLinks.ts'

/** A link to be sent to a person: the only moment at which its token is known. */
export type LinkToSend = {
  readonly kind: 'reset' | 'invitation'
  readonly token: string
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly email: string
}

/**
 * A new invitation for an account that has no password yet: a link that is valid for 7 days, once, with the terms to be
 * accepted (D37). Earlier invitations of the account end. Nothing when the account cannot be invited: it does not
 * exist, has no e-mail address, or has a password already.
 */
export function invite(management: Management, userId: number): Promise<LinkToSend | undefined> {
  const store = inside(management)
  return store.transaction(async (change) => {
    const user = await change
      .selectFrom('user_account')
      .select(['id', 'username', 'first_name', 'email'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('enabled', '=', true)
      .where('password_hash', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user || user.email === null) return undefined
    const token = await freshInvitation(change, user.id, store.now())
    return {
      kind: 'invitation',
      token,
      userId: user.id,
      username: user.username,
      firstName: user.first_name,
      email: user.email,
    }
  })
}

/** One invitation at a time: the newest ends the others. */
export async function freshInvitation(change: Db, userId: number, now: number): Promise<string> {
  await change
    .deleteFrom('password_link')
    .where('user_id', '=', userId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .execute()
  return addPasswordLink(change, { userId, kind: 'invitation', now })
}

/** Records that the e-mail with this link was sent. */
export async function linkWasSent(management: Management, token: string): Promise<void> {
  const store = inside(management)
  const hash = hashOfToken(token)
  if (!hash) return
  await store.write((db) =>
    db
      .updateTable('password_link')
      .set({ sent_at: new Date(store.now()) })
      .where('token_hash', '=', hash)
      .execute(),
  )
}

/**
 * Accounts that were added without a password in the last 30 days and whose invitations never reached the mail server:
 * because the mail server or this server was down, or because the address was corrected since. They are invited again,
 * except those whose e-mail may still be in the queue. At most 100 at a time.
 */
export async function unsentInvitations(management: Management): Promise<number[]> {
  const store = inside(management)
  const now = store.now()
  const { sendAgainMs, keepMs } = passwordLinkLimits
  const rows = await store.read((db) =>
    db
      .selectFrom('user_account as u')
      .select('u.id')
      .where('u.password_hash', 'is', null)
      .where('u.email', 'is not', null)
      .where('u.group_id', 'is not', null)
      .where('u.enabled', '=', true)
      .where('u.deleted_at', 'is', null)
      .where('u.created_at', '<', new Date(now - sendAgainMs))
      .where('u.created_at', '>', new Date(now - keepMs))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('password_link as l')
              .select('l.kind')
              .whereRef('l.user_id', '=', 'u.id')
              .where(({ or, eb }) =>
                or([
                  eb('l.sent_at', 'is not', null),
                  eb('l.created_at', '>', new Date(now - sendAgainMs)),
                ]),
              ),
          ),
        ),
      )
      // Its letter is tried for a day.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outbox as o')
              .select('o.id')
              .whereRef('o.user_id', '=', 'u.id')
              .where('o.state', '=', 'waiting')
              .where('o.event', '=', 'invitation'),
          ),
        ),
      )
      .orderBy('u.id')
      .limit(100)
      .execute(),
  )
  return rows.map(({ id }) => id)
}
