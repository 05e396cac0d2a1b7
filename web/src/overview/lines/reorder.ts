import type { Arrangement } from '../arrangement.ts'

/**
 * The own order after a machine of a group is moved to a place in it; undefined where it stays. Favourites come first, so that a machine
 * stays among those of its kind. The order of other groups does not change.
 */
export function movedTo(
  { order, favourites }: Arrangement,
  group: readonly string[],
  serialNo: string,
  to: number,
): string[] | undefined {
  const from = group.indexOf(serialNo)
  const stars = group.filter((each) => favourites.includes(each)).length
  const [first, last] = favourites.includes(serialNo) ? [0, stars - 1] : [stars, group.length - 1]
  const place = Math.min(Math.max(to, first), last)
  if (from < 0 || place === from) return undefined
  const moved = group.toSpliced(from, 1).toSpliced(place, 0, serialNo)
  const own = new Set(group)
  return [...order.filter((each) => !own.has(each)), ...moved]
}

/** The favourites with this machine, or without it if it was one. */
export const withStar = ({ favourites }: Arrangement, serialNo: string): string[] =>
  favourites.includes(serialNo)
    ? favourites.filter((each) => each !== serialNo)
    : [...favourites, serialNo]
