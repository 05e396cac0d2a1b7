import type { TimeRange } from '../ledger/timeRanges.ts'
import { dayMs } from './wholeDays.ts'

/** So many rows in memory are added up between two looks at the time, some milliseconds. */
export const rowsAtOnce = 2_000

/** A range with so many rows in pieces of about `rowsAtOnce`; each but the last is whole days long, so that none divides what is held. */
export function* rangePieces({ from, to }: TimeRange, rows: number): Generator<TimeRange> {
  const share = rowsAtOnce / Math.max(rows, rowsAtOnce)
  const pieceMs = Math.ceil(((to - from) * share) / dayMs) * dayMs
  for (let at = from; at < to; at += pieceMs) yield { from: at, to: Math.min(at + pieceMs, to) }
}
