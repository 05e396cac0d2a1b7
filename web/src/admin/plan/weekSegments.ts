import { dayMinutes } from '@packboard/model'
import { lengthOf } from './barTimes.ts'
import { type Bar, barsOf, type PlanRow } from './planDraft.ts'

/** What of a bar lies on one day. */
export type Segment = {
  readonly bar: Bar
  readonly row: PlanRow
  /** The day on which it is drawn; Monday is 1. */
  readonly day: number
  /** In minutes of the day. */
  readonly start: number
  readonly length: number
  /** The rest of a bar that began on the day before. */
  readonly isRest: boolean
  /** It goes on on the next day. */
  readonly goesOn: boolean
}

/** A bar over midnight is two: one on each day. Those whose times are being typed are none. */
export function weekSegments(rows: readonly PlanRow[]): Segment[] {
  return barsOf(rows).flatMap(({ key, weekday, row }): Segment[] => {
    const at = lengthOf(row)
    if (!at) return []
    const after = at.start + at.length - dayMinutes
    const goesOn = after > 0
    const first = {
      bar: { key, weekday },
      row,
      day: weekday,
      start: at.start,
      length: goesOn ? dayMinutes - at.start : at.length,
      isRest: false,
      goesOn,
    }
    if (!goesOn) return [first]
    return [
      first,
      { ...first, day: (weekday % 7) + 1, start: 0, length: after, isRest: true, goesOn: false },
    ]
  })
}
