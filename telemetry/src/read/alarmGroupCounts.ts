import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select, selectRows } from '../clickhouse/select.ts'
import { minuteFrom } from '../ledger/fold/minute.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { readAlarms } from '../ledger/store/readRecords.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { alarmFilter, type ContextFilter } from './contextFilter.ts'
import { type MachineInstant, momentsAt } from './momentsAt.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** How many alarms of one group were raised. */
export type AlarmGroupCount = { readonly group: string; readonly count: number }

const sql = `
  SELECT alarm_group AS group, uniqExact(machine_id, raised_at, sequence, description) AS count
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
    AND batch <= {revision:UInt64}
  GROUP BY alarm_group
`

/**
 * The spans of a minute give the exact state at the instant. Product and tool are those of the minute's pieces in that
 * state, when they agree: such alarms are counted here. The others are returned one by one and computed from raw records.
 */
const contextSql = `
  WITH
    raised AS (
      SELECT DISTINCT machine_id, raised_at, toStartOfMinute(raised_at) AS raised_minute, sequence, alarm_group,
        description
      FROM alarm
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp64Milli(raised_at)
          < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
        AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
        AND batch <= {revision:UInt64}
    ),
    judged AS (
      SELECT machine_id, raised_at, alarm_group,
        toUnixTimestamp64Milli(raised_at) % 60000 AS offset,
        arrayFirstIndex((a, b) -> a <= offset AND offset < b, spans.from_ms, spans.to_ms) AS span,
        spans.state[span] AS code,
        span > 0 AND (isNull({state:Nullable(Int32)}) OR code = {state:Nullable(Int32)}) AS possible,
        arrayMap(
          (p, t) -> (isNull({product:Nullable(String)}) OR p = {product:Nullable(String)})
            AND (isNull({tool:Nullable(String)}) OR t = {tool:Nullable(String)}),
          pieces.product, pieces.tool
        ) AS fits,
        arrayExists((f, s, ms) -> f AND s = code AND ms > 0, fits, pieces.state, pieces.ms) AS some,
        arrayExists((f, s, ms) -> NOT f AND s = code AND ms > 0, fits, pieces.state, pieces.ms) AS others
      FROM raised
      INNER JOIN (
        SELECT machine_id, minute, pieces.state, pieces.product, pieces.tool, pieces.ms,
          spans.from_ms, spans.to_ms, spans.state
        FROM minute_ledger FINAL
        WHERE client_id IN {clientIds:Array(UInt32)}
          AND (machine_id, minute) IN (SELECT machine_id, raised_minute FROM raised)
      ) AS ledger ON raised.machine_id = ledger.machine_id AND raised.raised_minute = ledger.minute
    )
  SELECT alarm_group AS group,
    if(others, machine_id, 0) AS machineId,
    if(others, toUnixTimestamp64Milli(raised_at), 0) AS at,
    count() AS count
  FROM judged
  WHERE possible AND some
  GROUP BY group, machineId, at
  LIMIT {most:UInt32}
`

const columns = { group: 'String', machineId: 'UInt32', at: 'Int64', count: 'UInt64' } as const

/**
 * How many alarms of each group machines raised in a window, most first. A filter keeps those that were raised while the
 * machine was in its context (offline there is none), and an alarm group those of that group (D17).
 */
export async function alarmGroupCounts(
  telemetry: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, filter }: WindowQuestion,
): Promise<AlarmGroupCount[]> {
  const { context } = telemetry
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return []
  const keeps = alarmFilter(filter)
  if (!keeps.asksContext) {
    const found = await select(context, {
      name: 'read.alarmGroupCounts',
      sql,
      params: {
        clientId,
        machineIds: wanted,
        ...period,
        group: filter.causeGroup ?? null,
        revision: context.counters.revision,
      },
      row: z.object({ group: z.string(), count: z.coerce.number() }),
    })
    return sorted(found)
  }
  return context.ledger.read(wanted, minuteFrom(to), async (view) => {
    const stretches = wanted.map((machineId) => ({ clientId, machineId, from, to }))
    const [judged, late] = await Promise.all([
      judgeByRows(context, view, stretches, filter),
      alarmsOfTails(context, view, stretches),
    ])
    const { counts } = judged
    const doubtful = [...judged.doubtful, ...late.filter(({ group }) => keeps.group(group))]
    const momentAt = await momentsAt(context, view, { clientId, instants: doubtful, named: false })
    for (const { group, count, ...instant } of doubtful) {
      if (!keeps.moment(momentAt(instant))) continue
      counts.set(group, (counts.get(group) ?? 0) + count)
    }
    return sorted([...counts].map(([group, count]) => ({ group, count })))
  })
}

type Raised = MachineInstant & AlarmGroupCount

/** Judges the alarms of the time that the ledger's rows cover. */
async function judgeByRows(
  context: OpenContext,
  view: LedgerView,
  stretches: readonly (MachineStretch & { readonly to: number })[],
  { product, tool, state, causeGroup }: ContextFilter,
): Promise<{ counts: Map<string, number>; doubtful: Raised[] }> {
  const counts = new Map<string, number>()
  const doubtful: Raised[] = []
  const reported = stretches
    .map((stretch) => ({
      ...stretch,
      to: Math.min(stretch.to, view.uncertainFrom(stretch.machineId)),
    }))
    .filter((stretch) => stretch.from < stretch.to)
  if (reported.length === 0) return { counts, doubtful }
  const params = {
    ...stretchLists(reported),
    group: causeGroup ?? null,
    product: product ?? null,
    tool: tool ?? null,
    state: state ?? null,
    revision: view.revision,
    most: answerRows.contexts + 1,
  }
  await selectRows(
    context,
    { name: 'read.alarmGroupCounts.context', sql: contextSql, params, columns },
    (rows) => {
      for (const { group, machineId, at, count } of rows) {
        if (machineId === 0) counts.set(group, (counts.get(group) ?? 0) + Number(count))
        else doubtful.push({ group, machineId, at: Number(at), count: Number(count) })
      }
      checkRows(doubtful.length + counts.size, answerRows.contexts)
    },
  )
  return { counts, doubtful }
}

/** The alarms of the time that the rows do not cover yet. */
async function alarmsOfTails(
  context: OpenContext,
  view: LedgerView,
  stretches: readonly (MachineStretch & { readonly to: number })[],
): Promise<Raised[]> {
  const tails = stretches
    .map((stretch) => ({
      ...stretch,
      from: Math.max(stretch.from, view.uncertainFrom(stretch.machineId)),
    }))
    .filter((stretch) => stretch.from < stretch.to)
  const found = await readAlarms(context, tails, view.revision)
  return [...found].flatMap(([machineId, alarms]) =>
    alarms.map(({ raisedAt, group }) => ({ machineId, at: raisedAt, group, count: 1 })),
  )
}

function sorted(counts: readonly AlarmGroupCount[]): AlarmGroupCount[] {
  return counts.toSorted((a, b) => b.count - a.count || (a.group < b.group ? -1 : 1))
}
