import { alertLimits } from '@packboard/model'
import { hashOfToken, newLinkToken } from '../passwordLinks/passwordLinks.ts'
import { personName, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import { type AlertForMessage, alertsForMessage } from './alertForMessage.ts'
import type { OutboxRow } from './outboxRows.ts'

/** A person to whom a message goes, with what decides whether it still does. */
export type PersonToInform = {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly email: string | null
  readonly groupId: number | null
  readonly clientId: number | null
  readonly distributorId: number | null
  /** Disabled, deleted, or of a client that is. */
  readonly isGone: boolean
  readonly mail: boolean
  readonly push: boolean
}

/** An account as it is now, whatever became of it. */
export function personToInform(
  management: Management,
  userId: number,
): Promise<PersonToInform | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('user_account as u')
      .leftJoin('notification_choice as n', 'n.user_id', 'u.id')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .select(['u.id', 'u.username', 'u.email', 'u.first_name', 'u.last_name', 'u.group_id'])
      .select(['u.client_id', 'u.distributor_id', 'u.enabled', 'u.deleted_at', 'n.mail', 'n.push'])
      .select(['c.enabled as client_enabled', 'c.deleted_at as client_deleted_at'])
      .where('u.id', '=', userId)
      .executeTakeFirst()
    if (!row) return undefined
    const clientGone = row.client_id !== null && (!row.client_enabled || row.client_deleted_at)
    return {
      userId: row.id,
      username: row.username,
      name: personName(row),
      email: row.email,
      groupId: row.group_id,
      clientId: row.client_id,
      distributorId: row.distributor_id,
      isGone: !row.enabled || row.deleted_at !== null || Boolean(clientGone),
      mail: row.mail ?? true,
      push: row.push ?? true,
    }
  })
}

export type AddressToInform = { readonly address: string; readonly isConfirmed: boolean }

/** An address that is no account; undefined where it was removed. */
export function addressToInform(
  management: Management,
  addressId: number,
): Promise<AddressToInform | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('alert_address')
      .select(['address', 'confirmed_at'])
      .where('id', '=', addressId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return row && { address: row.address, isConfirmed: row.confirmed_at !== null }
  })
}

/** The alerts of the rows of one message, as they are now. */
export function alertsOfRows(
  management: Management,
  rows: readonly OutboxRow[],
): Promise<Map<string, AlertForMessage>> {
  const store = inside(management)
  const ids = rows.flatMap(({ alert_id }) => alert_id ?? [])
  return store.read((db: Db) => alertsForMessage(db, ids, new Date(store.now())))
}

/** The user group by which a row found its person; undefined where it was named itself. */
export function groupOfRow({ content }: OutboxRow): number | undefined {
  const group = typeof content === 'object' && content !== null ? Reflect.get(content, 'group') : 0
  return typeof group === 'number' && group > 0 ? group : undefined
}

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
