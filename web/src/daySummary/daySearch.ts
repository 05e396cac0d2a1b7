import { type EarlierSearch, type FilterSearch, readFilterSearch } from '../filter/filterSearch.ts'

/** The columns that days are sorted by, as an address names them. */
export const dayColumns = ['day', 'machine', 'product', 'tool', 'idle', 'packs', 'run'] as const
export type DayColumn = (typeof dayColumns)[number]

/** What the days are grouped by. */
export const dayGroups = ['machine', 'line'] as const
export type DayGroup = (typeof dayGroups)[number]

export type DaySort = { readonly column: DayColumn; readonly descending: boolean }

/** The address of the days: window and filter, and what a person chose of the table. */
export type DaySearch = FilterSearch &
  EarlierSearch & {
    /** A column, with a `-` before it from the largest down. */
    sort?: string
    /** Only rows with this in their day, machine, product or tool. */
    find?: string
    page?: number
    group?: string
  }

/** What the table shows, from an address that may have been typed or cut. */
export type DayView = {
  /** null: as the answer has them, the newest day first. */
  readonly sort: DaySort | null
  readonly find: string
  readonly page: number
  /** null: not grouped. */
  readonly group: DayGroup | null
}

/** No table has more rows than 10,000, ten on a page. */
const mostPages = 1_000

export function readDaySearch({ sort, find, page, group }: Record<string, unknown>): DayView {
  const text = typeof find === 'number' ? String(find) : find
  const number = Number(page)
  return {
    sort: typeof sort === 'string' ? readSort(sort) : null,
    find: typeof text === 'string' ? text.slice(0, 100) : '',
    page: Number.isInteger(number) && number >= 1 && number <= mostPages ? number : 1,
    group: dayGroups.find((each) => each === group) ?? null,
  }
}

function readSort(text: string): DaySort | null {
  const descending = text.startsWith('-')
  const column = dayColumns.find((each) => each === (descending ? text.slice(1) : text))
  return column === undefined ? null : { column, descending }
}

/** The same as an address, with the window and filter that it holds besides. */
export function searchOfDays({ sort, find, page, group }: DayView, rest: FilterSearch): DaySearch {
  return {
    ...rest,
    ...(sort !== null && { sort: `${sort.descending ? '-' : ''}${sort.column}` }),
    ...(find !== '' && { find }),
    ...(page > 1 && { page }),
    ...(group !== null && { group }),
  }
}

/** The part of an address that is window and filter. */
export const filterPart = (search: Record<string, unknown>): FilterSearch =>
  readFilterSearch(search)
