import { isDate } from '@packboard/model'
import { everything, type ProductionFilter } from './filter.ts'
import type { FilterSearch } from './filterSearch.ts'

/** A filter as an address: the whole window with its zone, so that the reader of a link sees the same, and the chosen values. */
export function searchOfFilter(filter: ProductionFilter): FilterSearch {
  const chosen = (value: string | undefined) =>
    value === undefined || value === everything ? undefined : value
  const search: Record<keyof FilterSearch, string | undefined> = {
    from: filter.startDate,
    to: filter.endDate,
    start: filter.startTime,
    end: filter.endTime,
    machine: chosen(filter.machine),
    tool: chosen(filter.tool),
    product: chosen(filter.product),
    recipe: chosen(filter.recipe),
    zone: filter.zone,
  }
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/**
 * The filter that an address means; what it leaves out is as in `defaults`. A window counts only with both of its days,
 * and only what this bar carries is taken: a hidden filter would change figures without a trace on the screen.
 */
export function filterOfSearch(search: FilterSearch, defaults: ProductionFilter): ProductionFilter {
  const { from = '', to = '' } = search
  const window = isDate(from) && isDate(to)
  return {
    ...defaults,
    ...(window && { startDate: from, endDate: to }),
    ...(window && search.start && { startTime: search.start }),
    ...(window && search.end && { endTime: search.end }),
    ...(window && search.zone && { zone: search.zone }),
    tool: search.tool ?? everything,
    recipe: search.recipe ?? everything,
    ...(defaults.product !== undefined && { product: search.product ?? everything }),
    ...(defaults.machine !== undefined && { machine: search.machine ?? everything }),
  }
}

/** The zone that an address means: it counts with a window alone, as everything else of a window. */
export function zoneOfSearch({ from = '', to = '', zone }: FilterSearch): string | undefined {
  return isDate(from) && isDate(to) ? zone : undefined
}
