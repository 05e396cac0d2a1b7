import { isDeepStrictEqual } from 'node:util'
import {
  chooseTarget,
  defaultHoldMs,
  machineState,
  machineStates,
  type StateCategory,
} from '@packboard/model'
import type { MachineRule } from '../../records.ts'
import type { Repairs } from './gapRepair.ts'

/** What the ledger must know of a machine beside its records; a rule of the machine type, editable and versioned (D13). */
export type LedgerRule = Omit<MachineRule, 'clientId' | 'machineId'> & {
  /** What fills gaps of the machine, as far as it is known: no rule that is set, but what a fold must know beside it (D71). */
  readonly repairs?: Repairs
}

/** The rule of a machine without a stored rule. */
export const defaultRule: LedgerRule = {
  holdMs: defaultHoldMs,
  targetPpm: null,
  designPpm: null,
  recipePpm: new Map(),
  categories: {},
}

/**
 * D13: with this many milliseconds since the pack counter moved, a machine under a warning still counts as running. The
 * target is the one of the product: of its recipe, else of the machine, else of the machine type (D60).
 */
export function countingWindowMs(
  { targetPpm, designPpm, recipePpm }: Pick<LedgerRule, 'targetPpm' | 'designPpm' | 'recipePpm'>,
  product: string,
): number {
  const recipe = recipePpm.get(product) ?? null
  const { ppm } = chooseTarget({ recipe, machine: targetPpm, machineType: designPpm })
  return ppm === null ? 10_000 : Math.max(10_000, Math.round(180_000 / ppm))
}

/** The recipes without which the window of a warning would be another one: few, and often none. */
export function recipesThatMatter(
  rule: Pick<LedgerRule, 'targetPpm' | 'designPpm' | 'recipePpm'>,
): Map<string, number> {
  const own = countingWindowMs({ ...rule, recipePpm: new Map() }, '')
  const differing = [...rule.recipePpm].filter(
    ([product]) => countingWindowMs(rule, product) !== own,
  )
  return new Map(differing.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a second in this state counts as on this machine. */
export function categoryRule(rule: LedgerRule, state: number): StateCategory {
  return rule.categories[state] ?? machineState(state).category
}

/** The states of a machine in which packs being counted decide between run and alarm (D13). */
export function warningStates(rule: LedgerRule): number[] {
  const codes = [
    ...machineStates.map(({ code }) => code),
    ...Object.keys(rule.categories).map(Number),
  ]
  return [...new Set(codes)].filter((code) => categoryRule(rule, code) === 'runWhileCounting')
}

/** What another rule changes in the figures of the past: nothing, all of it, or warnings of some products (D60). */
export type RuleChange = 'nothing' | 'everything' | { readonly products: readonly string[] }

export function ruleChange(before: LedgerRule, after: LedgerRule): RuleChange {
  const plain = ({ holdMs, designPpm, categories }: LedgerRule) => ({
    holdMs,
    designPpm,
    categories: { ...categories },
  })
  const otherwise = (rule: LedgerRule) => countingWindowMs({ ...rule, recipePpm: new Map() }, '')
  if (!isDeepStrictEqual(plain(before), plain(after)) || otherwise(before) !== otherwise(after)) {
    return 'everything'
  }
  const named = new Set([...before.recipePpm.keys(), ...after.recipePpm.keys()])
  const products = [...named].filter(
    (product) => countingWindowMs(before, product) !== countingWindowMs(after, product),
  )
  return products.length === 0 ? 'nothing' : { products }
}
