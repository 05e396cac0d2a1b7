import { defaultHoldMs, machineState, type StateCategory } from '@packboard/model'

/** What the ledger must know of a machine beside its records; a rule of the machine type, editable and versioned (D13). */
export type LedgerRule = {
  /** How long the last sample is valid for the machine (D11). */
  readonly holdMs: number
  readonly targetPpm: number | null
  readonly designPpm: number | null
  /** Overrides of the default categories, by state code. */
  readonly categories: Partial<Record<number, StateCategory>>
}

/** The rule of a machine without a stored rule. */
export const defaultRule: LedgerRule = {
  holdMs: defaultHoldMs,
  targetPpm: null,
  designPpm: null,
  categories: {},
}

/** D13: with this many milliseconds since the pack counter moved, a machine under a warning still counts as running. */
export function countingWindowMs({ targetPpm }: LedgerRule): number {
  if (targetPpm === null || targetPpm <= 0) return 10_000
  return Math.max(10_000, Math.round(180_000 / targetPpm))
}

/** What a second in this state counts as on this machine. */
export function categoryRule(rule: LedgerRule, state: number): StateCategory {
  return rule.categories[state] ?? machineState(state).category
}
