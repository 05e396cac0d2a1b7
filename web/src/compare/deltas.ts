import type { CompareFigures } from '@packboard/contract'
import { type CompareColumn, columns } from './columns.ts'

/** A figure against the time before. */
export type Delta = {
  /** Points of a share, percent of any other figure; null where the time before had nothing to divide by. */
  readonly change: number | null
  readonly verdict: 'better' | 'worse' | 'same'
  /** Why the two cannot be set against each other; null where they can. */
  readonly doubt: 'coverage' | 'target' | null
}

/** Coverages further apart than this, in points, are of different times. */
const coverageApart = 5

/** Null where one of the two is not known. */
export function deltaOf(
  column: CompareColumn,
  now: CompareFigures,
  before: CompareFigures | null,
): Delta | null {
  if (before === null) return null
  const { of, unit, better } = columns[column]
  const [value, earlier] = [of(now), of(before)]
  if (value === null || earlier === null) return null
  const difference = value - earlier
  const change =
    unit === '%'
      ? difference
      : earlier !== 0
        ? (100 * difference) / earlier
        : value === 0
          ? 0
          : null
  return {
    change,
    verdict:
      difference === 0 ? 'same' : difference > 0 === (better === 'more') ? 'better' : 'worse',
    doubt: doubtOf(column, now, before),
  }
}

function doubtOf(
  column: CompareColumn,
  { metrics: now }: CompareFigures,
  { metrics: before }: CompareFigures,
): Delta['doubt'] {
  const apart = Math.abs((now.coverage ?? 0) - (before.coverage ?? 0))
  if (apart > coverageApart) return 'coverage'
  return columns[column].ofTarget && now.targetSource !== before.targetSource ? 'target' : null
}
