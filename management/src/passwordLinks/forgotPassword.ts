import { inside, type Management } from '../store.ts'
import type { LinkToSend } from './invite.ts'
import { addPasswordLink, passwordLinkLimits } from './passwordLinks.ts'

/**
 * The link to reset the password of this e-mail address: valid for an hour, once. An account that never had a password
 * gets its invitation again, because the terms must still be accepted. Nothing for an unknown address, or when the
 * account reached its limit of links within the hour; the caller must not see the difference (D38).
 */
export function forgotPassword(
  management: Management,
  email: string,
): Promise<LinkToSend | undefined> {
  const store = inside(management)
  const now = store.now()
  const requested = email.normalize('NFKC').trim()
  return store.write((db) =>
    db.transaction().execute(async (change) => {
      const user = await change
        .selectFrom('user_account as u')
        .leftJoin('client as c', 'c.id', 'u.client_id')
        .select(['u.id', 'u.username', 'u.first_name', 'u.email', 'u.password_hash'])
        .where(({ eb, fn, val }) =>
          eb(fn<string>('lower', ['u.email']), '=', fn<string>('lower', [val(requested)])),
        )
        .where('u.deleted_at', 'is', null)
        .where('u.enabled', '=', true)
        .where('c.deleted_at', 'is', null)
        // Two simultaneous requests are counted one after the other.
        .forUpdate('u')
        .executeTakeFirst()
      if (!user || user.email === null) return undefined
      const { count } = await change
        .selectFrom('password_link')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', user.id)
        .where('created_at', '>', new Date(now - passwordLinkLimits.hourMs))
        .executeTakeFirstOrThrow()
      if (Number(count) >= passwordLinkLimits.requestsPerHour) return undefined
      const kind = user.password_hash === null ? 'invitation' : 'reset'
      // Earlier links stay valid: a stranger's request must not end them.
      const token = await addPasswordLink(change, { userId: user.id, kind, now })
      return {
        kind,
        token,
        userId: user.id,
        username: user.username,
        firstName: user.first_name,
        email: user.email,
      }
    }),
  )
}
