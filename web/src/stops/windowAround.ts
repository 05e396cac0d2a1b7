import { periodFilter } from '@packboard/model'
import type { ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'

/** What is shown before and after a stop. */
const aroundMs = 5 * 60_000

/** The filter of a page with the window from five minutes before a stop to five minutes after it, in whole minutes. */
export function windowAround(filter: ProductionFilter, start: Date, end: Date): ProductionFilter {
  const { preset: _preset, ...rest } = filter
  const period = {
    from: new Date(start.getTime() - aroundMs),
    to: new Date(end.getTime() + aroundMs),
  }
  return { ...rest, ...periodFilter(period, filter.zone) }
}

/** The address of a stop on the page of its machine: the minutes around it, with the stop open. */
export const searchOfStop = (
  filter: ProductionFilter,
  { start, end }: { readonly start: Date; readonly end: Date },
) => ({
  ...searchOfFilter(windowAround(filter, start, end)),
  of: 'all' as const,
  stop: start.toISOString(),
})
