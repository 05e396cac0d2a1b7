import { weekdayNames } from '../shifts.ts'
import { isDate, isTimeOfDay } from '../zoneNames.ts'
import {
  calendarMinute,
  dayMinutes,
  overlap,
  overlapInWeek,
  type Plan,
  type PlanEntry,
  type PlanException,
  type PlanKind,
  type PlanWeek,
  planKinds,
  planLimits,
  type Stretch,
  stretchOfWeek,
  weekMinutes,
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
export function findPlanFault(plan: Plan): PlanFault | null {
  const steps = planFaultSteps(plan)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Exceptions that are looked at in a millisecond or less. */
const exceptionsAtOnce = 50

/** The same in steps of a millisecond, for a server that lets others go on between them. */
export function* planFaultSteps({ weeks, exceptions }: Plan): Generator<void, PlanFault | null> {
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
    yield
    const found = weekFault(week, at)
    if (found !== null) return found
  }
  return yield* exceptionsFault(exceptions)
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
  const placed = entries.map((entry) => ({ ...stretchOfWeek(entry), kind: entry.kind, line }))
  // What runs over the end of the week meets the beginning of the next one.
  const next = placed.map((one) => ({
    ...one,
    start: one.start + weekMinutes,
    end: one.end + weekMinutes,
  }))
  const pair = firstPair(entries, [placed, next], overlapInWeek)
  if (pair === undefined) return null
  const message = `${lineWords(line)}: ${entryWords(pair.late)} overlaps ${entryWords(pair.early)}.`
  return {
    ...fault('overlap', `${at}.entries.${pair.b}`, message),
    other: `${at}.entries.${pair.a}`,
  }
}

function* exceptionsFault(exceptions: readonly PlanException[]): Generator<void, PlanFault | null> {
  for (const [index, exception] of exceptions.entries()) {
    if (index % exceptionsAtOnce === 0) yield
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
  const placed = exceptions.map(({ startDate, startTime, endDate, endTime, kind, line }) => ({
    start: calendarMinute(startDate, startTime),
    end: calendarMinute(endDate, endTime),
    kind,
    line,
  }))
  const pair = firstPair(exceptions, [placed], overlap)
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

/** A stretch of the plan of a line. */
type PlacedStretch = Stretch & { readonly kind: PlanKind; readonly line: string | null }

/**
 * The first two that may not overlap and do: only a break may, and only production. `rounds`: where each item lies, in a week that
 * begins again more than once. Each item is compared with the latest end before it, not with all others: 1,000 exceptions have half a
 * million pairs.
 */
function firstPair<Item>(
  items: readonly Item[],
  rounds: readonly (readonly PlacedStretch[])[],
  overlaps: (a: Stretch, b: Stretch) => boolean,
): Pair<Item> | undefined {
  const inOrder = rounds
    .flatMap((round) => round.map((stretch, index) => ({ ...stretch, index })))
    .sort((a, b) => a.start - b.start)
  const overlapUpTo = (last: number) => hasOverlap(inOrder.filter(({ index }) => index <= last))
  if (!overlapUpTo(items.length - 1)) return undefined
  let [before, b] = [-1, items.length - 1]
  while (b - before > 1) {
    const middle = Math.floor((before + b) / 2)
    if (overlapUpTo(middle)) b = middle
    else before = middle
  }
  const [placed = []] = rounds
  const second = placed[b]
  const a = placed.findIndex(
    (first, index) =>
      index < b &&
      second !== undefined &&
      first.line === second.line &&
      !mayOverlap(first.kind, second.kind) &&
      overlaps(first, second),
  )
  const [early, late] = [items[a], items[b]]
  return early === undefined || late === undefined ? undefined : { a, b, early, late }
}

/** Of stretches in order of their start: does one begin before the end of another that it may not overlap? */
function hasOverlap(inOrder: readonly PlacedStretch[]): boolean {
  const ends = new Map<string | null, Map<PlanKind, number>>()
  for (const { line, kind, start, end } of inOrder) {
    const ofLine = ends.get(line) ?? new Map<PlanKind, number>()
    ends.set(line, ofLine)
    for (const [other, latest] of ofLine) {
      if (latest > start && !mayOverlap(other, kind)) return true
    }
    ofLine.set(kind, Math.max(end, ofLine.get(kind) ?? end))
  }
  return false
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
