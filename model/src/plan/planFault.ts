import { weekdayNames } from '../shifts.ts'
import { isDate, isTimeOfDay } from '../zoneNames.ts'
import {
  calendarMinute,
  dayMinutes,
  overlap,
  overlapInWeek,
  stretchOfWeek,
} from './calendarMinutes.ts'
import {
  type Plan,
  type PlanEntry,
  type PlanException,
  type PlanKind,
  type PlanWeek,
  planKinds,
  planLimits,
} from './plan.ts'

/** Why a plan cannot be stored, and where. */
export type PlanFault = {
  readonly kind:
    | 'tooManyWeeks'
    | 'tooManyEntries'
    | 'tooManyExceptions'
    | 'noDay'
    | 'noTime'
    | 'noDate'
    | 'noKind'
    | 'sameDay'
    | 'longNote'
    | 'noLength'
    | 'tooLong'
    | 'overlap'
  /** Its place in the plan, as in `weeks.0.entries.3` or `exceptions.5`. */
  readonly at: string
  /** Of an overlap, the place of the other one. */
  readonly other?: string
  /** As a sentence of the server, which names what is wrong. */
  readonly message: string
}

/** The first reason why a plan cannot be stored; null when there is none. */
export function findPlanFault({ weeks, exceptions }: Plan): PlanFault | null {
  const entries = weeks.reduce((count, week) => count + (week.entries?.length ?? 0), 0)
  if (weeks.length > planLimits.weeks) {
    return fault('tooManyWeeks', 'weeks', `A plan has at most ${planLimits.weeks} weeks.`)
  }
  if (entries > planLimits.entries) {
    return fault('tooManyEntries', 'weeks', `A plan has at most ${planLimits.entries} entries.`)
  }
  if (exceptions.length > planLimits.exceptions) {
    const message = `A plan has at most ${planLimits.exceptions} exceptions.`
    return fault('tooManyExceptions', 'exceptions', message)
  }
  const seen = new Map<string, number>()
  for (const [index, week] of weeks.entries()) {
    const at = `weeks.${index}`
    const key = `${week.validFrom} ${week.line ?? ''}`
    const first = seen.get(key)
    if (first !== undefined) {
      const message = `${lineWords(week.line)}: two weeks begin on ${week.validFrom}.`
      return { ...fault('sameDay', at, message), other: `weeks.${first}` }
    }
    seen.set(key, index)
    const found = weekFault(week, at)
    if (found !== null) return found
  }
  return exceptionsFault(exceptions)
}

const fault = (kind: PlanFault['kind'], at: string, message: string): PlanFault => ({
  kind,
  at,
  message,
})

function weekFault({ line, validFrom, entries }: PlanWeek, at: string): PlanFault | null {
  if (!isPlanDay(validFrom)) return fault('noDate', at, dayWords(validFrom))
  if (entries === null) return null
  if (entries.length > planLimits.entriesOfWeek) {
    const message = `${lineWords(line)}: a week has at most ${planLimits.entriesOfWeek} entries.`
    return fault('tooManyEntries', at, message)
  }
  for (const [index, entry] of entries.entries()) {
    const here = `${at}.entries.${index}`
    const wrong = (why: PlanFault['kind'], words: string) =>
      fault(why, here, `${lineWords(line)}: ${words}`)
    if (weekdayNames[entry.weekday - 1] === undefined) {
      return wrong('noDay', `${entry.weekday} is no day of the week; Monday is 1, Sunday is 7.`)
    }
    for (const time of [entry.from, entry.to]) {
      if (!isTimeOfDay(time)) return wrong('noTime', `"${time}" is no time of day.`)
    }
    if (!isKind(entry.kind)) return wrong('noKind', `"${entry.kind}" is no kind of time.`)
  }
  const stretches = entries.map(stretchOfWeek)
  const pair = firstPair(entries, (a, b) => {
    const [one, two] = [stretches[a], stretches[b]]
    return one !== undefined && two !== undefined && overlapInWeek(one, two)
  })
  if (pair === undefined) return null
  const message = `${lineWords(line)}: ${entryWords(pair.late)} overlaps ${entryWords(pair.early)}.`
  return {
    ...fault('overlap', `${at}.entries.${pair.b}`, message),
    other: `${at}.entries.${pair.a}`,
  }
}

