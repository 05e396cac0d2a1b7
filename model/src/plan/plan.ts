import { minuteOf } from './calendarMinutes.ts'

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
