import type { StripPart } from '@packboard/model'
import type { SpeedColumns } from '../charts/speedSeries.ts'
import type { DayDetails } from './daySummaryWire.ts'

const minuteMs = 60_000

/** A day as it is drawn: its span, the line of the speed with its gaps, and the states under it. */
export type DayTrace = {
  readonly from: Date
  readonly to: Date
  /** Seconds since 1970, then ppm; null breaks the line. */
  readonly columns: SpeedColumns
  /** Stretches without data of this product and tool. */
  readonly gaps: readonly { readonly from: Date; readonly to: Date }[]
  readonly lane: readonly StripPart[]
}

/** Null where there is not a single minute. A minute without a neighbour begins or ends a gap; a stop is a zero and no gap. */
export function dayTrace({ minutes, changes }: DayDetails): DayTrace | null {
  const first = minutes[0]
  const last = minutes.at(-1)
  if (!first || !last) return null
  const times: number[] = []
  const speeds: (number | null)[] = []
  const gaps: { from: Date; to: Date }[] = []
  const lane: StripPart[] = []

  const hold = (from: Date, to: Date, state: number) => {
    if (from >= to) return
    const before = lane.at(-1)
    if (before && before.state === state && before.to.getTime() === from.getTime()) {
      lane[lane.length - 1] = { ...before, to }
    } else lane.push({ from, to, state })
  }

  let known = first.at
  let next = 0
  for (const minute of minutes) {
    const end = new Date(minute.at.getTime() + minuteMs)
    if (minute.at > known) {
      gaps.push({ from: known, to: minute.at })
      times.push((known.getTime() + minute.at.getTime()) / 2_000)
      speeds.push(null)
    }
    times.push((minute.at.getTime() + minuteMs / 2) / 1_000)
    speeds.push(minute.ppm)

    const before = lane.at(-1)
    const goesOn = before !== undefined && before.to.getTime() === minute.at.getTime()
    const inside: { at: Date; state: number }[] = []
    for (let change = changes[next]; change && change.at < end; change = changes[++next]) {
      if (change.at >= minute.at) inside.push(change)
    }
    // A minute of one state has that state; in a minute of several, only the state before it shows how it began.
    let state = goesOn && inside.length > 0 ? before.state : minute.state
    let from = minute.at
    for (const change of inside) {
      hold(from, change.at, state)
      from = change.at
      state = change.state
    }
    hold(from, end, state)
    known = end
  }
  return {
    from: first.at,
    to: new Date(last.at.getTime() + minuteMs),
    columns: [times, speeds],
    gaps,
    lane,
  }
}
