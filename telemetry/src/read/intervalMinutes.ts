import { type Category, recoveredState } from '@packboard/model'
import { scaled } from '../clickhouse/readRows.ts'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { categoryOf } from '../ledger/fold/ledgerMinute.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { contextColumns } from '../ledger/store/readPieces.ts'
import { type ContextFilter, filterLists } from './contextFilter.ts'
import { foldStretches } from './foldRaw.ts'
import type { ReportedTime } from './intervalRows.ts'

/** Minutes of one machine whose rows are certain, first included, last excluded, and the requested part of them. */
type MinuteSlice = MachinePlace & {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly filter: ContextFilter
  readonly category: Category | undefined
}

/**
 * Neighbouring minutes of one and the same context are one row. Minutes in which something changed are returned only by
 * their position: the order of events in them is in the raw records.
 */
const sql = `
  WITH
    minutes AS (
      SELECT toInt64(toUnixTimestamp(minute)) AS start, pieces.state, pieces.category, pieces.product, pieces.tool,
        pieces.user, pieces.cause_group, pieces.cause, pieces.packs, pieces.rejects, pieces.stops,
        length(pieces.ms) = 1 AND pieces.ms[1] = 60000
          AND start * 1000 > {begin:Int64} AND (start + 60) * 1000 <= {end:Int64}
          AND NOT has(spans.state, {recovered:Int32}) AS plain
      FROM minute_ledger FINAL
      WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
        AND minute >= {first:DateTime64(3,'UTC')} AND minute < {last:DateTime64(3,'UTC')}
    ),
    wanted AS (
      SELECT *, if(plain, toString(tuple(pieces.state[1], pieces.category[1], pieces.product[1], pieces.tool[1],
          pieces.user[1], pieces.cause_group[1], pieces.cause[1])), '') AS context
      FROM minutes
      WHERE arrayExists(
        (state, category, product, tool, cause_group) ->
          (empty({products:Array(String)}) OR product IN {products:Array(String)})
          AND (empty({tools:Array(String)}) OR tool IN {tools:Array(String)})
          AND (empty({states:Array(Int32)}) OR (state IN {states:Array(Int32)} AND category != 'offline'))
          AND (empty({causeGroups:Array(String)})
            OR (cause_group IN {causeGroups:Array(String)} AND category != 'offline'))
          AND (empty({categories:Array(String)}) OR category IN {categories:Array(String)}),
        pieces.state, pieces.category, pieces.product, pieces.tool, pieces.cause_group)
    ),
    marked AS (
      SELECT *, lagInFrame(start, 1, toInt64(-1)) OVER w + 60 != start OR lagInFrame(plain) OVER w != plain
        OR lagInFrame(context) OVER w != context AS breaks
      FROM wanted
      WINDOW w AS (ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    numbered AS (
      SELECT *, sum(breaks) OVER (ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS part
      FROM marked
    )
  SELECT toInt64(min(start) * 1000) AS begins, toInt64((max(start) + 60) * 1000) AS ends,
    toUInt8(any(plain)) AS isPlain,
    any(pieces.state[1]) AS state, any(pieces.category[1]) AS category, any(pieces.product[1]) AS product,
    any(pieces.tool[1]) AS tool, any(pieces.user[1]) AS user, any(pieces.cause_group[1]) AS causeGroup,
    any(pieces.cause[1]) AS cause,
    toString(sum(pieces.packs[1])) AS packs, toString(sum(pieces.rejects[1])) AS rejects,
    toInt64(sum(pieces.stops[1])) AS stops
  FROM numbered
  GROUP BY part
  ORDER BY begins
`

const columns = {
  begins: 'Int64',
  ends: 'Int64',
  isPlain: 'UInt8',
  ...contextColumns,
  packs: 'String',
  rejects: 'Nullable(String)',
  stops: 'Int64',
} as const

/** A run of minutes: of one context, or to be folded. */
type Run = {
  readonly begins: number
  readonly ends: number
  readonly reported: ReportedTime | null
}

/** Runs to be folded that are this close together are folded in one go. */
const togetherMs = 6 * 60 * minuteMs

/**
 * Emits what a machine did in some minutes, in order. Minutes of one context come from their rows; only those in which
 * something changed are folded from raw. `take` answers whether it has enough.
 */
export async function emitMinutes(
  telemetryContext: TelemetryContext,
  view: LedgerView,
  slice: MinuteSlice,
  take: (reported: readonly ReportedTime[]) => boolean,
): Promise<void> {
  const runs = await runsOf(telemetryContext, slice)
  for (let i = 0; i < runs.length; ) {
    const first = runs[i]
    if (first === undefined) return
    const until = first.begins + togetherMs
    let next = i + 1
    while (next < runs.length && (runs[next]?.ends ?? 0) <= until) next++
    if (take(await eventsOf(telemetryContext, view, slice, runs.slice(i, next)))) return
    i = next
  }
}

async function runsOf(telemetryContext: TelemetryContext, slice: MinuteSlice): Promise<Run[]> {
  const { clientId, machineId, first, last, from, to, filter, category } = slice
  const runs: Run[] = []
  const params = {
    clientId,
    machineId,
    first: new Date(first),
    last: new Date(last),
    begin: BigInt(from),
    end: BigInt(to),
    recovered: recoveredState,
    ...filterLists(filter),
    categories: category === undefined ? [] : [category],
  }
  await selectRows(
    telemetryContext,
    { name: 'read.intervalMinutes', sql, params, columns },
    (rows) => {
      for (const row of rows) {
        const { isPlain, category, packs, rejects, stops, ...context } = row
        const [begins, ends] = [Number(row.begins), Number(row.ends)]
        const { state, product, tool, user, causeGroup, cause } = context
        const time = {
          machineId,
          from: begins,
          to: ends,
          state,
          category: categoryOf(category),
          product,
          tool,
          user,
          causeGroup,
          cause,
          ms: ends - begins,
          packs: scaled(packs, 9),
          rejects: rejects === null ? null : scaled(rejects, 9),
          stops: Number(stops),
          recovered: null,
        }
        runs.push({ begins, ends, reported: isPlain === 1 ? time : null })
      }
    },
  )
  return runs
}

async function eventsOf(
  telemetryContext: TelemetryContext,
  view: LedgerView,
  { clientId, machineId, ...window }: MinuteSlice,
  runs: readonly Run[],
): Promise<ReportedTime[]> {
  const mixed = runs.flatMap(({ begins, ends, reported }) =>
    reported === null ? [{ clientId, machineId, from: begins, to: ends }] : [],
  )
  const how = { named: true, window }
  const folded = (await foldStretches(telemetryContext, view, mixed, how)).values()
  return runs.flatMap(({ reported }) => reported ?? folded.next().value ?? [])
}
