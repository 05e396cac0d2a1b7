import type { CompareFigures } from '@packboard/contract'
import { type ColumnUnit, type CompareColumn, columns } from './columns.ts'

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
  strict = false,
): Delta | null {
  if (before === null) return null
  const { of, ofTarget, ...how } = columns[column]
  const change = changeOf(how, of(now), of(before))
  return change && { ...change, doubt: doubtOf(now.metrics, before.metrics, ofTarget, strict) }
}

/** How a figure changed; null where one of the two is not known. */
export function changeOf(
  { unit, better }: { readonly unit: ColumnUnit; readonly better: 'more' | 'less' },
  value: number | null,
  earlier: number | null,
): Omit<Delta, 'doubt'> | null {
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
  }
}

/** What says whether two windows can be set against each other. */
type Basis = Pick<CompareFigures['metrics'], 'coverage' | 'lowCoverage' | 'targetSource'>

/** `strict`: also a window of low coverage (D23) is not comparable, however low the other one is. */
export function doubtOf(
  now: Basis,
  before: Basis,
  ofTarget: boolean,
  strict: boolean,
): Delta['doubt'] {
  const apart = Math.abs((now.coverage ?? 0) - (before.coverage ?? 0))
  if (apart > coverageApart || (strict && (now.lowCoverage || before.lowCoverage))) {
    return 'coverage'
  }
  return ofTarget && now.targetSource !== before.targetSource ? 'target' : null
}
