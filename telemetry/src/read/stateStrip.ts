import { type ClientScope, recoveredState } from '@packboard/model'
import { recoveredMs } from '../ledger/fold/recovery.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow, type WindowOfMachines } from './readWindow.ts'
import { addSpan, joinSpans, type StateLane, type StateLanes, stateSpans } from './stateSpans.ts'

/** A time that a machine spent in one state without a break. Time without one is offline. */
export type StatePart = {
  readonly machineId: number
  readonly from: Date
  readonly to: Date
  readonly state: number
}

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
  const lanes = await readWindow<StateLanes>(telemetry, scope, question, {
    begin: () => new Map(),
    rows: (found, stretches) => stateSpans(telemetry.context, stretches, found),
    rememberedMinutes: (found, { machineId, from, to }, minutes) => {
      for (const span of minutes.spans(from, to)) {
        addSpan(found, machineId, span.from, span.to, span.state)
      }
    },
    sink: (found, machineId) => ({
      time: (from, to, { state }) => addSpan(found, machineId, from, to, state),
      recovered(from, to, _carry, recovery) {
        const ms = recoveredMs(recovery, from, to)
        if (ms > 0) addSpan(found, machineId, from, from + ms, recoveredState)
      },
      counted() {},
      sampled() {},
    }),
  })
  let all = 0
  for (const [machineId, lane] of lanes) {
    const joined = joinSpans(lane)
    all += joined.from.length
    lanes.set(machineId, joined)
  }
  checkRows(all, answerRows.spans)
  return lanes
}
