import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { answerRows, checkRows } from './answerRows.ts'

/** A time in one state, in ms since 1970. */
export type StateSpan = {
  readonly machineId: number
  readonly from: number
  to: number
  readonly state: number
}

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
      SELECT machine_id, arraySort(part -> part.1, groupArray((begins, ends, state))) AS lane,
        lane.1 AS froms, lane.2 AS tos, lane.3 AS states,
        arrayMap(
          (begin, end, code, other) -> begin != end OR code != other,
          froms, arrayPushFront(arrayPopBack(tos), toInt64(-1)),
          states, arrayPushFront(arrayPopBack(states), toInt32(0))
        ) AS breaks
      FROM parts
      GROUP BY machine_id
    )
  SELECT machine_id AS machineId, toFloat64(begin) AS from, toFloat64(end) AS to, code AS state
  FROM lanes
  ARRAY JOIN
    arrayFilter((at, isFirst) -> isFirst, froms, breaks) AS begin,
    arrayFilter((at, isLast) -> isLast, tos, arrayPushBack(arrayPopFront(breaks), 1)) AS end,
    arrayFilter((state, isFirst) -> isFirst, states, breaks) AS code
  ORDER BY machineId, from
  LIMIT {most:UInt32}
`

/** The states of some stretches from the ledger's rows, each stretch of one state as one time. */
export async function stateSpans(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
  lanes: StateLanes,
): Promise<void> {
  if (stretches.length === 0) return
  let found = 0
  await selectRows(
    context,
    {
      name: 'read.stateSpans',
      sql,
      params: { ...stretchLists(stretches), most: answerRows.spans + 1 },
      // Whole milliseconds since 1970 are exact in 64 bits of floating point, and need no conversion here.
      columns: { machineId: 'UInt32', from: 'Float64', to: 'Float64', state: 'Int32' },
    },
    (rows) => {
      found += rows.length
      checkRows(found, answerRows.spans)
      for (const { machineId, from, to, state } of rows) addSpan(lanes, machineId, from, to, state)
    },
  )
}

/**
 * Times of one machine as columns: the n-th time is from[n] to to[n] in state[n], ms since 1970. A week of many machines has hundreds of
 * thousands of them, and an object for each costs more than all that is done with it.
 */
export type StateLane = {
  readonly from: number[]
  readonly to: number[]
  readonly state: number[]
}

/** Times by machine, in any order. */
export type StateLanes = Map<number, StateLane>

export function addSpan(
  lanes: StateLanes,
  machineId: number,
  from: number,
  to: number,
  state: number,
): void {
  let lane = lanes.get(machineId)
  if (lane === undefined) {
    lane = { from: [], to: [], state: [] }
    lanes.set(machineId, lane)
  }
  lane.from.push(from)
  lane.to.push(to)
  lane.state.push(state)
}

/** Brings the times of a machine in order; neighbours of one state become one. */
export function joinSpans(unordered: StateLane): StateLane {
  const { from, to, state } = inOrder(unordered)
  let last = -1
  for (let at = 0; at < from.length; at += 1) {
    if (last >= 0 && to[last] === from[at] && state[last] === state[at]) {
      to[last] = to[at] as number
      continue
    }
    last += 1
    from[last] = from[at] as number
    to[last] = to[at] as number
    state[last] = state[at] as number
  }
  for (const column of [from, to, state]) column.length = last + 1
  return { from, to, state }
}

/** Each part of a question is in order, so mostly all of it is. */
function inOrder(lane: StateLane): StateLane {
  const { from } = lane
  if (from.every((begin, at) => at === 0 || (from[at - 1] as number) <= begin)) return lane
  const order = from.map((_, at) => at).sort((a, b) => (from[a] as number) - (from[b] as number))
  const arranged = (column: readonly number[]) => order.map((at) => column[at] as number)
  return { from: arranged(from), to: arranged(lane.to), state: arranged(lane.state) }
}
