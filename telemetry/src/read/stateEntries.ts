import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { ContextFilter } from './contextFilter.ts'
import type { Period } from './period.ts'

/** A machine entered a state. */
export type StateEntry = {
  readonly machineId: number
  readonly at: Date
  /** Packs per minute just before; 0 while it was offline or told none. */
  readonly speedBefore: number
}

/** The instants at which machines entered a state from another one, or from OFFLINE (D19). */
export async function stateEntries(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: {
    readonly machineIds: readonly number[]
    readonly period: Period
    readonly filter: ContextFilter
    readonly state: number
  },
): Promise<StateEntry[]> {
  return []
}
