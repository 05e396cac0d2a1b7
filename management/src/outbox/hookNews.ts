import { type SqlBool, sql } from 'kysely'
import type { Db } from '../store.ts'
import { alertBody, alertsForMessage } from './alertForMessage.ts'
import { addRows } from './outboxRows.ts'

/** What webhooks are informed of; the words are those of the wire. */
type HookEvent =
  | 'alert.opened'
  | 'alert.closed'
  | 'alert.acknowledged'
  | 'stop.opened'
  | 'stop.closed'
  | 'shift.closed'

export type HookNews = {
  readonly clientId: number
  readonly event: HookEvent
  /** Names what happened: each webhook gets a key once. */
  readonly key: string
  /** The machine or the rule, for the list of deliveries. */
  readonly about: string
  /** What the event adds to the message: `alert`, `stop` or `shift`. */
  readonly body: object
}

/** One message for each enabled webhook and broker of the client that wants this event, in the transaction of the caller. */
export async function addHookNews(db: Db, news: HookNews, now = Date.now()): Promise<void> {
  const hooks = await db
    .selectFrom('hook')
    .select(['id', 'kind'])
    .where('client_id', '=', news.clientId)
    .where('removed_at', 'is', null)
    .where('enabled', '=', true)
    .where('off_since', 'is', null)
    .where(sql<SqlBool>`${news.event} = any(events)`)
    .execute()
  await addRows(
    db,
    hooks.map(({ id, kind }) => ({
      key: `news:${news.event}:${news.key}:h${id}`.slice(0, 200),
      kind: 'news',
      channel: kind,
      clientId: news.clientId,
      hookId: id,
      event: news.event,
      about: news.about,
      content: news.body,
      now,
    })),
  )
}

/** The news of one alert, as it is at the end of this transaction so far. */
export async function addAlertNews(
  db: Db,
  event: 'alert.opened' | 'alert.closed' | 'alert.acknowledged',
  alertId: string,
  now: number,
): Promise<void> {
  const alert = (await alertsForMessage(db, [alertId], new Date(now))).get(alertId)
  if (!alert) return
  const about = alert.machineId ?? alert.ruleName
  const body = alertBody(alert)
  await addHookNews(db, { clientId: alert.clientId, event, key: alertId, about, body }, now)
}
