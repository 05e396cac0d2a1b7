import {
  type FilterSearch,
  periodOf,
  readFilterSearch,
  usualTimeline,
} from '../filter/filterSearch.ts'

/** The address of the timeline: a window, the last 24 hours where it names none, and a line. */
export type TimelineSearch = FilterSearch & { line?: string }

/** Reads an address that may have been typed or cut. */
export function readTimelineSearch(search: Record<string, unknown>): TimelineSearch {
  const { client, zone } = readFilterSearch(search)
  const line = typeof search.line === 'number' ? String(search.line) : search.line
  return {
    ...(periodOf(search) ?? usualTimeline),
    ...(zone && { zone }),
    ...(client && { client }),
    ...(typeof line === 'string' && line !== '' && line.length <= 512 && { line }),
  }
}
