import type { MissingPart, PartRange } from '../damagedMonths.ts'

/** A part that is there; `fresh`: it is one insert, as it was written, neither merged nor rewritten since. */
export type PartThere = PartRange & { readonly fresh: boolean }
type Range = Pick<PartRange, 'from' | 'to'>

const contains = (outer: Range, inner: Range) => outer.from <= inner.from && outer.to >= inner.to
const isSame = (a: Range, b: Range) => a.from === b.from && a.to === b.to
const rowsOf = (parts: readonly PartRange[]) => parts.reduce((sum, { rows }) => sum + rows, 0)

/** The rows of several parts were merged into one with fewer: which are missing is in no part. */
const mergedOver = 'merged'

/**
 * After a loss at the end of a table the engine gives the numbers of the lost blocks to the next inserts. Such an insert is
 * not the part that was known, although its range is.
 */
const isIn = (known: PartRange, there: PartThere) =>
  known.id === there.id || (contains(there, known) && !there.fresh)

/**
 * The parts that were known and whose rows are in none of those that are there now, with the rows that are lost of each.
 * Merging puts the blocks of several parts into one; a part that is broken at a start may be replaced by those that it was
 * merged from. `keepsRows`: merging removes no row of this table; of another one only the blocks say whether something is
 * missing, and not how many rows.
 */
export function lostParts(
  known: readonly PartRange[],
  there: readonly PartThere[],
  keepsRows: boolean,
): MissingPart[] {
  const lost: MissingPart[] = []
  const kept: PartRange[] = []
  for (const part of known) {
    if (there.some((other) => isIn(part, other))) {
      kept.push(part)
      continue
    }
    const inside = there.filter((other) => contains(part, other) && !isSame(part, other))
    const rows = part.rows - rowsOf(inside)
    if (rows > 0) lost.push({ ...part, rows })
    else if (!keepsRows && !isCovered(part, inside)) lost.push({ ...part, rows: null })
  }
  if (!keepsRows) return lost
  for (const part of there) {
    const rows = rowsOf(kept.filter((other) => contains(part, other))) - part.rows
    if (rows > 0) lost.push({ from: part.from, to: part.to, rows, id: mergedOver })
  }
  return lost
}

/** What is there of the parts of one month. */
export type Found = {
  readonly active: readonly PartThere[]
  readonly detached: readonly Range[]
  /** Parts that were merged into active ones, as long as the engine remembers them. */
  readonly merged: readonly (Range & { readonly id: string })[]
}

/**
 * Whether a part that was missing is there again, by its content: other records have come in the blocks of its range, and
 * were merged, while it was missing. Where none have (`untouched`), it may have been merged before it was missed; one that
 * was put back may be merged before anything looks. One of which only the range is known is back when all of its blocks are
 * there.
 */
export function isBack(
  missing: MissingPart,
  { active: there, detached, merged }: Found,
  untouched = false,
): boolean {
  if (missing.id === '') {
    return isCovered(missing, there) && !detached.some((part) => isSame(part, missing))
  }
  const since = merged.filter(({ id }) => id === missing.id)
  if (since.some((one) => there.some((part) => !part.fresh && contains(part, one)))) return true
  return there.some(
    (part) => part.id === missing.id || (untouched && !part.fresh && contains(part, missing)),
  )
}

/** Whether every block of a range is in one of these parts. */
export function isCovered(range: Range, there: readonly Range[]) {
  let next = range.from
  for (const { from, to } of [...there].sort((a, b) => a.from - b.from)) {
    if (from > next) break
    next = Math.max(next, to + 1)
  }
  return next > range.to
}
