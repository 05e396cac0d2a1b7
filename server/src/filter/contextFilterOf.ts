import { machineStates } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'

/** Filters nothing (D17); a value that was never reported is empty and matches only this. */
export const all = 'All'

/** The values of the selects of a filter bar. */
type Choices = { readonly product: string; readonly tool: string; readonly cause: string }

const byName = new Map(machineStates.map(({ name, code }) => [name, code]))

/**
 * The context filter of the choices (D17). The third one is a state code (1 to 26), a state's name, or else an alarm
 * group, which keeps the stops that it caused (D18). An empty text matches no existing value: undefined.
 */
export function contextFilterOf({ product, tool, cause }: Choices): ContextFilter | undefined {
  if ([product, tool, cause].includes('')) return undefined
  return {
    ...(product === all ? {} : { product }),
    ...(tool === all ? {} : { tool }),
    ...(cause === all ? {} : stateOrGroup(cause)),
  }
}

function stateOrGroup(cause: string): ContextFilter {
  const code = /^\d{1,2}$/.test(cause) ? Number(cause) : undefined
  if (code !== undefined && code >= 1 && code <= 26) return { state: code }
  const named = byName.get(cause)
  return named === undefined ? { causeGroup: cause } : { state: named }
}
