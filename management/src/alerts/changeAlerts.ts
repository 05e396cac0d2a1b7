import {
  type AlertKind,
  type AlertSeverity,
  type AlertStep,
  AppError,
  alertLimits,
} from '@packboard/model'
import { sql } from 'kysely'
import { addAlertNews } from '../outbox/hookNews.ts'
import { planMessages } from '../outbox/planMessages.ts'
import { type Db, inside, type Management } from '../store.ts'

/** What a watcher has to know of an alert to find it again. */
export type WatchedAlert = {
  readonly id: string
  readonly ruleId: string
  readonly machineId: number | null
  readonly openedAt: number
  readonly clearedAt: number | null
}

/** An opening that is stored. */
export type NewAlert = {
  readonly ruleId: string
  readonly machineId: number | null
  readonly kind: AlertKind
  readonly ruleName: string
  readonly severity: AlertSeverity
  readonly text: string
  readonly cause: string
  readonly causeGroup: string
  readonly openedAt: Date
  readonly clearedAt: Date | null
  /** It was over when it came to be known: history, of which no message goes out. */
  readonly late: boolean
  readonly steps: readonly AlertStep[]
  readonly repeatSeconds: number | null
}

/** An open alert that is over; `withdrawn`: the ledger has no such opening any more. */
export type ClearedAlert = {
  readonly id: string
  readonly clearedAt: Date
  readonly withdrawn: boolean
}

/** The alerts of the rules of a client that are open, or ended since an instant. */
export function watchedAlerts(
  management: Management,
  clientId: number,
  since: Date,
): Promise<WatchedAlert[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('alert')
      .select(['id', 'rule_id', 'machine_id', 'opened_at', 'cleared_at'])
      .where('client_id', '=', clientId)
      .where('origin', '=', 'rule')
      .where((is) => is.or([is('cleared_at', 'is', null), is('cleared_at', '>=', since)]))
      .execute()
    return rows.flatMap((row) =>
      row.rule_id === null
        ? []
        : [
            {
              id: row.id,
              ruleId: row.rule_id,
              machineId: row.machine_id,
              openedAt: row.opened_at.getTime(),
              clearedAt: row.cleared_at?.getTime() ?? null,
            },
          ],
    )
  })
}

/** The alerts of one rule since an instant, with whether a message of each went out. */
export function alertsOfRule(
  management: Management,
  clientId: number,
  { ruleId, since }: { readonly ruleId: string; readonly since: Date },
): Promise<(WatchedAlert & { readonly sent: boolean })[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('alert as a')
      .select(['a.id', 'a.machine_id', 'a.opened_at', 'a.cleared_at'])
      .select(
        sql<boolean>`exists (select 1 from outbox o where o.alert_id = a.id and o.state = 'sent')`.as(
          'sent',
        ),
      )
      .where('a.client_id', '=', clientId)
      .where('a.rule_id', '=', ruleId)
      .where('a.opened_at', '>=', since)
      .execute()
    return rows.map((row) => ({
      ...{ id: row.id, ruleId, machineId: row.machine_id, sent: row.sent },
      openedAt: row.opened_at.getTime(),
      clearedAt: row.cleared_at?.getTime() ?? null,
    }))
  })
}

/** Most openings of one change: a transaction stays short. */
export const mostChanges = 500

/**
 * Stores what an evaluation found, with the messages of what opened, in one transaction: both, or neither. An opening that is stored already
 * sends nothing again. Returns the openings that were new, in their order; null for those that were not.
 */
