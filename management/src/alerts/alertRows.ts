import type { AlertKind, AlertOrigin, AlertSeverity, ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { countOf } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

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
