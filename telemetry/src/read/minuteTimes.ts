import type { Category } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { categoryOf } from '../ledger/fold/categoryOf.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { foldMinutes, spansOf } from './stopMinutes.ts'

/** Time in one context that a machine did not run, without a hole; ms since 1970. */
export type StoodTime = {
  readonly machineId: number
  readonly from: number
  readonly to: number
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly causeGroup: string
  readonly cause: string
  readonly user: string
}

/** In one question: the engine takes a value of up to 128 KiB. */
const mostMinutes = 5_000

/** Which minutes of machines are read. */
type Minutes = ReadonlyMap<number, readonly number[]>

const sql = `
  SELECT machine_id AS machineId, toInt64(toUnixTimestamp(minute)) * 1000 AS start,
    arrayStringConcat(arrayMap((from_ms, to_ms, state) ->
      concat(toString(from_ms), ' ', toString(to_ms), ' ', toString(state)),
      spans.from_ms, spans.to_ms, spans.state), ',') AS states,
    one.1 AS state, one.2 AS category, one.3 AS product, one.4 AS tool, one.5 AS causeGroup, one.6 AS cause,
    toInt64(one.7) AS ms, one.8 AS user
  FROM minute_ledger FINAL
  ARRAY JOIN arrayFilter(piece -> piece.2 != 'offline' AND piece.7 > 0, arrayZip(pieces.state, pieces.category,
    pieces.product, pieces.tool, pieces.cause_group, pieces.cause, pieces.ms, pieces.user)) AS one
  PREWHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(toUnixTimestamp(minute))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({minuteMachines:Array(UInt32)}, {minutes:Array(UInt32)})) AS pair)
    )
  ORDER BY machineId, start
`

const columns = {
  machineId: 'UInt32',
  start: 'Int64',
  states: 'String',
  state: 'Int32',
  category: 'String',
  product: 'String',
  tool: 'String',
  causeGroup: 'String',
  cause: 'String',
  ms: 'Int64',
  user: 'String',
} as const

type Row = Omit<StoodTime, 'from' | 'to'> & { readonly ms: number }
type Minute = {
  readonly machineId: number
  readonly minute: number
  readonly states: string
  readonly rows: Row[]
}

/**
 * What machines did in single minutes of the ledger in which they did not run all the time, in order. A row says when which state was,
 * and how long which context; where a state had several contexts, the minute is folded from raw.
 */
export async function minuteTimes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  minutes: Minutes,
): Promise<StoodTime[]> {
  const wanted = stretches.flatMap(({ machineId, from, to }) =>
    (minutes.get(machineId) ?? [])
      .filter((minute) => from <= minute && minute < (to ?? Number.POSITIVE_INFINITY))
      .map((minute) => ({ machineId, minute })),
  )
  if (wanted.length === 0) return []
  const known: StoodTime[] = []
  const unclear: Omit<Minute, 'states' | 'rows'>[] = []
  for (let first = 0; first < wanted.length; first += mostMinutes) {
    const those = wanted.slice(first, first + mostMinutes)
    for (const minute of await rowsOf(context, stretches, those)) {
      const times = timesIn(minute)
      if (times === null) unclear.push(minute)
      else known.push(...times)
    }
  }
  for (const { machineId, from, to, stood } of await foldMinutes(
    context,
    view,
    stretches,
    unclear,
  )) {
    const [time] = stood?.times ?? []
    if (stood === null || time === undefined) continue
    const { state, category, product, tool, user } = time
    const { causeGroup, cause } = stood
    const place = { machineId, from, to }
    known.push({ ...place, state, category, product, tool, causeGroup, cause, user })
  }
  return known
}

async function rowsOf(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
  wanted: readonly { readonly machineId: number; readonly minute: number }[],
): Promise<Minute[]> {
  const found: Minute[] = []
  const params = {
    ...stretchLists(stretches),
    minuteMachines: wanted.map(({ machineId }) => machineId),
    minutes: wanted.map(({ minute }) => minute / 1_000),
  }
  await selectRows(context, { name: 'read.minuteTimes', sql, params, columns }, (rows) => {
    for (const { machineId, start, states, ms, category, ...row } of rows) {
      const minute = Number(start)
      let last = found.at(-1)
      if (last?.machineId !== machineId || last.minute !== minute) {
        last = { machineId, minute, states, rows: [] }
        found.push(last)
      }
      last.rows.push({ ...row, machineId, category: categoryOf(category), ms: Number(ms) })
    }
  })
  return found
}

/** null where the row does not say which context came when. */
function timesIn({ machineId, minute, states, rows }: Minute): StoodTime[] | null {
  const spans = spansOf(states)
  const times: StoodTime[] = []
  for (const [state, own] of Map.groupBy(rows, (row) => row.state)) {
    if (own.every(({ category }) => category === 'run')) continue
    const [only, ...more] = own
    const ofState = spans.filter((span) => span.state === state)
    const ms = ofState.reduce((sum, { from, to }) => sum + to - from, 0)
    if (only === undefined || more.length > 0 || ms !== only.ms) return null
    const { ms: _, ...row } = only
    for (const { from, to } of ofState) {
      times.push({ ...row, machineId, from: minute + from, to: minute + to })
    }
  }
  return times
}
