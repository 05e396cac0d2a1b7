import type { Period } from './periods.ts'
import { type ShiftStart, shiftOrDayAt } from './shifts.ts'
import type { Language } from './texts/languages.ts'
import { localDate } from './zones.ts'

export const reportKinds = ['shift', 'day', 'week'] as const
export type ReportKind = (typeof reportKinds)[number]

/** What is attached to a report. */
export const reportFiles = ['pdf', 'xlsx'] as const
export type ReportFile = (typeof reportFiles)[number]

/** By what a recipient is named: an account, a user group of the client, or an address that was confirmed. */
export const reportChannels = ['person', 'role', 'mail'] as const
export type ReportRecipient = {
  readonly channel: (typeof reportChannels)[number]
  /** The number of the account, user group or address. */
  readonly to: number
}

/** What a client is sent when a shift, a day or a week is over (D97). */
export type Report = {
  readonly name: string
  readonly enabled: boolean
  readonly kind: ReportKind
  /** Serial numbers, or a line, or all machines of the client. */
  readonly machines: 'all' | readonly string[] | { readonly lineName: string }
  readonly language: Language
  readonly files: readonly ReportFile[]
  readonly to: readonly ReportRecipient[]
}

export const reportLimits = {
  reports: 20,
  nameLength: 80,
  machines: 500,
  recipients: 200,
  /** A report is made so long after the end of its shift, day or week. */
  minutesAfterEnd: 15,
  /** One that could not be made for so long after that is not made later. */
  hoursDue: 24,
  /** It is looked at once more so long after it was made, and sent again where a figure moved. */
  hoursUntilLook: 6,
  /** So many that were sent are listed. */
  listed: 20,
  /** So many open questions and changes are in a mail; further ones are counted. */
  rows: 10,
  /** What was sent is kept for so many days, and its link works as long. */
  days: 400,
} as const

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A shift, a day or a week that a report is about; a day has no name, nor has a week. */
export type ReportPeriod = { readonly name: string; readonly period: Period }

type Clock = { readonly zone: string; readonly starts: readonly ShiftStart[] }

/** The shift, the day from 00:00, or the week from Monday 00:00 that holds an instant. A client without shifts has days as shifts. */
export function reportPeriodAt(kind: ReportKind, { zone, starts }: Clock, at: Date): ReportPeriod {
  if (kind === 'shift') return shiftOrDayAt(starts, zone, at)
  const day = shiftOrDayAt([], zone, at)
  return kind === 'day' ? day : weekAround(zone, day.period)
}

/** Steps from day to day, so that a week with a change of the clock is whole. */
function weekAround(zone: string, day: Period): ReportPeriod {
  const dayAt = (instant: number) => shiftOrDayAt([], zone, new Date(instant)).period
  let [first, last] = [day, day]
  while (weekday(first, zone) !== 1) first = dayAt(first.from.getTime() - 1)
  while (weekday(last, zone) !== 7) last = dayAt(last.to.getTime())
  return { name: '', period: { from: first.from, to: last.to } }
}

const weekday = ({ from }: Period, zone: string) =>
  new Date(`${localDate(from, zone)}T00:00:00Z`).getUTCDay() || 7

/**
 * What of a kind is due at `now`, oldest first: it ended 15 minutes ago or earlier, after `since` and in the last 24 hours of those that
 * were due.
 */
export function dueReportPeriods(
  kind: ReportKind,
  clock: Clock,
  { since, now }: { readonly since: Date; readonly now: Date },
): ReportPeriod[] {
  const last = now.getTime() - reportLimits.minutesAfterEnd * minuteMs
  const after = Math.max(since.getTime(), last - reportLimits.hoursDue * hourMs)
  const due: ReportPeriod[] = []
  let one = reportPeriodAt(kind, clock, new Date(last))
  // An end is due at its very instant, too.
  if (one.period.to.getTime() > last) one = before(kind, clock, one)
  for (; one.period.to.getTime() > after; one = before(kind, clock, one)) due.push(one)
  return due.reverse()
}

const before = (kind: ReportKind, clock: Clock, { period }: ReportPeriod) =>
  reportPeriodAt(kind, clock, new Date(period.from.getTime() - 1))

/** The last one that is over, or the one that holds an instant. */
export function reportPeriodToSend(
  kind: ReportKind,
  clock: Clock,
  { now, start }: { readonly now: Date; readonly start?: Date | undefined },
): ReportPeriod {
  const one = reportPeriodAt(kind, clock, start ?? now)
  return start === undefined ? before(kind, clock, one) : one
}

/** Until when what was sent is kept. */
export const reportKeptUntil = (now: number): Date => new Date(now + reportLimits.days * dayMs)
