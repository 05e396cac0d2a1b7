import type { FilterSearch } from '../filter/filterSearch.ts'

/** In the address of a zoomed page: the window before zooming, for Reset zoom. */
export type ZoomSearch = { whole?: string }

/** `preset=last7d`, `2026-11-20T06:00_2026-11-21T18:00`, or `-` where the address named no window. */
const shape = /^(-|\w{1,32}|\d{4}-\d\d-\d\dT\d\d:\d\d_\d{4}-\d\d-\d\dT\d\d:\d\d)$/
const unnamed = '-'

/** Reads an address that may have been typed or cut. */
export function readZoomSearch({ whole }: Record<string, unknown>): ZoomSearch {
  return typeof whole === 'string' && shape.test(whole) ? { whole } : {}
}

/** The window of an address in one word. */
export function wholeOf({
  preset,
  from,
  to,
  start = '00:00',
  end = '23:59',
}: FilterSearch): string {
  if (preset !== undefined) return preset
  return from === undefined || to === undefined ? unnamed : `${from}T${start}_${to}T${end}`
}

/** The window that this word is, as an address carries it. */
export function windowOfWhole(whole: string): FilterSearch {
  if (whole === unnamed) return {}
  const [first = '', last] = whole.split('_')
  if (last === undefined) return { preset: first }
  const [from = '', start = ''] = first.split('T')
  const [to = '', end = ''] = last.split('T')
  return { from, start, to, end }
}
