import { type FilterWindow, filterPeriod, periodSeconds } from '@packboard/model'
import { textsOf } from '../i18n/useTexts.ts'
import type { WindowPreset } from './filterSearch.ts'
import { followsTheClock } from './presetWindow.ts'

/** The value of a select without a restriction; the word of the calls, shown in the reader's language. */
export const everything = 'All'

/**
 * The values of a filter bar. A bar shows a select only for what its filter carries: the production page has no machine to
 * choose, because its address names one.
 */
export type ProductionFilter = FilterWindow & {
  readonly tool: string
  /** State code, name of a state, or alarm group (D17); set by a click on a slice. */
  readonly recipe: string
  readonly product?: string
  readonly machine?: string
  /** The window is this preset's and moves on with the clock (D77). */
  readonly preset?: WindowPreset | undefined
}

/** What makes two filters the same question: a window that follows the clock is one question all the time. */
export function questionKey(filter: ProductionFilter): object {
  if (!followsTheClock(filter.preset)) return filter
  const { startDate, startTime, endDate, endTime, ...rest } = filter
  return rest
}

/** Do two filters ask for the same, apart from the minutes that went by? */
export const sameQuestion = (a: ProductionFilter, b: ProductionFilter) =>
  a === b || JSON.stringify(questionKey(a)) === JSON.stringify(questionKey(b))

/** Is this a filter by alarm group or state? */
export const isByCause = ({ recipe }: ProductionFilter) => recipe !== everything

/** The selects of a filter, in the order of the bar. */
export type FilterChoice = 'machine' | 'tool' | 'product'

/** An unchanged bar: everything, in a window of its own. */
export function openFilter(
  window: FilterWindow,
  carried: readonly ('product' | 'machine')[],
): ProductionFilter {
  return {
    ...window,
    tool: everything,
    recipe: everything,
    ...(carried.includes('product') && { product: everything }),
    ...(carried.includes('machine') && { machine: everything }),
  }
}

/** Days of the longest window (specification §9 and D55): 3 years. */
const mostDays = 3 * 366

/** Why a filter cannot be requested, in words beside its fields; null when it can. */
export function filterFault(filter: FilterWindow): string | null {
  const say = textsOf('filters')
  if (!filter.startTime || !filter.endTime) return say('bothTimes')
  const { from, to } = filterPeriod(filter)
  if (from.getTime() >= to.getTime()) return say('endBeforeStart')
  if (periodSeconds({ from, to }) > mostDays * 86_400) return say('tooLong')
  return null
}

/** Under such a filter the time of other products, tools or states may be missing. */
export function isNarrowed({ tool, recipe, product = everything }: ProductionFilter): boolean {
  return [tool, recipe, product].some((choice) => choice !== everything)
}
