import {
  addDays,
  localDate,
  resolveWallTime,
  startOfDay,
  wallTime,
  wallTimeToInstant,
} from './zones.ts'

/** A stretch of time, half-open: `to` is not part of it (D16), so neighbours add up to their union (D12). */
export type Period = { readonly from: Date; readonly to: Date }

/** What a filter bar holds: two days, two times of day, one zone. */
export type FilterWindow = {
  readonly startDate: string
  readonly startTime: string
  readonly endDate: string
  readonly endTime: string
  readonly zone: string
}

const minuteMs = 60_000

/** Nothing comes before the end of it: its start is its end, or later. */
export function isEmptyPeriod({ from, to }: Period): boolean {
  return from.getTime() >= to.getTime()
}

/** Elapsed seconds, independent of clock changes. */
export function periodSeconds(period: Period): number {
  return isEmptyPeriod(period) ? 0 : (period.to.getTime() - period.from.getTime()) / 1000
}

/** Whether a period is at most so many days of the calendar long: clocks may go back by an hour in it. */
export function isWithinDays({ from, to }: Period, days: number): boolean {
  return to.getTime() - from.getTime() <= days * 86_400_000 + 3_600_000
}

/** Periods that touch or overlap are one; from the earliest on. */
export function joinedPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = []
  for (const { from, to } of periods.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = joined.at(-1)
    if (last === undefined || last.to.getTime() < from.getTime()) joined.push({ from, to })
    else if (last.to.getTime() < to.getTime()) joined[joined.length - 1] = { from: last.from, to }
  }
  return joined
}

/** The charts of alarms and of the next machine exist only up to this length (specification §9). */
export const overlayLimitSeconds = 24 * 3600

/**
 * The period that a filter means (D16): one stretch without break from the start day and time to the end day and time.
 * An end of 23:59 reaches to the end of that minute. An end before the start gives an empty period.
 */
export function filterPeriod(filter: FilterWindow): Period {
  const { startDate, startTime, endDate, endTime, zone } = filter
  const from = wallTimeToInstant({ date: startDate, time: startTime }, zone, 'start')
  const end = resolveWallTime({ date: endDate, time: endTime }, zone, 'end')
  const throughTheMinute = endTime === '23:59' && end.exists ? minuteMs : 0
  return { from, to: new Date(end.at.getTime() + throughTheMinute) }
}

/**
 * The filter that shows a period, in whole minutes that hold all of it. The end of a day reads 23:59 of that day, not
 * 00:00 of the next.
 */
export function periodFilter({ from, to }: Period, zone: string): FilterWindow {
  const start = wallTime(from, zone)
  const end = wallTime(new Date(Math.ceil(to.getTime() / minuteMs) * minuteMs), zone)
  const lastDay = addDays(end.date, -1)
  return {
    startDate: start.date,
    startTime: start.time,
    ...(end.time === '00:00' && lastDay >= start.date
      ? { endDate: lastDay, endTime: '23:59' }
      : { endDate: end.date, endTime: end.time }),
    zone,
  }
}

/** A calendar day of some zone and the part of a period that falls into it. */
export type DayPart = { readonly date: string; readonly period: Period }

/**
 * Cuts a period into the calendar days of a zone (D15). Days have the length that the clocks give them: 23, 23.5, 24,
 * 24.5 or 25 hours; a day that the zone left out is not there.
 */
export function cutIntoDays(period: Period, zone: string): DayPart[] {
  const days: DayPart[] = []
  let date = localDate(period.from, zone)
  let from = period.from
  while (from.getTime() < period.to.getTime()) {
    const next = startOfDay(addDays(date, 1), zone)
    const to = next.getTime() < period.to.getTime() ? next : period.to
    if (to.getTime() > from.getTime()) days.push({ date, period: { from, to } })
    from = to.getTime() > from.getTime() ? to : from
    date = addDays(date, 1)
  }
  return days
}
