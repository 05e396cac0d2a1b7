import type {
  AlertKind,
  AlertOrigin,
  AlertSeverity,
  AlertStep,
  ClientScope,
} from '@packboard/model'
import { sql } from 'kysely'
import { addHookNews } from '../outbox/hookNews.ts'
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
        .returningAll()
        .executeTakeFirst()
      if (cleared) await addHookNews(db, closedNews(cleared))
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
    .returningAll()
    .execute()
  for (const alert of ended) await addHookNews(db, closedNews(alert))
}

type EndedRow = {
  readonly id: string
  readonly client_id: number
  readonly machine_id: number | null
  readonly rule_id: string | null
  readonly rule_name: string
  readonly severity: AlertSeverity
  readonly opened_at: Date
  readonly cleared_at: Date | null
}

/** That an alert is over, for webhooks. */
export const closedNews = (alert: EndedRow) => newsOf('alert.closed', alert)

export const newsOf = (event: 'alert.closed' | 'alert.acknowledged', alert: EndedRow) => ({
  ...{ clientId: alert.client_id, event },
  key: `${event} ${alert.id}`,
  about: alert.rule_name,
  body: {
    alertId: Number(alert.id),
    ruleId: alert.rule_id,
    ruleName: alert.rule_name,
    severity: alert.severity,
    openedAt: alert.opened_at,
    clearedAt: alert.cleared_at,
  },
})

/** An alert as people see it. */
export type AlertRow = {
  readonly id: number
  readonly clientId: number
  readonly machineId: number | null
  readonly serialNo: string | null
  readonly lineName: string | null
  readonly ruleId: string | null
  readonly ruleName: string
  readonly origin: AlertOrigin
  readonly kind: AlertKind | null
  readonly severity: AlertSeverity
  readonly text: string
  readonly cause: string
  readonly causeGroup: string
  readonly openedAt: Date
  readonly knownAt: Date
  readonly clearedAt: Date | null
  readonly late: boolean
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  readonly onMyWayAt: Date | null
  readonly onMyWayBy: string | null
  readonly raisedBy: string | null
  readonly sent: number
  readonly muted: boolean
}

/** Rows of one page of the history. */
export const alertsOfPage = 50
/** Open alerts in one answer. */
const mostOpen = 1_000

type AlertQuestion = {
  readonly state: 'open' | 'all'
  readonly machineId?: number | undefined
  /** Only older ones, by their number. */
  readonly before?: number | undefined
}

/** Alerts of a client, the newest first: the open ones, or a page of the history. A link to some machines shows those of them alone. */
export function alertPage(
  management: Management,
  scope: ClientScope,
  { state, machineId, before }: AlertQuestion,
): Promise<{ alerts: AlertRow[]; next: number | null; open: number }> {
  const store = inside(management)
  const limit = state === 'open' ? mostOpen : alertsOfPage
  return store.read(async (db) => {
    const rows = await alertRows(db, scope, new Date(store.now()))
      .$if(state === 'open', (query) => query.where('a.cleared_at', 'is', null))
      .$if(machineId !== undefined, (query) => query.where('a.machine_id', '=', machineId ?? 0))
      .$if(before !== undefined, (query) => query.where('a.id', '<', String(before)))
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
      .execute()
    const alerts = rows.slice(0, limit).map(alertRow)
    const { open } = await db
      .selectFrom('alert as a')
      .select((of) => of.fn.countAll<string>().as('open'))
      .where('a.client_id', '=', scope.clientId)
      .where('a.cleared_at', 'is', null)
      .where('a.acknowledged_at', 'is', null)
      .$if(scope.machineIds !== undefined, (query) =>
        query.where('a.machine_id', 'in', [0, ...(scope.machineIds ?? [])]),
      )
      .executeTakeFirstOrThrow()
    const next = rows.length > limit ? (alerts.at(-1)?.id ?? null) : null
    return { alerts, next, open: Number(open) }
  })
}

/** One alert of a client; undefined where it has none with this number. */
export function alertOf(
  management: Management,
  scope: ClientScope,
  id: number,
): Promise<AlertRow | undefined> {
  const store = inside(management)
  return store.read(async (db) => {
    const row = await alertRows(db, scope, new Date(store.now()))
      .where('a.id', '=', String(id))
      .executeTakeFirst()
    return row && alertRow(row)
  })
}

/** What went out, or will, of an alert. Never an address of a person: a name. */
export type AlertMessage = {
  readonly step: number
  readonly channel: 'mail' | 'push' | 'hook' | 'mqtt'
  readonly to: string
  readonly dueAt: Date
  readonly sentAt: Date | null
  readonly state: 'waiting' | 'sent' | 'dropped' | 'failed'
  readonly why: string
}

