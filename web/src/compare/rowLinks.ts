import type { CompareBy, CompareRow } from '@packboard/contract'
import { filterPeriod, periodFilter } from '@packboard/model'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import type { FilterSearch } from '../filter/filterSearch.ts'
import { dayText } from '../filter/filterText.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** Where the figures of a row stand on a page of their own. */
export type RowLink =
  | { readonly to: 'production'; readonly serialNo: string; readonly search: FilterSearch }
  | { readonly to: 'days' | 'machines'; readonly search: FilterSearch }
  | { readonly to: 'timeline'; readonly line: string; readonly search: FilterSearch }

/**
 * The pages that show a row's own window and filter, the nearest first. A line is no filter of a page with figures, and
 * the shifts of several days are no window: those have fewer.
 */
export function rowLinks(
  by: CompareBy,
  row: Pick<CompareRow, 'key' | 'from' | 'to'>,
  { filter, until }: AsOf,
  days: boolean,
): RowLink[] {
  const own = filterOfRow(by, row, filter, until)
  if (own === null) return []
  if (by === 'line') {
    const { product: _, machine: __, ...rest } = own
    return [
      {
        to: 'timeline',
        line: row.key,
        search: searchOfFilter({ ...rest, tool: everything, recipe: everything }),
      },
    ]
  }
  const { machine = everything, ...rest } = own
  const page: RowLink =
    machine === everything
      ? { to: 'machines', search: searchOfFilter(own) }
      : { to: 'production', serialNo: machine, search: searchOfFilter(rest) }
  return days ? [page, { to: 'days', search: searchOfFilter(own) }] : [page]
}

/** The page's filter with what the row adds to it; null where no filter says that. */
function filterOfRow(
  by: CompareBy,
  { key, from, to }: Pick<CompareRow, 'key' | 'from' | 'to'>,
  filter: ProductionFilter,
  until: string | undefined,
): ProductionFilter | null {
  if (by === 'line') return filter
  // No filter of a page names a machine type or an operator.
  if (by === 'machineType' || by === 'operator') return null
  if (by === 'machine' || by === 'product' || by === 'tool') {
    // An empty value is met by no filter.
    return key === '' ? null : { ...filter, [by]: key }
  }
  if (from === null || to === null) return null
  // What still runs ends where the page's window does: the future is part of no figure.
  const end = until !== undefined && to >= new Date(until) ? filterPeriod(filter).to : to
  const { preset: _, ...kept } = filter
  return { ...kept, ...periodFilter({ from, to: end }, filter.zone) }
}

/** A row as people call it. */
export function rowName(by: CompareBy, key: string): string {
  switch (by) {
    case 'product':
      return reportedText(key) || textsOf('explain')('noProduct')
    case 'tool':
      return reportedText(key) || textsOf('explain')('noTool')
    case 'operator':
      return reportedText(key) || textsOf('explain')('noOperator')
    case 'day':
      return dayText(key)
    case 'week':
      return textsOf('compare')('weekOf', { day: dayText(key) })
    default:
      return key
  }
}
