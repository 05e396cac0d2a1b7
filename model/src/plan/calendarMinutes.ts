/**
 * A calendar without clocks: each day of it has 1,440 minutes, whatever a zone does. A plan is written on it, and its
 * minutes become instants only at the end (`plannedSpans.ts`).
 */

export const dayMinutes = 1_440
export const weekMinutes = 7 * dayMinutes

/** Minutes from midnight to a time of day (`HH:mm`). */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const dayMs = 86_400_000

/** How many days a date (`YYYY-MM-DD`) is after 1970-01-01. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs)
}

/** The date with this number. */
export function dateOfDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Day of the week: Monday is 1, Sunday is 7. 1970-01-01 was a Thursday. */
export function weekdayOfDay(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** The minute of the calendar at which a date has this time of day. */
export function calendarMinute(date: string, time: string): number {
  return dayNumber(date) * dayMinutes + minuteOf(time)
}

/** The time of day of a minute, as `HH:mm`. */
export function timeOfMinute(minute: number): string {
  const ofDay = ((minute % dayMinutes) + dayMinutes) % dayMinutes
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`
}

/** From the first to the minute before the last. */
export type Stretch = { readonly start: number; readonly end: number }

/** The minutes of a weekly stretch, counted from Monday 00:00; its end may lie in the week after. */
export function stretchOfWeek(entry: {
  readonly weekday: number
  readonly from: string
  readonly to: string
}): Stretch {
  const start = (entry.weekday - 1) * dayMinutes + minuteOf(entry.from)
  const length = minuteOf(entry.to) - minuteOf(entry.from)
  return { start, end: start + (length > 0 ? length : length + dayMinutes) }
}

/** Is this minute of the week within the stretch, which may run over the end of the week? */
export function coversMinute({ start, end }: Stretch, minute: number): boolean {
  return (
    (minute >= start && minute < end) ||
    (minute + weekMinutes >= start && minute + weekMinutes < end)
  )
}

/** Do two stretches have a minute in common? */
export function overlap(a: Stretch, b: Stretch): boolean {
  return a.start < b.end && b.start < a.end
}

/** The same of two stretches of a week, which begins again after its last minute. */
export function overlapInWeek(a: Stretch, b: Stretch): boolean {
  const moved = (by: number): Stretch => ({ start: b.start + by, end: b.end + by })
  return [-weekMinutes, 0, weekMinutes].some((by) => overlap(a, moved(by)))
}
