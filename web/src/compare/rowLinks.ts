import type { CompareBy, CompareRow } from '@packboard/contract'
import { filterPeriod, periodFilter, type ShiftPlan, shiftsIn } from '@packboard/model'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import type { EarlierSearch, FilterSearch } from '../filter/filterSearch.ts'
import { dayText } from '../filter/filterText.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** Where the figures of a row stand on a page of their own. */
export type RowLink =
  | { readonly to: 'production'; readonly serialNo: string; readonly search: PageSearch }
  | { readonly to: 'days' | 'machines'; readonly search: PageSearch }
  | { readonly to: 'timeline'; readonly line: string; readonly search: FilterSearch }
  /** `start`: an instant in it. Of a row of several shifts it is the newest. */
  | { readonly to: 'shift'; readonly start: string; readonly isOfSeveral: boolean }

type PageSearch = FilterSearch & EarlierSearch

/** What decides which pages a row leads to. */
type Ways = {
  /** The client has a page of days. */
  readonly hasDays: boolean
  /** The figures are compared with the period before: the page that follows does so, too. */
  readonly withBefore: boolean
  readonly plan: ShiftPlan | null
}

/**
 * The pages that show a row's own window and filter, the nearest first. A line is no filter of a page with figures; the
 * shifts of several days are no window, and lead to the newest of them.
 */
export function rowLinks(
  by: CompareBy,
  row: Pick<CompareRow, 'key' | 'from' | 'to'>,
  { filter, until }: AsOf,
  { hasDays, withBefore, plan }: Ways,
): RowLink[] {
  const shift = by === 'shift' ? shiftLink(row, { filter, until }, plan) : []
  const own = filterOfRow(by, row, filter, until)
  if (own === null) return shift
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
  const compared: EarlierSearch = withBefore ? { with: 'before' } : {}
  const page: RowLink =
    machine === everything
      ? { to: 'machines', search: searchOfFilter(own) }
      : {
          to: 'production',
          serialNo: machine,
          search: { ...searchOfFilter(rest), ...compared },
        }
  const days: RowLink = { to: 'days', search: { ...searchOfFilter(own), ...compared } }
  return [...shift, page, ...(hasDays ? [days] : [])]
}

/** The page of a shift: that of the row, or the newest of those that it adds up. */
function shiftLink(
  { key, from }: Pick<CompareRow, 'key' | 'from'>,
  { filter, until }: { readonly filter: ProductionFilter; readonly until: string | undefined },
  plan: ShiftPlan | null,
): RowLink[] {
  if (from !== null) return [{ to: 'shift', start: from.toISOString(), isOfSeveral: false }]
  if (plan === null) return []
  const period = filterPeriod(filter)
  const to = until === undefined ? period.to : new Date(until)
  const newest = shiftsIn(plan.starts, plan.zone, { from: period.from, to }).findLast(
    ({ name }) => name === key,
  )
  if (newest === undefined) return []
  return [{ to: 'shift', start: newest.period.from.toISOString(), isOfSeveral: true }]
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
