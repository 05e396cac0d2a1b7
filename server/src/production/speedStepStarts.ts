import type { AggregationInterval } from '@packboard/contract'
import {
  addDays,
  isEmptyPeriod,
  localDate,
  overlayLimitSeconds,
  type Period,
  startOfDay,
} from '@packboard/model'

/** The steps of a speed chart: where each begins and where the last one ends, in ms. */
type SpeedStepStarts = {
  readonly interval: AggregationInterval
  readonly steps: readonly number[]
  readonly ends: number
}

const minute = 60_000
const hour = 60 * minute

/** Longer steps for longer windows (D27), each with its length in ms by which steps are counted. */
const lengths: readonly (readonly [AggregationInterval, number])[] = [
  ['5 minutes', 5 * minute],
  ['15 minutes', 15 * minute],
  ['1 hour', hour],
  ['6 hours', 6 * hour],
]
const mostSteps = 1_500

/** Up to 24 hours a point is a minute; beyond, the first step with at most 1,500 of them (D27). */
function aggregationOf({ from, to }: Period): readonly [AggregationInterval, number] {
  const length = to.getTime() - from.getTime()
  if (length <= overlayLimitSeconds * 1000) return ['as-is', minute]
  const fits = lengths.find(([, step]) => length / step <= mostSteps)
  return fits ?? ['1 day', 24 * hour]
}

/**
 * The steps that touch a window. Minutes lie on the grid of UTC. Hours are counted from each local midnight in real
 * hours, so the last step of a day ends at the next midnight and may be short or long where the clocks change; a day is
 * a day of the zone (D15). The first step may begin before the window.
 */
export function speedStepStarts(period: Period, zone: string): SpeedStepStarts {
  return startsOf(period, zone, aggregationOf(period))
}

/** The longest window, in ms, of each step of the lanes: at most some 300 of them lie side by side, beyond 14 days whole days. */
const laneLengths: readonly (readonly [AggregationInterval, number, most: number])[] = [
  ['as-is', minute, 4 * hour],
  ['5 minutes', 5 * minute, 24 * hour],
  ['15 minutes', 15 * minute, 72 * hour],
  ['1 hour', hour, 14 * 24 * hour],
]

/** The steps of the lanes under a speed chart (decision letter 37): wide enough to be seen as columns. */
export function laneStepStarts(period: Period, zone: string): SpeedStepStarts {
  const length = period.to.getTime() - period.from.getTime()
  const [interval, step] = laneLengths.find(([, , most]) => length <= most) ?? ['1 day', 24 * hour]
  return startsOf(period, zone, [interval, step])
}

function startsOf(
  period: Period,
  zone: string,
  [interval, step]: readonly [AggregationInterval, number],
): SpeedStepStarts {
  if (isEmptyPeriod(period)) return { interval, steps: [], ends: period.from.getTime() }
  const onGrid = interval === 'as-is' || interval === '5 minutes' || interval === '15 minutes'
  const starts = onGrid
    ? gridStarts(period, step)
    : localStarts(period, zone, interval === '1 day' ? Infinity : step)
  return { interval, ...starts }
}

function gridStarts({ from, to }: Period, step: number) {
  const steps: number[] = []
  let at = Math.floor(from.getTime() / step) * step
  for (; at < to.getTime(); at += step) steps.push(at)
  return { steps, ends: at }
}

function localStarts({ from, to }: Period, zone: string, step: number) {
  const steps: number[] = []
  let date = localDate(from, zone)
  let begins = startOfDay(date, zone).getTime()
  let ends = begins
  while (begins < to.getTime()) {
    date = addDays(date, 1)
    // A day that the zone skipped has no length.
    const nextDay = startOfDay(date, zone).getTime()
    for (let at = begins; at < nextDay && at < to.getTime(); at += step) {
      ends = Math.min(at + step, nextDay)
      if (ends > from.getTime()) steps.push(at)
    }
    begins = nextDay
  }
  return { steps, ends }
}
