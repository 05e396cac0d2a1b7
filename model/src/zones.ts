import * as DateTimes from 'temporal-polyfill/fns/PlainDateTime'
import * as Zoned from 'temporal-polyfill/fns/ZonedDateTime'
import { datePattern, isDate, timePattern } from './zoneNames.ts'

/**
 * Time zones (D15): the store is UTC, people read local time. Every conversion between local time and an instant is
 * here; the tree-shakeable half of temporal-polyfill keeps it small for the browser.
 */

/** A calendar day as `YYYY-MM-DD` and a time of day as `HH:mm`, in some zone. */
export type WallTime = { readonly date: string; readonly time: string }

/** A clock time that exists twice means the first for a start and the second for an end (D16). */
export type WindowSide = 'start' | 'end'

function inZone(at: Date, zone: string) {
  return Zoned.create(BigInt(at.getTime()) * 1_000_000n, zone)
}

const two = (value: number) => String(value).padStart(2, '0')
const four = (value: number) => String(value).padStart(4, '0')

/** What calendar and clock on the wall show at a moment; seconds are cut off. */
export function wallTime(at: Date, zone: string): WallTime {
  const { year, month, day, hour, minute } = inZone(at, zone)
  return {
    date: `${four(year)}-${two(month)}-${two(day)}`,
    time: `${two(hour)}:${two(minute)}`,
  }
}

/** The day on the wall calendar at a moment. */
export function localDate(at: Date, zone: string): string {
  return wallTime(at, zone).date
}

/**
 * The moment at which a wall clock shows this time, and whether that time exists on that day. One that does not exist
 * moves forward to the next that does: the moment at which the clocks jump (D16).
 */
export function resolveWallTime(
  { date, time }: WallTime,
  zone: string,
  side: WindowSide,
): { readonly at: Date; readonly exists: boolean } {
  const [, year, month, day] = datePattern.exec(date) ?? []
  const [, hour, minute] = timePattern.exec(time) ?? []
  if (!isDate(date) || hour === undefined) throw new RangeError(`No such time: ${date} ${time}`)
  const wall = DateTimes.create(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
  )
  const earlier = DateTimes.toZonedDateTime(wall, zone, { disambiguation: 'earlier' })
  const later = DateTimes.toZonedDateTime(wall, zone, { disambiguation: 'later' })
  const exists = DateTimes.equals(Zoned.toPlainDateTime(earlier), wall)
  const jump = exists ? null : Zoned.getTimeZoneTransition(earlier, 'next')
  const moment = jump ?? (side === 'start' ? earlier : later)
  return { at: new Date(moment.epochMilliseconds), exists }
}

/** The moment at which a wall clock shows this time, as the start or the end of a window (D16). */
export function wallTimeToInstant(wall: WallTime, zone: string, side: WindowSide): Date {
  return resolveWallTime(wall, zone, side).at
}

/** The first moment of a day; where a day has no midnight it begins with the first minute that it has. */
export function startOfDay(date: string, zone: string): Date {
  return wallTimeToInstant({ date, time: '00:00' }, zone, 'start')
}

/** The day that comes this many days later on the calendar (earlier when negative). */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** How far the clocks of a zone are ahead of UTC at a moment, in minutes. */
export function zoneOffsetMinutes(zone: string, at: Date): number {
  return Zoned.offsetNanoseconds(inZone(at, zone)) / 60_000_000_000
}

/** The zone as a footer names it: `Europe/London (UTC+0)`, `Asia/Kolkata (UTC+5:30)`. */
export function zoneLabel(zone: string, at: Date): string {
  const offset = Math.trunc(zoneOffsetMinutes(zone, at))
  const hours = Math.trunc(Math.abs(offset) / 60)
  const minutes = Math.abs(offset) % 60
  return `${zone} (UTC${offset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${two(minutes)}`})`
}
