import { dayMinutes, isTimeOfDay, minuteOf, timeOfMinute } from '@packboard/model'

type Times = { readonly from: string; readonly to: string }

/** Minutes of a bar: where on its day it begins, and how long it is; null while one of its times is being typed. */
export function lengthOf({ from, to }: Times): { start: number; length: number } | null {
  if (!isTimeOfDay(from) || !isTimeOfDay(to)) return null
  const length = minuteOf(to) - minuteOf(from)
  return { start: minuteOf(from), length: length > 0 ? length : length + dayMinutes }
}

const timesOf = (start: number, length: number): Times => ({
  from: timeOfMinute(start),
  to: timeOfMinute(start + length),
})

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value))

/** The same length, begun earlier or later on the same day. */
export function moved(times: Times, minutes: number): Times {
  const at = lengthOf(times)
  return at ? timesOf(within(at.start + minutes, 0, dayMinutes - 1), at.length) : times
}

/** Another end, at most a day after the start. */
export function endMoved(times: Times, minutes: number): Times {
  const at = lengthOf(times)
  return at ? timesOf(at.start, within(at.length + minutes, 1, dayMinutes)) : times
}

/** Another start with the same end. */
export function startMoved(times: Times, minutes: number): Times {
  const at = lengthOf(times)
  if (!at) return times
  const by = within(minutes, Math.max(-at.start, at.length - dayMinutes), at.length - 1)
  return timesOf(at.start + by, at.length - by)
}

/** From one minute of a day to another one, in either order. */
export function drawn(a: number, b: number): Times {
  const [start, end] = a < b ? [a, b] : [b, a]
  return timesOf(Math.min(start, dayMinutes - 1), Math.max(1, end - start))
}