function exceptionsFault(exceptions: readonly PlanException[]): PlanFault | null {
  for (const [index, exception] of exceptions.entries()) {
    const { startDate, startTime, endDate, endTime, kind, note, line } = exception
    const at = `exceptions.${index}`
    const wrong = (why: PlanFault['kind'], words: string) =>
      fault(why, at, `${lineWords(line)}: ${words}`)
    for (const day of [startDate, endDate]) {
      if (!isPlanDay(day)) return fault('noDate', at, dayWords(day))
    }
    for (const time of [startTime, endTime]) {
      if (!isTimeOfDay(time)) return wrong('noTime', `"${time}" is no time of day.`)
    }
    if (!isKind(kind)) return wrong('noKind', `"${kind}" is no kind of time.`)
    if (note.trim().length > planLimits.noteLength) {
      return wrong('longNote', `a note has at most ${planLimits.noteLength} letters.`)
    }
    const length = calendarMinute(endDate, endTime) - calendarMinute(startDate, startTime)
    if (length <= 0) {
      return wrong('noLength', `${exceptionWords(exception)} does not end after its start.`)
    }
    if (length > planLimits.exceptionDays * dayMinutes) {
      const most = `at most ${planLimits.exceptionDays} days`
      return wrong('tooLong', `${exceptionWords(exception)} is too long; ${most}.`)
    }
  }
  const stretches = exceptions.map(({ startDate, startTime, endDate, endTime }) => ({
    start: calendarMinute(startDate, startTime),
    end: calendarMinute(endDate, endTime),
  }))
  const pair = firstPair(exceptions, (a, b) => {
    const [one, two] = [stretches[a], stretches[b]]
    if (one === undefined || two === undefined) return false
    return exceptions[a]?.line === exceptions[b]?.line && overlap(one, two)
  })
  if (pair === undefined) return null
  const [late, early] = [exceptionWords(pair.late), exceptionWords(pair.early)]
  return {
    ...fault(
      'overlap',
      `exceptions.${pair.b}`,
      `${lineWords(pair.late.line)}: ${late} overlaps ${early}.`,
    ),
    other: `exceptions.${pair.a}`,
  }
}

type Pair<Item> = {
  readonly a: number
  readonly b: number
  readonly early: Item
  readonly late: Item
}

/** The first two that may not overlap and do: only a break may, and only production. */
function firstPair<Item extends { readonly kind: PlanKind }>(
  items: readonly Item[],
  overlaps: (a: number, b: number) => boolean,
): Pair<Item> | undefined {
  for (const [b, late] of items.entries()) {
    for (const [a, early] of items.slice(0, b).entries()) {
      if (!mayOverlap(early.kind, late.kind) && overlaps(a, b)) return { a, b, early, late }
    }
  }
  return undefined
}

function mayOverlap(a: PlanKind, b: PlanKind): boolean {
  return (a === 'break' && b === 'production') || (a === 'production' && b === 'break')
}

/** A day that a plan may name; any other year is a mistake of typing. */
/** A day of the calendar that a plan may name. */
export function isPlanDay(text: string): boolean {
  return isDate(text) && text >= planLimits.firstDay && text <= planLimits.lastDay
}

const isKind = (kind: string) => planKinds.some((known) => known === kind)

const lineWords = (line: string | null) => line ?? 'All lines'

const dayWords = (day: string) =>
  `"${day}" is no day from ${planLimits.firstDay} to ${planLimits.lastDay}.`

const entryWords = ({ weekday, from, to, kind }: PlanEntry) =>
  `${weekdayNames[weekday - 1]} ${from}–${to} (${kind})`

function exceptionWords(exception: PlanException): string {
  const { startDate, startTime, endDate, endTime, kind, note } = exception
  const about = note.trim() === '' ? kind : `${kind}, ${note.trim()}`
  return `${startDate} ${startTime} – ${endDate} ${endTime} (${about})`
}
