import {
  type FilterWindow,
  filterPeriod,
  type Period,
  periodFilter,
  periodSeconds,
} from './periods.ts'
import { neighbourShift, type ShiftStart, shiftAt } from './shifts.ts'
import { isDate } from './zoneNames.ts'
import { addDays } from './zones.ts'

/** The shifts of a client and the zone in which they are cut. */
export type ShiftPlan = { readonly zone: string; readonly starts: readonly ShiftStart[] }

/**
 * The window of the same kind just before or after another one: a shift leads to the next shift, whole years to years,
 * whole months to months, days to as many days, 06:00 to 06:00 likewise, and anything else to a period of the same
 * length.
 */
export function neighbourWindow(
  window: FilterWindow,
  direction: -1 | 1,
  plan?: ShiftPlan,
): FilterWindow {
  const period = filterPeriod(window)
  const shift = plan && shiftAt(plan.starts, plan.zone, period.from)
  if (plan && shift && same(shift.period, period)) {
    const next = neighbourShift(plan.starts, plan.zone, shift, direction)
    if (next) return periodFilter(next.period, window.zone)
  }
  return wholeDays(window, direction) ?? asLong(period, direction, window.zone)
}

/** Would the window begin only after this moment? Then there is nothing in it yet. */
export function isAhead(window: FilterWindow, now: Date): boolean {
  return filterPeriod(window).from.getTime() >= now.getTime()
}

const same = (a: Period, b: Period) =>
  a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime()

/** Steps on the calendar, so that a day of 23 or 25 hours is a day; nothing for a window that is not of whole days. */
function wholeDays(window: FilterWindow, direction: -1 | 1): FilterWindow | undefined {
  const { startDate, startTime, endDate, endTime } = window
  const days = daysBetween(startDate, endDate)
  if (startTime === endTime && days > 0) return moved(window, days * direction)
  if (startTime !== '00:00' || endTime !== '23:59' || days < 0) return undefined
  const months = wholeMonths(startDate, endDate)
  if (months === undefined) return moved(window, (days + 1) * direction)
  const first = firstOfMonth(startDate, months * direction)
  return { ...window, startDate: first, endDate: addDays(firstOfMonth(first, months), -1) }
}

function moved(window: FilterWindow, days: number): FilterWindow {
  return {
    ...window,
    startDate: addDays(window.startDate, days),
    endDate: addDays(window.endDate, days),
  }
}

function asLong({ from, to }: Period, direction: -1 | 1, zone: string): FilterWindow {
  const length = periodSeconds({ from, to }) * 1_000
  const next =
    direction === 1
      ? { from: to, to: new Date(to.getTime() + length) }
      : { from: new Date(from.getTime() - length), to: from }
  return periodFilter(next, zone)
}

/** How many whole months lie from the 1st of one to the last of another; a year has 12. */
function wholeMonths(startDate: string, endDate: string): number | undefined {
  const after = addDays(endDate, 1)
  if (!startDate.endsWith('-01') || !after.endsWith('-01')) return undefined
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return monthOf(after) - monthOf(startDate)
}

function firstOfMonth(date: string, monthsLater: number): string {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + monthsLater)
  return first.toISOString().slice(0, 10)
}

function daysBetween(from: string, to: string): number {
  if (!isDate(from) || !isDate(to)) return Number.NaN
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
