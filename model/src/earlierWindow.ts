import { neighbourWindow, type ShiftPlan } from './periodSteps.ts'
import { type FilterWindow, filterPeriod, type Period, periodFilter } from './periods.ts'
import { shiftAt, shiftsIn } from './shifts.ts'
import { addDays, startOfDay, wallTime, wallTimeToInstant } from './zones.ts'

/** What a window is compared with, as an address names it. */
export const earlierKinds = ['before', 'week', 'shift'] as const
/**
 * `before`: the period of the same kind just before it; `week`: the same weekdays and times a week before; `shift`: the shift of the same name of
 * the day before.
 */
export type EarlierKind = (typeof earlierKinds)[number]

/** An earlier window. A window that still runs is compared with as much of the earlier one as has passed of it. */
export type EarlierWindow = {
  readonly window: FilterWindow
  /** Where what is compared ends; null: with the window. */
  readonly until: Date | null
}

const minuteMs = 60_000
const weekDays = 7

/**
 * The window that another one is compared with, on the clock of its zone: a day of 23 or 25 hours is compared with a day. null where there is
 * none: a window longer than a week would overlap the one of a week before, and one that is no shift of the plan has no shift before it.
 *
 * `until` is the instant at which the figures of a running window end (null: it is over). A window that moves by whole days ends at the same
 * time of day, any other after the same elapsed time.
 */
export function earlierWindow(
  window: FilterWindow,
  kind: EarlierKind,
  { plan, until }: { plan: ShiftPlan | null; until: Date | null },
): EarlierWindow | null {
  const period = filterPeriod(window)
  if (period.from >= period.to) return null
  const earlier = windowOf(window, period, kind, plan)
  if (earlier === null) return null
  const ends = filterPeriod(earlier)
  // A time that the clocks show twice would lead an hour into the window itself.
  const latest = Math.min(ends.to.getTime(), period.from.getTime())
  const passed =
    until === null || until >= period.to
      ? latest
      : passedOf(window, earlier, { period, ends, until })
  // A month may be shorter than the days of the present one that have passed.
  const cut = Math.min(latest, Math.max(ends.from.getTime(), passed))
  return { window: earlier, until: cut < ends.to.getTime() ? new Date(cut) : null }
}

/** Where as much of the earlier window has passed as of the running one. */
function passedOf(
  window: FilterWindow,
  earlier: FilterWindow,
  { period, ends, until }: { period: Period; ends: Period; until: Date },
): number {
  return sameTimes(window, earlier)
    ? onItsDay(until, daysBetween(window.startDate, earlier.startDate), window.zone).getTime()
    : ends.from.getTime() + (until.getTime() - period.from.getTime())
}

/** What of an earlier window is compared, in whole minutes: the window that is named beside the figures. */
export function comparedWindow({ from, to }: Period, zone: string): FilterWindow {
  return periodFilter({ from, to: new Date(to.getTime() - (to.getTime() % minuteMs)) }, zone)
}

function windowOf(
  window: FilterWindow,
  period: Period,
  kind: EarlierKind,
  plan: ShiftPlan | null,
): FilterWindow | null {
  switch (kind) {
    case 'before':
      return neighbourWindow(window, -1, plan ?? undefined)
    case 'week': {
      const moved = {
        ...window,
        startDate: addDays(window.startDate, -weekDays),
        endDate: addDays(window.endDate, -weekDays),
      }
      return filterPeriod(moved).to > period.from ? null : moved
    }
    case 'shift':
      return plan && shiftBefore(window, period, plan)
  }
}

/** The shift of the same name that belongs to the day before. */
function shiftBefore(
  window: FilterWindow,
  period: Period,
  { starts, zone }: ShiftPlan,
): FilterWindow | null {
  const shift = shiftAt(starts, zone, period.from)
  if (!shift || !isSame(shift.period, period)) return null
  const day = addDays(shift.date, -1)
  const around = { from: startOfDay(day, zone), to: shift.period.from }
  const found = shiftsIn(starts, zone, around).find(
    ({ name, date }) => name === shift.name && date === day,
  )
  return found ? periodFilter(found.period, window.zone) : null
}

const isSame = (a: Period, b: Period) =>
  a.from.getTime() === b.from.getTime() && a.to.getTime() === b.to.getTime()

const sameTimes = (a: FilterWindow, b: FilterWindow) =>
  a.startTime === b.startTime && a.endTime === b.endTime

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The same time of day so many days later, with its seconds. */
function onItsDay(at: Date, days: number, zone: string): Date {
  const { date, time } = wallTime(at, zone)
  const minute = wallTimeToInstant({ date: addDays(date, days), time }, zone, 'end')
  return new Date(minute.getTime() + (at.getTime() % minuteMs))
}