/** More are not shown. */
const mostMessages = 500

export function messagesOfAlert(
  management: Management,
  { clientId }: ClientScope,
  id: number,
): Promise<AlertMessage[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('outbox as o')
      .innerJoin('alert as a', 'a.id', 'o.alert_id')
      .leftJoin('user_account as u', 'u.id', 'o.user_id')
      .leftJoin('hook as h', 'h.id', 'o.hook_id')
      .select(['o.step', 'o.channel', 'o.due_at', 'o.sent_at', 'o.state', 'o.why'])
      .select(['u.username', 'h.name as hook'])
      .where('o.alert_id', '=', String(id))
      .where('a.client_id', '=', clientId)
      .orderBy('o.due_at')
      .orderBy('o.id')
      .limit(mostMessages)
      .execute()
    return rows.map((row) => ({
      step: row.step,
      channel: row.channel,
      to: row.username ?? row.hook ?? '',
      dueAt: row.due_at,
      sentAt: row.sent_at,
      state: row.state,
      why: row.why,
    }))
  })
}

/** The client of an alert, for calls whose address names none; the caller's scope decides the rest. */
export function clientOfAlert(management: Management, id: number): Promise<number | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('alert')
      .select('client_id')
      .where('id', '=', String(id))
      .executeTakeFirst()
    return row?.client_id
  })
}

function alertRows(db: Db, scope: ClientScope, now: Date) {
  return db
    .selectFrom('alert as a')
    .leftJoin('machine as m', 'm.id', 'a.machine_id')
    .leftJoin('line as l', 'l.id', 'm.line_id')
    .leftJoin('user_account as ack', 'ack.id', 'a.acknowledged_by')
    .leftJoin('user_account as way', 'way.id', 'a.on_my_way_by')
    .leftJoin('user_account as raised', 'raised.id', 'a.raised_by')
    .selectAll('a')
    .select(['m.serial_no', 'l.name as line_name'])
    .select((of) => [
      of.fn.coalesce('ack.username', 'a.acknowledged_name').as('acknowledger'),
      of.fn.coalesce('way.username', 'a.on_my_way_name').as('comer'),
      of.fn.coalesce('raised.username', 'a.raised_name').as('raiser'),
    ])
    .select([
      sql<number>`(select count(*)::int from outbox o where o.alert_id = a.id and o.state = 'sent')`.as(
        'sent',
      ),
      sql<boolean>`exists (
        select 1 from alert_mute mute
        where mute.client_id = a.client_id and mute.until > ${now}
          and (mute.rule_id = a.rule_id or mute.machine_id = a.machine_id)
      )`.as('muted'),
    ])
    .where('a.client_id', '=', scope.clientId)
    .$if(scope.machineIds !== undefined, (query) =>
      query.where('a.machine_id', 'in', [0, ...(scope.machineIds ?? [])]),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof alertRows>['execute']>>[number]

const alertRow = (row: Row): AlertRow => ({
  id: Number(row.id),
  clientId: row.client_id,
  machineId: row.machine_id,
  serialNo: row.serial_no,
  lineName: row.line_name,
  ruleId: row.rule_id,
  ruleName: row.rule_name,
  origin: row.origin,
  kind: row.kind,
  severity: row.severity,
  text: row.text,
  cause: row.cause,
  causeGroup: row.cause_group,
  openedAt: row.opened_at,
  knownAt: row.known_at,
  clearedAt: row.cleared_at,
  late: row.late,
  acknowledgedAt: row.acknowledged_at,
  acknowledgedBy: row.acknowledger,
  onMyWayAt: row.on_my_way_at,
  onMyWayBy: row.comer,
  raisedBy: row.raiser,
  sent: row.sent,
  muted: row.muted,
})

/** Alerts that are open, of all clients whose records are here: for the metrics. */
export function openAlertCount(
  management: Management,
  cellId: number | undefined,
): Promise<number> {
  return inside(management).read(async (db) => {
    const { open } = await db
      .selectFrom('alert as a')
      .innerJoin('client as c', 'c.id', 'a.client_id')
      .select((of) => of.fn.countAll<string>().as('open'))
      .where('a.cleared_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .$if(cellId !== undefined, (query) => query.where('c.cell_id', '=', cellId ?? 0))
      .executeTakeFirstOrThrow()
    return Number(open)
  })
}

/** How many alerts of a client are open. */
export function openAlertsOf(management: Management, { clientId }: ClientScope): Promise<number> {
  return inside(management).read((db) =>
    countOf(
      db.selectFrom('alert').where('client_id', '=', clientId).where('cleared_at', 'is', null),
    ),
  )
}
