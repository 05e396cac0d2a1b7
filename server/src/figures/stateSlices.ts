import { machineState } from '@packboard/model'
import type { TotalBy } from '@packboard/telemetry/read'
import { byText, secondsOf } from './contextSums.ts'

/** Seconds in one state. */
export type StateSlice = { readonly state: number; readonly name: string; readonly seconds: number }

/** Observed seconds in each state, longest first (D26); offline is no state. */
export function stateSlices(contexts: readonly TotalBy<'state'>[]): StateSlice[] {
  return [...Map.groupBy(contexts, ({ state }) => state)]
    .map(([state, group]) => ({
      state,
      name: machineState(state).name,
      seconds: secondsOf(group),
    }))
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds || byText(a.name, b.name))
}
