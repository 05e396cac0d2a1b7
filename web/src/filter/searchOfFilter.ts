import { type FilterWindow, isDate } from '@packboard/model'
import { everything, type ProductionFilter } from './filter.ts'
import { type FilterSearch, presetName, presetOfName, type WindowPreset } from './filterSearch.ts'

/**
 * A filter as an address: the whole window with its zone, so that the reader of a link sees the same, or the preset that
 * it is, so that a bookmark moves on; and the chosen values.
 */
export function searchOfFilter(filter: ProductionFilter): FilterSearch {
  const chosen = (value: string | undefined) =>
    value === undefined || value === everything ? undefined : value
  const preset = presetName(filter.preset)
  const window = {
    from: filter.startDate,
    to: filter.endDate,
    start: filter.startTime,
    end: filter.endTime,
  }
  const search: Record<string, string | undefined> = {
    ...(preset === undefined ? window : { preset }),
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
export function filterOfSearch(
  search: FilterSearch,
  defaults: ProductionFilter,
  windowOf: (preset: WindowPreset, zone: string) => FilterWindow | null = () => null,
): ProductionFilter {
  const { from = '', to = '' } = search
  const window = isDate(from) && isDate(to)
  const preset = window ? undefined : presetOfName(search.preset ?? '')
  const named = preset && windowOf(preset, search.zone ?? defaults.zone)
  return {
    ...defaults,
    ...(named && { ...named, preset }),
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
export function zoneOfSearch({
  from = '',
  to = '',
  preset,
  zone,
}: FilterSearch): string | undefined {
  return preset !== undefined || (isDate(from) && isDate(to)) ? zone : undefined
}
