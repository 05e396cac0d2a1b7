import {
  type AlertKind,
  type AlertOrigin,
  type AlertSeverity,
  type ClientScope,
  hiddenName,
  type OperatorSetting,
  shownName,
} from '@packboard/model'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../store.ts'

/** What a message says of an alert, and what decides whether it is still sent. */
export type AlertForMessage = {
  readonly id: string
  readonly clientId: number
  readonly clientName: string
  readonly zone: string
  readonly clientIsGone: boolean
  /** What the client says of the names of its operators. */
  readonly operators: OperatorSetting
  readonly machineNo: number | null
  readonly machineId: string | null
  readonly lineName: string | null
  readonly machineType: string | null
  readonly picture: string | null
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
  readonly withdrawn: boolean
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  readonly onMyWayAt: Date | null
  readonly onMyWayBy: string | null
  readonly raisedBy: string | null
  readonly muted: boolean
  readonly sent: number
}

/** Alerts by their numbers, as they are now. */
export async function alertsForMessage(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AlertForMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('alert as a')
    .innerJoin('client as c', 'c.id', 'a.client_id')
    .leftJoin('machine as m', 'm.id', 'a.machine_id')
    .leftJoin('line as l', 'l.id', 'm.line_id')
    .leftJoin('machine_type as t', 't.id', 'm.machine_type_id')
    .leftJoin('user_account as k', 'k.id', 'a.acknowledged_by')
    .leftJoin('user_account as w', 'w.id', 'a.on_my_way_by')
    .leftJoin('user_account as r', 'r.id', 'a.raised_by')
    .select([
      'a.id',
      'a.client_id as clientId',
      'c.name as clientName',
      'c.zone',
      'c.operator_rows as operators',
      'm.id as machineNo',
      'm.serial_no as machineId',
      'l.name as lineName',
      't.label as machineType',
      't.image_path as picture',
      'a.rule_id as ruleId',
      'a.rule_name as ruleName',
      'a.origin',
      'a.kind',
      'a.severity',
      'a.text',
      'a.cause',
      'a.cause_group as causeGroup',
      'a.opened_at as openedAt',
      'a.known_at as knownAt',
      'a.cleared_at as clearedAt',
      'a.late',
      'a.withdrawn',
      'a.acknowledged_at as acknowledgedAt',
      'a.on_my_way_at as onMyWayAt',
      sql<string | null>`coalesce(a.acknowledged_name, k.username)`.as('acknowledgedBy'),
      sql<string | null>`coalesce(a.on_my_way_name, w.username)`.as('onMyWayBy'),
      sql<string | null>`coalesce(a.raised_name, r.username)`.as('raisedBy'),
      sql<boolean>`(c.deleted_at is not null or not c.enabled)`.as('clientIsGone'),
      sql<boolean>`exists (select 1 from alert_mute u where u.client_id = a.client_id and u.until > ${now}
        and (u.rule_id = a.rule_id or u.machine_id = a.machine_id))`.as('muted'),
      sql<number>`(select count(*)::integer from outbox o where o.alert_id = a.id and o.state = 'sent')`.as(
        'sent',
      ),
    ])
    .where(sql<SqlBool>`a.id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a message about an alert is not sent any more; undefined while it is. */
export function dropReason(alert: AlertForMessage): string | undefined {
  if (alert.withdrawn) return 'withdrawn'
  if (alert.acknowledgedAt !== null) return 'acknowledged'
  if (alert.clearedAt !== null) return 'cleared'
  if (alert.muted) return 'muted'
  return alert.clientIsGone ? 'noAccess' : undefined
}

/** Whether a recipient reads the names of operators that a client forbids. */
export type NameReader = Pick<ClientScope, 'hidesOperators'>

/** A recipient without an account: an address, a webhook, a broker. It reads what a wall reads. */
export const readerWithoutAccount = (operators: OperatorSetting): NameReader =>
  operators === 'forbidden' ? { hidesOperators: true } : {}

/** An alert with its names as a recipient may read them. */
export const alertFor = (reader: NameReader, alert: AlertForMessage): AlertForMessage => ({
  ...alert,
  acknowledgedBy: shownName(reader, alert.acknowledgedBy),
  onMyWayBy: shownName(reader, alert.onMyWayBy),
  raisedBy: shownName(reader, alert.raisedBy),
})

/** An alert as programs get it: webhooks and brokers. */
export function alertBody(of: AlertForMessage) {
  const alert = alertFor(readerWithoutAccount(of.operators), of)
  return { alert: alertFields(alert) }
}

/** The body of news that was added before the client forbade the names of operators. */
export function bodyFor(
  reader: NameReader,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { alert } = body
  if (!reader.hidesOperators || typeof alert !== 'object' || alert === null) return body
  return { ...body, alert: { ...alert, acknowledgedBy: hiddenName, raisedBy: hiddenName } }
}

const alertFields = (alert: AlertForMessage) => ({
  id: Number(alert.id),
  machineId: alert.machineId,
  lineName: alert.lineName,
  ruleId: alert.ruleId,
  ruleName: alert.ruleName,
  origin: alert.origin,
  kind: alert.kind,
  severity: alert.severity,
  text: alert.text,
  cause: alert.cause,
  causeGroup: alert.causeGroup,
  openedAt: alert.openedAt.toISOString(),
  knownAt: alert.knownAt.toISOString(),
  clearedAt: alert.clearedAt?.toISOString() ?? null,
  acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
  acknowledgedBy: alert.acknowledgedBy,
  raisedBy: alert.raisedBy,
})
