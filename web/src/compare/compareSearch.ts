import { type CompareBy, compareBys } from '@packboard/contract'
import { type FilterSearch, readFilterSearch } from '../filter/filterSearch.ts'
import { type CompareColumn, compareColumns } from './columns.ts'

/** The address of a comparison: window and filter, and what a person chose of the table. */
export type CompareSearch = FilterSearch & {
  by?: string
  /** A column, with a `-` before it from the largest down; `key` is the name of the row. */
  sort?: string
  /** Only rows with this in their name. */
  find?: string
  /** `none`: without the time before. */
  before?: string
  /** `yes`: with micro-stops and changeovers. */
  lengths?: string
}

export type CompareSort = {
  readonly column: CompareColumn | 'key'
  readonly descending: boolean
}

/** What the table shows, from an address that may have been typed or cut; null where it names nothing. */
export type CompareView = {
  readonly by: CompareBy | null
  readonly sort: CompareSort | null
  readonly find: string
  readonly withBefore: boolean
  readonly withLengths: boolean
}

export function readCompareSearch(search: Record<string, unknown>): CompareView {
  const { by, sort, find, before, lengths } = search
  const text = typeof find === 'number' ? String(find) : find
  return {
    by: compareBys.find((each) => each === by) ?? null,
    sort: typeof sort === 'string' ? readSort(sort) : null,
    find: typeof text === 'string' ? text.slice(0, 100) : '',
    withBefore: before !== 'none',
    withLengths: lengths === 'yes',
  }
}

function readSort(text: string): CompareSort | null {
  const descending = text.startsWith('-')
  const name = descending ? text.slice(1) : text
  const column = name === 'key' ? name : compareColumns.find((each) => each === name)
  return column === undefined ? null : { column, descending }
}

/** The same as an address, with the window and filter that it holds besides. */
export function searchOfView(view: CompareView, rest: FilterSearch): CompareSearch {
  return {
    ...rest,
    ...(view.by !== null && { by: view.by }),
    ...(view.sort !== null && { sort: `${view.sort.descending ? '-' : ''}${view.sort.column}` }),
    ...(view.find !== '' && { find: view.find }),
    ...(!view.withBefore && { before: 'none' }),
    ...(view.withLengths && { lengths: 'yes' }),
  }
}

/** The part of an address that is window and filter. */
export const filterPart = (search: Record<string, unknown>): FilterSearch =>
  readFilterSearch(search)
