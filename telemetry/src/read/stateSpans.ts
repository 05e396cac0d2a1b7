import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { answerRows, checkRows } from './answerRows.ts'

/** A time in one state, in ms since 1970. */
export type StateSpan = { machineId: number; from: number; to: number; state: number }

/** The states of a machine as arrays that are cut where they break: one sort, where window functions need two. */
const sql = `
  WITH
    parts AS (
      SELECT machine_id, spans.state AS state,
        toInt64(toUnixTimestamp(minute)) * 1000 + spans.from_ms AS begins,
        toInt64(toUnixTimestamp(minute)) * 1000 + spans.to_ms AS ends
      FROM minute_ledger FINAL
      ARRAY JOIN spans
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp(minute) * 1000
          >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
        AND toUnixTimestamp(minute) * 1000
          < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    ),
    lanes AS (
      SELECT machine_id, arraySort(groupArray((begins, ends, state))) AS lane,
        lane.1 AS froms, lane.2 AS tos, lane.3 AS states,
        arrayMap(
          (begin, end, code, other) -> begin != end OR code != other,
          froms, arrayPushFront(arrayPopBack(tos), toInt64(-1)),
          states, arrayPushFront(arrayPopBack(states), toInt32(0))
        ) AS breaks
      FROM parts
      GROUP BY machine_id
    )
  SELECT machine_id AS machineId, begin, end, code
  FROM lanes
  ARRAY JOIN
    arrayFilter((at, isFirst) -> isFirst, froms, breaks) AS begin,
    arrayFilter((at, isLast) -> isLast, tos, arrayPushBack(arrayPopFront(breaks), 1)) AS end,
    arrayFilter((state, isFirst) -> isFirst, states, breaks) AS code
  ORDER BY machineId, begin
  LIMIT {most:UInt32}
`

/** The states of some stretches from the ledger's rows, each stretch of one state as one span, in order. */
export async function stateSpans(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
): Promise<StateSpan[]> {
  const spans: StateSpan[] = []
  if (stretches.length === 0) return spans
  await selectRows(
    context,
    {
      name: 'read.stateSpans',
      sql,
      params: { ...stretchLists(stretches), most: answerRows.spans + 1 },
      columns: { machineId: 'UInt32', begin: 'Int64', end: 'Int64', code: 'Int32' },
    },
    (rows) => {
      for (const { machineId, begin, end, code } of rows) {
        spans.push({ machineId, from: Number(begin), to: Number(end), state: code })
      }
      checkRows(spans.length, answerRows.spans)
    },
  )
  return spans
}

/** Neighbours of one machine and one state become one; in order of machine and time. */
export function joinSpans(spans: readonly StateSpan[]): StateSpan[] {
  const sorted = spans.toSorted((a, b) => a.machineId - b.machineId || a.from - b.from)
  const joined: StateSpan[] = []
  for (const span of sorted) {
    const last = joined.at(-1)
    const goesOn =
      last?.machineId === span.machineId && last.to === span.from && last.state === span.state
    if (goesOn) last.to = span.to
    else joined.push({ ...span })
  }
  return joined
}
