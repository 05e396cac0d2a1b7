import { type FilterSearch, periodOf, readFilterSearch } from '../filter/filterSearch.ts'
import { readLineName } from './lineName.ts'

/** The views of the page of a line. */
export const lineViews = ['now', 'losses', 'flow'] as const
export type LineView = (typeof lineViews)[number]

/** The address of a line: its name, a view where it is not the first one, and the window of its figures. */
export type LineSearch = FilterSearch & { line?: string; view?: LineView }

/** The shift that runs; of a client without shifts the page shows the day. */
const usualWindow = { preset: 'thisShift' } as const

/** Reads an address that may have been typed or cut; a line may be called `3`. */
export function readLineSearch(search: Record<string, unknown>): LineSearch {
  const { client, zone } = readFilterSearch(search)
  const view = lineViews.find((each) => each === search.view)
  return {
    ...(periodOf(search) ?? usualWindow),
    ...(zone && { zone }),
    ...(client && { client }),
    ...readLineName(search),
    ...(view && view !== 'now' && { view }),
  }
}
