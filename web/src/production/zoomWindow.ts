import type { FilterSearch } from '../filter/filterSearch.ts'

const unnamed = '-'

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
