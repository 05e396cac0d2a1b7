import { type ClientScope, recoveredState } from '@packboard/model'
import { recoveredMs } from '../ledger/fold/recovery.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow, type WindowOfMachines } from './readWindow.ts'
import { joinSpans, type StateSpan, stateSpans } from './stateSpans.ts'

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
  const parts = await readWindow<StateSpan[]>(telemetry, scope, question, {
    begin: () => [],
    rows: async (found, stretches) => {
      for (const span of await stateSpans(telemetry.context, stretches)) found.push(span)
    },
    rememberedMinutes: (found, { machineId, from, to }, minutes) => {
      for (const span of minutes.spans(from, to)) found.push({ machineId, ...span })
    },
    sink: (found, machineId) => ({
      time: (from, to, { state }) => void found.push({ machineId, from, to, state }),
      recovered(from, to, _carry, recovery) {
        const ms = recoveredMs(recovery, from, to)
        if (ms > 0) found.push({ machineId, from, to: from + ms, state: recoveredState })
      },
      counted() {},
      sampled() {},
    }),
  })
  const joined = joinSpans(parts)
  checkRows(joined.length, answerRows.spans)
  return joined.map(({ from, to, ...part }) => ({
    ...part,
    from: new Date(from),
    to: new Date(to),
  }))
}
