import { startOfDay } from '../zones.ts'

/** Something that holds from 00:00 of a day (`YYYY-MM-DD`), until the next one of its list; null: from the beginning (D59). */
export type Dated = { readonly validFrom: string | null }

/** In the order of their days. */
export function datedInOrder<One extends Dated>(list: readonly One[]): One[] {
  return list.toSorted((a, b) => compare(a.validFrom ?? '', b.validFrom ?? ''))
}

/** A list with one more entry, in the place of the one of the same day. */
export function withDated<One extends Dated>(list: readonly One[], one: One): One[] {
  return datedInOrder([...list.filter(({ validFrom }) => validFrom !== one.validFrom), one])
}

/** From when on what holds, on the clock of a zone: ms since 1970, −∞ for the beginning; in order. */
export function datedInstants<One extends Dated>(
  list: readonly One[],
  zone: string,
): { readonly from: number; readonly one: One }[] {
  return datedInOrder(list).map((one) => ({
    from:
      one.validFrom === null ? Number.NEGATIVE_INFINITY : startOfDay(one.validFrom, zone).getTime(),
    one,
  }))
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

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

/**
 * When a factory means to produce (D72). A plan is made of weeks, each from a day on, and of exceptions by date, all on
 * the clock of the client's zone. It cuts, moves and makes no time: it is a second key on the intervals of the ledger.
 */

/** What a stretch of the plan is for. Time of a week that no entry covers is closed. */
export const planKinds = ['production', 'break', 'closed'] as const
export type PlanKind = (typeof planKinds)[number]

/** A stretch of each week. One whose end is not after its start ends on the next day. */
export type PlanEntry = {
  /** Monday is 1, Sunday is 7 (ISO 8601). */
  readonly weekday: number
  readonly from: string
  readonly to: string
  readonly kind: PlanKind
}

/** The week of a line, or of all lines, from the midnight of a day until that of its next week. */
export type PlanWeek = {
  /** Name of the line; null: all lines that have no week of their own. */
  readonly line: string | null
  readonly validFrom: string
  /** null ends it: from this day on a line has the week of all lines, and all lines have no plan. */
  readonly entries: readonly PlanEntry[] | null
}

/** A stretch by date that comes before every week. */
export type PlanException = {
  /** Name of the line; null: all lines. */
  readonly line: string | null
  readonly startDate: string
  readonly startTime: string
  /** A whole day ends at 00:00 of the next. */
  readonly endDate: string
  readonly endTime: string
  readonly kind: PlanKind
  readonly note: string
}

export type Plan = {
  readonly weeks: readonly PlanWeek[]
  readonly exceptions: readonly PlanException[]
}

/** D55: what one client's plan holds. */
export const planLimits = {
  weeks: 200,
  entriesOfWeek: 140,
  entries: 4_000,
  exceptions: 1_000,
  exceptionDays: 366,
  /** How many days a preview looks back, today with them. */
  previewDays: 31,
  noteLength: 120,
  firstDay: '2000-01-01',
  lastDay: '2999-12-31',
} as const

/** The plan in the one order in which it is stored and shown: all lines first, then by line, day and time. */
export function planInOrder({ weeks, exceptions }: Plan): Plan {
  return {
    weeks: weeks.map(weekInOrder).sort(compareWeeks),
    exceptions: exceptions.map(exceptionInOrder).sort(compareExceptions),
  }
}

/** Nothing but the fields of a week, its entries in their order. */
export function weekInOrder({ line, validFrom, entries }: PlanWeek): PlanWeek {
  return { line, validFrom, entries: entries && entriesInOrder(entries) }
}

/** Nothing but the fields of an exception. */
export function exceptionInOrder(exception: PlanException): PlanException {
  const { line, startDate, startTime, endDate, endTime, kind, note } = exception
  return { line, startDate, startTime, endDate, endTime, kind, note: note.trim() }
}

export function compareWeeks(a: PlanWeek, b: PlanWeek): number {
  return byText(a.line ?? '', b.line ?? '') || byText(a.validFrom, b.validFrom)
}

export function compareExceptions(a: PlanException, b: PlanException): number {
  return (
    byText(a.line ?? '', b.line ?? '') ||
    byText(`${a.startDate} ${a.startTime}`, `${b.startDate} ${b.startTime}`) ||
    byText(a.kind, b.kind)
  )
}

function entriesInOrder(entries: readonly PlanEntry[]): PlanEntry[] {
  return entries
    .map(({ weekday, from, to, kind }) => ({ weekday, from, to, kind }))
    .sort(
      (a, b) =>
        a.weekday - b.weekday || minuteOf(a.from) - minuteOf(b.from) || byText(a.kind, b.kind),
    )
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** What holds for the machines of one line: its own weeks and exceptions, then those of all lines. */
export type LinePlan = readonly Plan[]

/** The plan of a line; that of a machine without a line (null) is the one of all lines. */
export function planOfLine(plan: Plan, line: string | null): LinePlan {
  const only = (wanted: string | null): Plan => ({
    weeks: plan.weeks.filter((week) => week.line === wanted),
    exceptions: plan.exceptions.filter((exception) => exception.line === wanted),
  })
  return line === null ? [only(null)] : [only(line), only(null)]
}
