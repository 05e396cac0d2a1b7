import { hourMs } from '../ledger/fold/hour.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'

/** A day of UTC, in milliseconds. */
export const dayMs = 24 * hourMs

/** The start of the day of UTC that an instant belongs to. */
export const dayOf = (at: number) => Math.floor(at / dayMs) * dayMs

export const isIn = ({ from, to }: TimeRange, at: number) => from <= at && at < to

/** The days of UTC that lie wholly inside; none where the stretch has no end. */
export function wholeDays({ from, to }: Pick<MachineStretch, 'from' | 'to'>): TimeRange {
  const first = Math.ceil(from / dayMs) * dayMs
  return { from: first, to: Math.max(first, dayOf(to ?? from)) }
}
