import { type MachineState, machineStates } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'

/** Filters nothing (D17); what was never told is empty and is met by it alone. */
export const all = 'All'

/** What the selects of a filter bar say. */
type Choices = { readonly product: string; readonly tool: string; readonly cause: string }

/**
 * The context that choices keep (D17). The third one is the code or the name of a state of the list, or else an alarm
 * group, which keeps the stops that it caused (D18). An empty text chooses nothing that there is: undefined.
 */
export function contextFilterOf(
  { product, tool, cause }: Choices,
  states: readonly MachineState[] = machineStates,
): ContextFilter | undefined {
  if ([product, tool, cause].includes('')) return undefined
  return {
    ...(product === all ? {} : { product }),
    ...(tool === all ? {} : { tool }),
    ...(cause === all ? {} : stateOrGroup(cause, states)),
  }
}

function stateOrGroup(cause: string, states: readonly MachineState[]): ContextFilter {
  const code = /^\d+$/.test(cause) ? Number(cause) : undefined
  const state = states.find((each) => each.code === code || each.name === cause)
  return state === undefined ? { causeGroup: cause } : { state: state.code }
}