export function changeAlerts(
  management: Management,
  clientId: number,
  changes: { readonly opened: readonly NewAlert[]; readonly cleared: readonly ClearedAlert[] },
): Promise<(WatchedAlert | null)[]> {
  const store = inside(management)
  const now = store.now()
  const knownAt = new Date(now)
  return store.transaction(async (db) => {
    for (const { id, clearedAt, withdrawn } of changes.cleared) {
      const cleared = await db
        .updateTable('alert')
        .set({
          cleared_at: sql<Date>`greatest(opened_at, ${clearedAt})`,
          clear_known_at: knownAt,
          withdrawn,
        })
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .where('cleared_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (cleared) await addAlertNews(db, 'alert.closed', cleared.id, now)
    }
    const added: (WatchedAlert | null)[] = []
    for (const alert of changes.opened) added.push(await addAlert(db, clientId, alert, knownAt))
    return added
  })
}

async function addAlert(
  db: Db,
  clientId: number,
  alert: NewAlert,
  knownAt: Date,
): Promise<WatchedAlert | null> {
  const { ruleId, machineId, openedAt, clearedAt, severity, steps, repeatSeconds } = alert
  const row = await db
    .insertInto('alert')
    .values({
      client_id: clientId,
      machine_id: machineId,
      rule_id: ruleId,
      origin: 'rule',
      kind: alert.kind,
      rule_name: alert.ruleName,
      severity,
      text: storable(alert.text),
      cause: storable(alert.cause),
      cause_group: storable(alert.causeGroup),
      opened_at: openedAt,
      known_at: knownAt,
      cleared_at: clearedAt,
      clear_known_at: clearedAt && knownAt,
      late: alert.late,
    })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  if (!alert.late) {
    const toSend = { id: row.id, clientId, machineId, severity, knownAt, steps, repeatSeconds }
    await planMessages(db, knownAt.getTime(), toSend)
  }
  return {
    ...{ id: row.id, ruleId, machineId },
    openedAt: openedAt.getTime(),
    clearedAt: clearedAt?.getTime() ?? null,
  }
}

/** PostgreSQL stores neither U+0000 nor halves of characters. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '').slice(0, 1_000)

/** Open alerts of rules that look no more. */
export async function endAlertsOfRules(
  db: Db,
  clientId: number,
  ruleIds: readonly string[],
  at: Date,
): Promise<void> {
  if (ruleIds.length === 0) return
  const ended = await db
    .updateTable('alert')
    .set({ cleared_at: sql<Date>`greatest(opened_at, ${at})`, clear_known_at: at })
    .where('client_id', '=', clientId)
    .where('rule_id', 'in', [...ruleIds])
    .where('origin', '=', 'rule')
    .where('cleared_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) await addAlertNews(db, 'alert.closed', id, at.getTime())
}

/**
 * Acknowledges an alert of a client: from then on no further step of it is sent. Who was first stays; a second acknowledgement changes nothing.
 * 404 where the client has no such alert.
 */
export function acknowledgeAlert(
  management: Management,
  clientId: number,
  alertId: string,
  by: { readonly userId: number | null; readonly name: string },
): Promise<void> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const alert = await db
      .selectFrom('alert')
      .select('acknowledged_at')
      .where('id', '=', alertId)
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst()
    if (alert === undefined) throw new AppError('alert.notFound')
    if (alert.acknowledged_at !== null) return
    await db
      .updateTable('alert')
      .set({
        acknowledged_at: new Date(store.now()),
        acknowledged_by: by.userId,
        // The name of an account is that of the account.
        acknowledged_name: by.userId === null ? by.name : null,
      })
      .where('id', '=', alertId)
      .execute()
    await addAlertNews(db, 'alert.acknowledged', alertId, store.now())
  })
}

const dayMs = 86_400_000

/** Deletes alerts that opened longer ago than they are kept, mutes that ended then, and removed rules that no alert names any more. */
export async function forgetOldAlerts(management: Management): Promise<void> {
  const store = inside(management)
  const before = new Date(store.now() - alertLimits.historyDays * dayMs)
  await store.write((db) =>
    db
      .deleteFrom('alert')
      .where('opened_at', '<', before)
      .where('cleared_at', 'is not', null)
      .execute(),
  )
  await store.write((db) => db.deleteFrom('alert_mute').where('until', '<', before).execute())
  await store.write((db) =>
    sql`
      delete from alert_rule r
      where removed_at < ${before}
        and not exists (select 1 from alert a where a.rule_id = r.id)
        and not exists (select 1 from alert_mute m where m.rule_id = r.id)`.execute(db),
  )
}
