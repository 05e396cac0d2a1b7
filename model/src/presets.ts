import type { FilterWindow, Period } from './periods.ts'
import type { Preset, WeekPreset } from './presetNames.ts'
import { isTimeOfDay } from './zoneNames.ts'
import { addDays, localDate, startOfDay, wallTimeToInstant } from './zones.ts'

/**
 * The date ranges and durations that the screens offer (specification §9), as half-open periods relative to a `now` in
 * a zone. One name means one period wherever it stands.
 *
 * | name                   | from                                  | up to, not included                |
 * |------------------------|---------------------------------------|------------------------------------|
 * | Last 8, 16, 24 hours   | now − that many hours that really pass | now                                |
 * | Today                  | start of today                        | start of tomorrow                  |
 * | Yesterday              | start of yesterday                    | start of today                     |
 * | Last 7 Days, 30 Days   | start of the day 6 (29) days ago      | start of tomorrow                  |
 * | This Month             | start of the 1st                      | start of the 1st of next month     |
 * | This Year              | start of 1 January                    | start of 1 January of next year    |
 * | Last Week              | start of Monday of last week          | start of Monday of this week       |
 * | Last Month             | start of the 1st of last month        | start of the 1st of this month     |
 * | Last Year              | start of 1 January of last year       | start of 1 January of this year    |
 *
 * Days, weeks, months and years are those of the calendar in the zone. A period that ends after now is as long as it
 * is named; what has not happened yet has no data.
 */

/** The period that a preset means at this moment, in this zone. */
export function presetPeriod(preset: Preset, now: Date, zone: string): Period {
  const today = localDate(now, zone)
  const year = Number(today.slice(0, 4))
  const days = (from: string, to: string): Period => ({
    from: startOfDay(from, zone),
    to: startOfDay(to, zone),
  })
  switch (preset) {
    case 'Last 8 hours':
      return lastHours(now, 8)
    case 'Last 16 hours':
      return lastHours(now, 16)
    case 'Last 24 hours':
      return lastHours(now, 24)
    case 'Today':
      return days(today, addDays(today, 1))
    case 'Yesterday':
      return days(addDays(today, -1), today)
    case 'Last 7 Days':
      return days(addDays(today, -6), addDays(today, 1))
    case 'Last 30 Days':
      return days(addDays(today, -29), addDays(today, 1))
    case 'Last Week':
      return presetWeek('Last week', now, zone)
    case 'This Month':
      return days(firstOfMonth(today, 0), firstOfMonth(today, 1))
    case 'Last Month':
      return days(firstOfMonth(today, -1), firstOfMonth(today, 0))
    case 'This Year':
      return days(firstOfYear(year), firstOfYear(year + 1))
    case 'Last Year':
      return days(firstOfYear(year - 1), firstOfYear(year))
  }
}

/** A whole week that is named from this moment: from its Monday to the next one at 00:00 of the zone, which is that of the factory. */
export function presetWeek(preset: WeekPreset, now: Date, zone: string): Period {
  const today = localDate(now, zone)
  const thisMonday = addDays(today, -daysSinceMonday(today))
  const monday = preset === 'This week' ? thisMonday : addDays(thisMonday, -7)
  return { from: startOfDay(monday, zone), to: startOfDay(addDays(monday, 7), zone) }
}

function lastHours(now: Date, hours: number): Period {
  return { from: new Date(now.getTime() - hours * 3_600_000), to: now }
}

/** Weeks begin on Monday (ISO 8601). */
function daysSinceMonday(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

function firstOfMonth(date: string, monthsLater: number): string {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + monthsLater)
  return first.toISOString().slice(0, 10)
}

const firstOfYear = (year: number) => `${String(year).padStart(4, '0')}-01-01`

/** The windows that the screens show at first, before a choice is made (specification §9). */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Time fields move in steps of five minutes (specification §5). */
export const timeStepSeconds = 300

/**
 * Where the overview begins: at the start of the UTC day, from 06:00 UTC on at 06:00 UTC. It runs up to now.
 */
export function overviewDefault(now: Date): Period {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const six = midnight + 6 * hourMs
  return { from: new Date(now.getTime() >= six ? six : midnight), to: now }
}

/**
 * The moment that the overview's start-time field means: that time of today, or of yesterday while it is still to come
 * today. The overview never begins in the future.
 */
export function overviewStart(time: string, zone: string, now: Date): Date {
  const today = localDate(now, zone)
  const start = wallTimeToInstant({ date: today, time }, zone, 'start')
  if (start.getTime() <= now.getTime()) return start
  return wallTimeToInstant({ date: addDays(today, -1), time }, zone, 'start')
}

/** The time of day on the five-minute grid that is not after this one. */
export function snapToTimeStep(time: string): string {
  if (!isTimeOfDay(time)) throw new RangeError(`No such time: ${time}`)
  const minute = Number(time.slice(3))
  return `${time.slice(0, 3)}${String(minute - (minute % (timeStepSeconds / 60))).padStart(2, '0')}`
}

function fromYesterday(now: Date, zone: string, startTime: string, endTime: string): FilterWindow {
  const today = localDate(now, zone)
  return { startDate: addDays(today, -1), startTime, endDate: today, endTime, zone }
}

/** The production page, and its Clear button: yesterday 06:00 to today 18:00 in the browser's zone. */
export function productionDefault(now: Date, zone: string): FilterWindow {
  return fromYesterday(now, zone, '06:00', '18:00')
}

/**
 * The per-day summary, and Clear of the bar with the Machine list: yesterday 00:00 to today 23:59. The specification
 * writes UTC and sends the browser's zone; the days must be those of the zone that is sent, or the last day would be
 * missing east of Greenwich in the morning.
 */
export function daySummaryDefault(now: Date, zone: string): FilterWindow {
  return fromYesterday(now, zone, '00:00', '23:59')
}
