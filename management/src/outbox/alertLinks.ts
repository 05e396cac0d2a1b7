import { alertLimits } from '@packboard/model'
import { hashOfToken, newLinkToken } from '../passwordLinks/passwordLinks.ts'
import { refusing } from '../queries.ts'
import { inside, type Management } from '../store.ts'
import { type AlertForMessage, alertsForMessage } from './alertForMessage.ts'

/** Who opens a link: a person with an account, or an address. */
export type LinkHolder = { readonly userId: number } | { readonly addressId: number }

/** Makes a link for each of these alerts, for one recipient; the only moment at which the tokens are known. */
export async function makeAlertLinks(
  management: Management,
  alertIds: readonly string[],
  holder: LinkHolder,
): Promise<Map<string, string>> {
  const store = inside(management)
  const links = alertIds.map((alertId) => ({ alertId, ...newLinkToken() }))
  if (links.length === 0) return new Map()
  const expires = new Date(store.now() + alertLimits.linkHours * 3_600_000)
  await store.write((db) =>
    db
      .insertInto('alert_link')
      .values(
        links.map(({ alertId, hash }) => ({
          token_hash: hash,
          alert_id: alertId,
          user_id: 'userId' in holder ? holder.userId : null,
          address_id: 'addressId' in holder ? holder.addressId : null,
          expires_at: expires,
        })),
      )
      .execute(),
  )
  return new Map(links.map(({ alertId, token }) => [alertId, token]))
}

export type FoundAlertLink = {
  readonly alert: AlertForMessage
  readonly userId: number | null
  readonly addressId: number | null
}

/** The alert of a link, whatever became of its recipient; `alertLink.notFound` for one that is unknown or over. */
export function findAlertLink(management: Management, token: string): Promise<FoundAlertLink> {
  const store = inside(management)
  return store.read(async (db) => {
    const now = new Date(store.now())
    const link = await db
      .selectFrom('alert_link')
      .select(['alert_id', 'user_id', 'address_id'])
      .where('token_hash', '=', hashOfToken(token) ?? Buffer.alloc(0))
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(refusing('alertLink.notFound'))
    const alert = (await alertsForMessage(db, [link.alert_id], now)).get(link.alert_id)
    if (!alert) throw refusing('alertLink.notFound')()
    return { alert, userId: link.user_id, addressId: link.address_id }
  })
}
