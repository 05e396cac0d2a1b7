import { isDeepStrictEqual } from 'node:util'
import {
  chooseTarget,
  defaultHoldMs,
  machineState,
  machineStates,
  type StateCategory,
} from '@packboard/model'
import type { MachineRule, RuleValues } from '../../records.ts'
import type { Repairs } from './gapRepair.ts'

/** What the ledger must know of a machine beside its records, by time: its settings have a date (D13, D98). */
export type LedgerRule = Omit<MachineRule, 'clientId' | 'machineId' | 'rebuiltUntil'> & {
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

/** What holds at an instant, ms since 1970. */
export function ruleAt(rule: LedgerRule, at: number): RuleValues {
  return rule.later?.findLast(({ from }) => from <= at) ?? rule
}

/** When what holds at an instant ends. */
export function ruleEnd({ later = [] }: LedgerRule, at: number): number {
  return later.find(({ from }) => from > at)?.from ?? Number.POSITIVE_INFINITY
}

/** Everything that holds at some time. */
const allValues = (rule: LedgerRule): readonly RuleValues[] => [rule, ...(rule.later ?? [])]

/** The longest that a sample is valid at any time. */
export const longestHold = (rule: LedgerRule): number =>
  Math.max(...allValues(rule).map(({ holdMs }) => holdMs))

/**
 * D13: with this many milliseconds since the pack counter moved, a machine under a warning still counts as running. The
 * target is the one of the product: of its recipe, else of the machine, else of the machine type (D60).
 */
export function countingWindowMs(
  { targetPpm, designPpm, recipePpm }: Pick<RuleValues, 'targetPpm' | 'designPpm' | 'recipePpm'>,
  product: string,
): number {
  const recipe = recipePpm.get(product) ?? null
  const { ppm } = chooseTarget({ recipe, machine: targetPpm, machineType: designPpm })
  return ppm === null ? 10_000 : Math.max(10_000, Math.round(180_000 / ppm))
}

/** The recipes without which the window of a warning would be another one: few, and often none. */
export function recipesThatMatter(
  rule: Pick<RuleValues, 'targetPpm' | 'designPpm' | 'recipePpm'>,
): Map<string, number> {
  const own = countingWindowMs({ ...rule, recipePpm: new Map() }, '')
  const differing = [...rule.recipePpm].filter(
    ([product]) => countingWindowMs(rule, product) !== own,
  )
  return new Map(differing.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a second in this state counts as on this machine, by what holds then. */
export function categoryRule(
  { categories }: Pick<RuleValues, 'categories'>,
  state: number,
): StateCategory {
  return categories[state] ?? machineState(state).category
}

/** The states of a machine in which packs being counted decide between run and alarm (D13), at any time. */
export function warningStates(rule: LedgerRule): number[] {
  const all = allValues(rule)
  const codes = [
    ...machineStates.map(({ code }) => code),
    ...all.flatMap(({ categories }) => Object.keys(categories).map(Number)),
  ]
  return [...new Set(codes)].filter((code) =>
    all.some((values) => categoryRule(values, code) === 'runWhileCounting'),
  )
}

/** What another rule changes in the figures: everything from an instant on (∞: nothing), and before it warnings of some products (D60). */
export type RuleChange = {
  readonly from: number
  /** From when on, by product. */
  readonly products: ReadonlyMap<string, number>
}

export function ruleChange(before: LedgerRule, after: LedgerRule): RuleChange {
  const edges = [before, after].flatMap(({ later = [] }) => later.map(({ from }) => from))
  const products = new Map<string, number>()
  for (const from of [Number.NEGATIVE_INFINITY, ...new Set(edges.sort((a, b) => a - b))]) {
    const change = valuesChange(ruleAt(before, from), ruleAt(after, from))
    if (change === 'everything') return { from, products }
    for (const product of change) if (!products.has(product)) products.set(product, from)
  }
  return { from: Number.POSITIVE_INFINITY, products }
}

/** The products whose warnings last for another time, where that is all. */
function valuesChange(before: RuleValues, after: RuleValues): 'everything' | readonly string[] {
  const plain = ({ holdMs, designPpm, categories }: RuleValues) => ({
    holdMs,
    designPpm,
    categories: { ...categories },
  })
  const otherwise = (values: RuleValues) =>
    countingWindowMs({ ...values, recipePpm: new Map() }, '')
  if (!isDeepStrictEqual(plain(before), plain(after)) || otherwise(before) !== otherwise(after)) {
    return 'everything'
  }
  const named = new Set([...before.recipePpm.keys(), ...after.recipePpm.keys()])
  return [...named].filter(
    (product) => countingWindowMs(before, product) !== countingWindowMs(after, product),
  )
}
