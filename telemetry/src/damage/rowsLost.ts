import type { PartRange } from '../damagedMonths.ts'

const contains = (outer: PartRange, inner: PartRange) =>
  outer.from <= inner.from && outer.to >= inner.to
const rowsOf = (parts: readonly PartRange[]) => parts.reduce((sum, { rows }) => sum + rows, 0)

/**
 * How many rows of the parts that were known are in none of those that are there now. Merging puts the blocks of several
 * parts into one; a part that is broken at a start may be replaced by those that it was merged from. `keepsRows`: merging
 * removes no row of this table.
 */
export function rowsLost(
  known: readonly PartRange[],
  there: readonly PartRange[],
  keepsRows: boolean,
): number {
  let lost = 0
  for (const part of known) {
    if (there.some((other) => contains(other, part))) continue
    lost += Math.max(0, part.rows - rowsOf(there.filter((other) => contains(part, other))))
  }
  if (!keepsRows) return lost
  for (const part of there) {
    lost += Math.max(0, rowsOf(known.filter((other) => contains(part, other))) - part.rows)
  }
  return lost
}

/** Whether every block of a range is in one of these parts. */
export function isCovered(range: Pick<PartRange, 'from' | 'to'>, there: readonly PartRange[]) {
  let next = range.from
  for (const { from, to } of [...there].sort((a, b) => a.from - b.from)) {
    if (from > next) break
    next = Math.max(next, to + 1)
  }
  return next > range.to
}
