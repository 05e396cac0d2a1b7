import { type ClientScope, type Period, recoveredState } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { matches } from './contextFilter.ts'
import { type MachineInstant, momentsAt } from './momentsAt.ts'
import { namesHold } from './rawEdges.ts'
import { readView, readWindow, type WindowParts } from './readWindow.ts'
import type { WindowOfMachines, WindowQuestion } from './windowQuestion.ts'

/** A time that a machine spent in one state without a break. Time without one is offline. */
export type StatePart = {
  readonly machineId: number
  readonly from: Date
  readonly to: Date
  readonly state: number
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
type StateLanes = Map<number, StateLane>

/** The states of machines in the order in which they were; neighbours of equal state are one part. */
export async function stateStrip(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<StatePart[]> {
  const lanes = await stateTimes(telemetry, scope, question)
  const machineIds = [...lanes.keys()].sort((a, b) => a - b)
  return machineIds.flatMap((machineId) => {
    const { from, to, state } = lanes.get(machineId) ?? noTimes
    return from.map((begin, at) => ({
      machineId,
      from: new Date(begin),
      to: new Date(to[at] as number),
      state: state[at] as number,
    }))
  })
}

const noTimes: StateLane = { from: [], to: [], state: [] }

/** The same by machine, as columns. A machine without any is absent. */
export async function stateTimes(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<ReadonlyMap<number, StateLane>> {
  return joined(await readWindow(telemetry, scope, question, lanesOf(telemetry.context)))
}

/** The same, as a reader of the ledger finds it. */
async function stateTimesIn(
  context: TelemetryContext,
  view: LedgerView,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<ReadonlyMap<number, StateLane>> {
  return joined(await readView(context, view, scope, question, lanesOf(context)))
}

/** A time without data of a machine (D11), in ms. */
type Gap = { readonly from: number; readonly to: number }

/**
 * The gaps of machines in a window, in order: what is left of the window without their observed time. What was recovered of gaps (D71) is
 * observed, or with `isRecoveredGap` it is a gap like any other.
 */
export async function offlineGaps(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines & { readonly isRecoveredGap?: boolean },
): Promise<ReadonlyMap<number, readonly Gap[]>> {
  const { machineIds, period, isRecoveredGap = false } = question
  const parts = lanesOf(telemetry.context, { byState: false, recovered: !isRecoveredGap })
  const lanes = await readWindow(telemetry, scope, question, parts)
  return new Map(
    machineIds.map((machineId) => [machineId, gapsOf(lanes.get(machineId) ?? noTimes, period)]),
  )
}

function gapsOf(lane: StateLane, period: Period): Gap[] {
  const { from: begins, to: ends } = joinSpans(lane)
  const gaps: Gap[] = []
  let known = period.from.getTime()
  for (const [at, from] of [...begins, period.to.getTime()].entries()) {
    if (from > known) gaps.push({ from: known, to: from })
    known = Math.max(known, ends[at] ?? 0)
  }
  return gaps
}

/** Where times in states come from; without `byState` neighbours are one time, whatever their states are. */
const lanesOf = (
  context: TelemetryContext,
  { byState, recovered: withRecovered } = { byState: true, recovered: true },
): WindowParts<StateLanes> => {
  const add = (lanes: StateLanes, machineId: number, from: number, to: number, state: number) => {
    if (state === recoveredState && !withRecovered) return
    addSpan(lanes, machineId, from, to, byState ? state : 0)
  }
  return {
    named: false,
    begin: () => new Map(),
    rows: async (lanes, stretches) => {
      let found = 0
      const most = answerRows.spans
      const kinds = { byState: byState ? 1 : 0, without: withRecovered ? 0 : recoveredState }
      const params = { ...stretchLists(stretches), ...kinds, most: most + 1 }
      await selectRows(context, { name: 'read.stateSpans', sql, params, columns }, (rows) => {
        found += rows.length
        checkRows(found, most)
        for (const { machineId, from, to, state } of rows) add(lanes, machineId, from, to, state)
      })
    },
    cachedMinutes: (lanes, { machineId, from, to }, minutes) => {
      for (const span of minutes.spans(from, to)) {
        add(lanes, machineId, span.from, span.to, span.state)
      }
    },
    events: (lanes, events) => {
      // What was recovered of a part of a gap is placed at its beginning, one context after the other.
      let gap = { from: Number.NaN, until: Number.NaN }
      for (const { machineId, from, to, ms, state, recovered } of events) {
        if (ms === 0) continue
        if (recovered === null) {
          add(lanes, machineId, from, to, state)
          continue
        }
        const begin = gap.from === from ? gap.until : from
        gap = { from, until: begin + ms }
        add(lanes, machineId, begin, begin + ms, recoveredState)
      }
    },
  }
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
      WHERE ${minuteInStretch} AND ({without:Int32} = 0 OR spans.state != {without:Int32})
    ),
    lanes AS (
      SELECT machine_id, arraySort(part -> part.1, groupArray((begins, ends, state))) AS lane,
        lane.1 AS froms, lane.2 AS tos, lane.3 AS states,
        arrayMap(
          (begin, end, code, other) -> begin != end OR (code != other AND {byState:UInt8} = 1),
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
` as const

/** Whole milliseconds since 1970 are exact in 64 bits of floating point, and need no conversion here. */
const columns = { machineId: 'UInt32', from: 'Float64', to: 'Float64', state: 'Int32' } as const

function joined(lanes: StateLanes): StateLanes {
  let all = 0
  for (const [machineId, lane] of lanes) {
    const own = joinSpans(lane)
    all += own.from.length
    lanes.set(machineId, own)
  }
  checkRows(all, answerRows.spans)
  return lanes
}

function addSpan(
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
function joinSpans(unordered: StateLane): StateLane {
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

/** A machine entered a state. */
export type StateEntry = {
  readonly machineId: number
  readonly at: Date
  /** Packs per minute just before; 0 while it was offline or had reported none. */
  readonly speedBefore: number
}

/**
 * The instants at which machines entered a state from another one, or from OFFLINE (D19), in order of time and machine.
 * A state that lasted no time at all was not entered. The filter applies to what was entered.
 */
export async function stateEntries(
  { context }: Telemetry,
  scope: ClientScope,
  { machineIds, period, filter, state }: WindowQuestion & { readonly state: number },
): Promise<StateEntry[]> {
  const { clientId } = scope
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return []
  const named = filter.causeGroup !== undefined
  const ask = async (view: LedgerView) => {
    const entries = await entriesIn(context, view, scope, { machineIds: wanted, from, to, state })
    const instants = entries.flatMap((entry) => [entry, before(entry)])
    const places = wanted.map((machineId) => ({ clientId, machineId }))
    const [momentAt] = await Promise.all([
      momentsAt(context, view, { clientId, instants, named }),
      named ? namesHold(context, view, places, to) : undefined,
    ])
    return entries
      .filter((entry) => {
        const moment = momentAt(entry)
        return moment !== null && matches(filter, moment)
      })
      .sort((a, b) => a.at - b.at || a.machineId - b.machineId)
      .map(
        (entry): StateEntry => ({
          machineId: entry.machineId,
          at: new Date(entry.at),
          speedBefore: momentAt(before(entry))?.speed ?? 0,
        }),
      )
  }
  return context.ledger.read(wanted, minuteFrom(to), ask, named ? 'names' : 'sums')
}

const before = ({ machineId, at }: MachineInstant) => ({ machineId, at: at - 1 })

async function entriesIn(
  context: TelemetryContext,
  view: LedgerView,
  scope: ClientScope,
  question: { machineIds: readonly number[]; from: number; to: number; state: number },
): Promise<MachineInstant[]> {
  const { machineIds, from, to } = question
  // With the minute before, so that its very first instant can be an entry.
  const period = { from: new Date(minuteOf(from) - minuteMs), to: new Date(minuteFrom(to)) }
  const lanes = await stateTimesIn(context, view, scope, { machineIds, period })
  const entries = [...lanes].flatMap(([machineId, lane]) =>
    lane.from.flatMap((at, index) =>
      at >= from && at < to && lane.state[index] === question.state ? [{ machineId, at }] : [],
    ),
  )
  checkRows(entries.length, answerRows.marks)
  return entries
}
