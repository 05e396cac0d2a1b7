import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { minuteFrom } from '../ledger/fold/minute.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { alarmFilter } from './contextFilter.ts'
import { momentsAt } from './momentsAt.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** How often an alarm stood in a window, and for how long. */
export type AlarmStatistic = {
  readonly group: string
  readonly description: string
  /** Raised in the window. */
  readonly raised: number
  /** Stood in the window: raised in it, or before it and not over when it began. */
  readonly count: number
  /** Time in the window for which they stood. */
  readonly ms: number
  /** Stood at the end of the window. */
  readonly open: number
  /** Of `count`, ended by the next alarm of the same text, because no clearing had come: their time is an upper limit. */
  readonly withoutEnd: number
}

/**
 * An alarm that was raised longer before the window is not looked for, so that what is read grows with the window and not with what
 * is stored.
 */
export const alarmReachMs = 7 * 86_400_000

/**
 * Every alarm with the time at which it ended, in milliseconds since 1970: at its clearing or at the next alarm of the same text on the
 * machine, whichever is first, else with the window. Of several clearings of one alarm the one that came last counts.
 */
const standing = `
  WITH
    known AS (
      SELECT machine_id, toUnixTimestamp64Milli(raised_at) AS raised, sequence, alarm_group, description,
        tupleElement(max((
          if(isNull(cleared_at), toUInt64(0), batch),
          ifNull(toUnixTimestamp64Milli(cleared_at), toInt64(0))
        )), 2) AS cleared
      FROM alarm
      WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
        AND raised_at >= {since:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
        AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
        AND batch <= {revision:UInt64}
      GROUP BY machine_id, raised_at, sequence, alarm_group, description
    ),
    followed AS (
      SELECT *,
        toUnixTimestamp64Milli({from:DateTime64(3,'UTC')}) AS window_from,
        toUnixTimestamp64Milli({to:DateTime64(3,'UTC')}) AS window_to,
        leadInFrame(raised, 1, toInt64(0)) OVER (
          PARTITION BY machine_id, alarm_group, description ORDER BY raised, sequence
          ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        ) AS next_raised
      FROM known
    ),
    ended AS (
      SELECT *,
        greatest(raised, least(
          if(cleared = 0, window_to, cleared),
          if(next_raised = 0, window_to, next_raised),
          window_to
        )) AS stood_until,
        next_raised = 0 AND (cleared = 0 OR cleared > window_to) AS is_open,
        next_raised != 0 AND (cleared = 0 OR cleared > next_raised) AS has_no_end
      FROM followed
    )
` as const

/** An alarm of no length counts in the window that it was raised in. */
const inWindow = 'FROM ended WHERE raised >= window_from OR stood_until > window_from' as const

const sumsSql = `${standing}
  SELECT alarm_group AS group, description,
    countIf(raised >= window_from) AS raisedInside,
    count() AS stood,
    toInt64(sum(stood_until - greatest(raised, window_from))) AS ms,
    countIf(is_open) AS stillOpen,
    countIf(has_no_end) AS withoutEnd
  ${inWindow}
  GROUP BY alarm_group, description
  LIMIT {most:UInt32}
` as const

const eachSql = `${standing}
  SELECT machine_id AS machineId, raised AS at, alarm_group AS group, description,
    toUInt64(raised >= window_from) AS raisedInside,
    toUInt64(1) AS stood,
    toInt64(stood_until - greatest(raised, window_from)) AS ms,
    toUInt64(is_open) AS stillOpen,
    toUInt64(has_no_end) AS withoutEnd
  ${inWindow}
  LIMIT {most:UInt32}
` as const

const figureColumns = {
  group: 'String',
  description: 'String',
  raisedInside: 'UInt64',
  stood: 'UInt64',
  ms: 'Int64',
  stillOpen: 'UInt64',
  withoutEnd: 'UInt64',
} as const

type Row = {
  readonly group: string
  readonly description: string
  readonly raisedInside: bigint
  readonly stood: bigint
  readonly ms: bigint
  readonly stillOpen: bigint
  readonly withoutEnd: bigint
}

/**
 * How often each alarm stood in a window and for how long, in the order of group and description. A filter keeps those that were raised
 * while the machine was in its context (offline there is none), and an alarm group those of that group (D17).
 */
export async function alarmStatistics(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, filter }: WindowQuestion,
): Promise<AlarmStatistic[]> {
  const wanted = [...new Set(machineIds)]
  if (period.from >= period.to || wanted.length === 0) return []
  const keeps = alarmFilter(filter)
  const params = {
    clientId,
    machineIds: wanted,
    ...period,
    since: new Date(period.from.getTime() - alarmReachMs),
    group: filter.causeGroup ?? null,
  }
  const sums = new Map<string, AlarmStatistic>()
  if (!keeps.asksContext) {
    await selectRows(
      context,
      {
        name: 'read.alarmStatistics',
        sql: sumsSql,
        params: { ...params, revision: context.counters.revision, most: answerRows.words + 1 },
        columns: figureColumns,
      },
      (rows) => {
        for (const row of rows) add(sums, row)
        checkRows(sums.size, answerRows.words)
      },
    )
    return sorted(sums)
  }
  return context.ledger.read(wanted, minuteFrom(period.to.getTime()), async (view) => {
    sums.clear()
    const alarms = await eachAlarm(context, { ...params, revision: view.revision })
    const momentAt = await momentsAt(context, view, { clientId, instants: alarms, named: false })
    for (const alarm of alarms) if (keeps.moment(momentAt(alarm))) add(sums, alarm.row)
    return sorted(sums)
  })
}

type Found = { readonly machineId: number; readonly at: number; readonly row: Row }

/** The alarms that stood in a window, one by one. */
async function eachAlarm(
  context: OpenContext,
  params: {
    readonly clientId: number
    readonly machineIds: readonly number[]
    readonly from: Date
    readonly to: Date
    readonly since: Date
    readonly group: string | null
    readonly revision: bigint
  },
): Promise<Found[]> {
  const found: Found[] = []
  await selectRows(
    context,
    {
      name: 'read.alarmStatistics.context',
      sql: eachSql,
      params: { ...params, most: answerRows.marks + 1 },
      columns: { machineId: 'UInt32', at: 'Int64', ...figureColumns },
    },
    (rows) => {
      for (const { machineId, at, ...row } of rows) found.push({ machineId, at: Number(at), row })
      checkRows(found.length, answerRows.marks)
    },
  )
  return found
}

function add(sums: Map<string, AlarmStatistic>, row: Row): void {
  const { group, description } = row
  const key = JSON.stringify([group, description])
  const before = sums.get(key)
  sums.set(key, {
    ...{ group, description },
    raised: (before?.raised ?? 0) + Number(row.raisedInside),
    count: (before?.count ?? 0) + Number(row.stood),
    ms: (before?.ms ?? 0) + Number(row.ms),
    open: (before?.open ?? 0) + Number(row.stillOpen),
    withoutEnd: (before?.withoutEnd ?? 0) + Number(row.withoutEnd),
  })
}

function sorted(sums: ReadonlyMap<string, AlarmStatistic>): AlarmStatistic[] {
  return [...sums.values()].sort(
    (a, b) => byText(a.group, b.group) || byText(a.description, b.description),
  )
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
