import { firstPlace } from '../firstPlace.ts'
import { dayMs, dayOf } from '../ledger/fold/minute.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'

/** The step that an instant lies in: the last of these ascending starts that is not after it; −1 before the first. */
export function stepAt(starts: readonly number[], at: number): number {
  return firstPlace(starts.length, (step) => (starts[step] ?? 0) > at) - 1
}

/** [from, to) cut at the starts of steps. */
export function partsOf(
  starts: readonly number[],
  from: number,
  to: number,
): (readonly [from: number, to: number])[] {
  const inside = starts.filter((start) => start > from && start < to)
  const begins = [from, ...inside]
  return begins.map((begin, i) => [begin, begins[i + 1] ?? to])
}

export const isIn = ({ from, to }: TimeRange, at: number) => from <= at && at < to

/** The days of UTC that lie wholly inside; none where the stretch has no end. */
export function wholeDays({ from, to }: Pick<MachineStretch, 'from' | 'to'>): TimeRange {
  const first = Math.ceil(from / dayMs) * dayMs
  return { from: first, to: Math.max(first, dayOf(to ?? from)) }
}

/** So many cached rows are added up between two looks at the time, some milliseconds. */
export const rowsAtOnce = 2_000

/** A range with so many rows in pieces of about `rowsAtOnce`; each but the last is whole days long, so that none divides a cached day. */
export function* rangePieces({ from, to }: TimeRange, rows: number): Generator<TimeRange> {
  const share = rowsAtOnce / Math.max(rows, rowsAtOnce)
  const pieceMs = Math.ceil(((to - from) * share) / dayMs) * dayMs
  for (let at = from; at < to; at += pieceMs) yield { from: at, to: Math.min(at + pieceMs, to) }
}
