import type { AlertSeverity, AlertStep } from '@packboard/model'
import { sql } from 'kysely'
import type { Db } from '../store.ts'
import { addAlertNews } from './hookNews.ts'
import { addRows, type OutboxRow } from './outboxRows.ts'

/** An alert that opened, and who is to be informed of it. */
export type AlertToSend = {
  readonly id: string
  readonly clientId: number
  readonly machineId: number | null
  readonly severity: AlertSeverity
  readonly knownAt: Date
  readonly steps: readonly AlertStep[]
  readonly repeatSeconds: number | null
}

/** Whom one step names: a person by the channels that it has, an address, a webhook or a broker. */
type Recipient = {
  readonly channel: OutboxRow['channel']
  readonly userId?: number
  /** The user group by which the person was found: it still has to be in it when the message is sent. */
  readonly group?: number
  readonly addressId?: number
  readonly hookId?: number
}

/**
 * Adds the messages of an alert that opened, each step with its own due moment, and the news for webhooks; in the transaction of
 * the caller, so that neither exists without the alert. Planned twice it is planned once.
 */
export async function planMessages(db: Db, now: number, alert: AlertToSend): Promise<void> {
  for (const [step, { afterSeconds, channel, to }] of alert.steps.entries()) {
    const recipients = await recipientsOf(db, alert.clientId, channel, to)
    await addRows(
      db,
      recipients.map(({ channel: by, userId, group, addressId, hookId }) => ({
        key: `alert:${alert.id}:${step}:${by}:${nameOf({ userId, addressId, hookId })}`,
        kind: 'alert',
        channel: by,
        clientId: alert.clientId,
        alertId: alert.id,
        step,
        userId: userId ?? null,
        addressId: addressId ?? null,
        hookId: hookId ?? null,
        event: hookId === undefined ? '' : 'alert.step',
        ...(group !== undefined && { content: { group } }),
        dueAt: new Date(alert.knownAt.getTime() + afterSeconds * 1_000),
        now,
      })),
    )
  }
  await addAlertNews(db, 'alert.opened', alert.id, now)
}

function nameOf(of: {
  readonly userId?: number | undefined
  readonly addressId?: number | undefined
  readonly hookId?: number | undefined
}): string {
  if (of.userId !== undefined) return `u${of.userId}`
  return of.addressId === undefined ? `h${of.hookId}` : `a${of.addressId}`
}

async function recipientsOf(
  db: Db,
  clientId: number,
  channel: AlertStep['channel'],
  to: number,
): Promise<Recipient[]> {
  switch (channel) {
    case 'person': {
      return (await peopleOf(db, { id: to })).flatMap(channelsOf)
    }
    case 'role': {
      const people = await peopleOf(db, { clientId, group: to })
      return people.flatMap((person) => channelsOf(person).map((one) => ({ ...one, group: to })))
    }
    case 'mail': {
      const found = await db
        .selectFrom('alert_address')
        .select('id')
        .where('id', '=', to)
        .where('client_id', '=', clientId)
        .where('removed_at', 'is', null)
        .execute()
      return found.map(({ id }) => ({ channel: 'mail', addressId: id }))
    }
    case 'hook':
    case 'mqtt': {
      const found = await db
        .selectFrom('hook')
        .select(['id', 'kind'])
        .where('id', '=', to)
        .where('client_id', '=', clientId)
        .where('kind', '=', channel)
        .where('removed_at', 'is', null)
        .execute()
      return found.map(({ id, kind }) => ({ channel: kind, hookId: id }))
    }
  }
}

type Person = { readonly id: number; readonly mail: boolean; readonly push: boolean }

/** Rights, channels and quiet hours are looked at again when a message is sent. */
function peopleOf(
  db: Db,
  who: { readonly id: number } | { readonly clientId: number; readonly group: number },
): Promise<Person[]> {
  const found = db
    .selectFrom('user_account as u')
    .leftJoin('notification_choice as n', 'n.user_id', 'u.id')
    .select(['u.id', sql<boolean>`coalesce(n.mail, true)`.as('mail')])
    .select(
      sql<boolean>`coalesce(n.push, true)
        and exists (select 1 from push_device d where d.user_id = u.id)`.as('push'),
    )
    .where('u.deleted_at', 'is', null)
    .where('u.enabled', '=', true)
  const wanted =
    'id' in who
      ? found.where('u.id', '=', who.id)
      : found.where('u.client_id', '=', who.clientId).where('u.group_id', '=', who.group)
  return wanted.orderBy('u.id').execute()
}

/** A person without any channel gets a row all the same: the history says why no message went out. */
function channelsOf({ id, mail, push }: Person): Recipient[] {
  const byPush: Recipient[] = push ? [{ channel: 'push', userId: id }] : []
  return mail || !push ? [{ channel: 'mail', userId: id }, ...byPush] : byPush
}
