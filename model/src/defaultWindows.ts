import type { FilterWindow, Period } from './periods.ts'
import { isTimeOfDay } from './zoneNames.ts'
import { addDays, localDate, wallTimeToInstant } from './zones.ts'

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
