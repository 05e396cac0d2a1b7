import { localDate, startOfDay, wallTimeToInstant } from '../zones.ts'
import {
  calendarMinute,
  coversMinute,
  dateOfDay,
  dayMinutes,
  dayNumber,
  type LinePlan,
  type PlanKind,
  type Stretch,
  stretchOfWeek,
  timeOfMinute,
  weekdayOfDay,
  weekMinutes,
} from './plan.ts'

/** What the plan says of a stretch; `noPlan`: none holds there yet, and all of it counts as planned. */
export type SpanKind = PlanKind | 'noPlan'

/** Milliseconds since 1970 (UTC); `to` is not part of it. */
export type PlannedSpan = { readonly from: number; readonly to: number; readonly kind: SpanKind }

/**
 * What the plan of a line says of a window, as spans that cover it without gap or overlap; no two neighbours are of one
 * kind. The most exact rule holds (D73): an exception of the line, one of all lines, the line's week, that of all lines.
 *
 * Each time of the plan means one instant: the first at which the clocks of the zone reach it. A time that they jump
 * over is the moment of the jump, and a time that they show twice is the first, for starts and ends alike, so that what
 * ends at 02:30 and what begins at 02:30 meet. A stretch over the hour that comes twice is an hour longer, a break
 * within it is taken once. Edges lie on whole minutes.
 */
export function plannedSpans(
  plan: LinePlan,
  from: number,
  to: number,
  zone: string,
): PlannedSpan[] {
  if (!(from < to)) return []
  const levels = plan.map(readLevel)
  const first = dayNumber(localDate(new Date(from), zone)) - 1
  const last = dayNumber(localDate(new Date(to), zone)) + 1
  const edges = edgesBetween(levels, first, last)
  const end = (last + 1) * dayMinutes
  const instantOf = instantsIn(zone)
  const spans: PlannedSpan[] = []
  let at = from
  for (const [index, edge] of edges.entries()) {
    const next = Math.min(to, instantOf(edges[index + 1] ?? end))
    // Before the window, after it, or minutes that the clocks jump over.
    if (next <= at) continue
    const kind = kindAt(levels, edge)
    const before = spans.at(-1)
    if (before?.kind === kind) spans[spans.length - 1] = { ...before, to: next }
    else spans.push({ from: at, to: next, kind })
    at = next
  }
  return spans
}

/** Seconds of each kind. */
export type SpanSeconds = Readonly<Record<SpanKind, number>>

/** How many seconds of the spans are of which kind; whole milliseconds. */
export function spanSeconds(spans: readonly PlannedSpan[]): SpanSeconds {
  const ms = { production: 0, break: 0, closed: 0, noPlan: 0 }
  for (const { from, to, kind } of spans) ms[kind] += to - from
  return {
    production: ms.production / 1000,
    break: ms.break / 1000,
    closed: ms.closed / 1000,
    noPlan: ms.noPlan / 1000,
  }
}

type Kept = Stretch & { readonly kind: PlanKind }

/** A level of the plan with its times as minutes of the calendar. */
type Level = {
  readonly exceptions: readonly Kept[]
  /** By their first day; the stretches are minutes of the week. */
  readonly weeks: readonly { readonly day: number; readonly entries: readonly Kept[] | null }[]
}

function readLevel({ weeks, exceptions }: LinePlan[number]): Level {
  return {
    exceptions: exceptions.map(({ startDate, startTime, endDate, endTime, kind }) => ({
      start: calendarMinute(startDate, startTime),
      end: calendarMinute(endDate, endTime),
      kind,
    })),
    weeks: weeks
      .map(({ validFrom, entries }) => ({
        day: dayNumber(validFrom),
        entries: entries?.map((entry) => ({ ...stretchOfWeek(entry), kind: entry.kind })) ?? null,
      }))
      .sort((a, b) => a.day - b.day),
  }
}

/** The week that holds on a day; null where there is no plan yet, or no more. */
function weekOn(levels: readonly Level[], day: number): readonly Kept[] | null {
  for (const { weeks } of levels) {
    const entries = weeks.findLast((week) => week.day <= day)?.entries
    if (entries) return entries
  }
  return null
}

function kindAt(levels: readonly Level[], minute: number): SpanKind {
  for (const { exceptions } of levels) {
    const kind = kindOf(exceptions.filter(({ start, end }) => minute >= start && minute < end))
    if (kind !== undefined) return kind
  }
  const day = Math.floor(minute / dayMinutes)
  const entries = weekOn(levels, day)
  if (entries === null) return 'noPlan'
  const ofWeek = (weekdayOfDay(day) - 1) * dayMinutes + (minute - day * dayMinutes)
  return kindOf(entries.filter((entry) => coversMinute(entry, ofWeek))) ?? 'closed'
}

/** A break lies within production; nothing else overlaps. */
function kindOf(covering: readonly Kept[]): PlanKind | undefined {
  return covering.find(({ kind }) => kind === 'break')?.kind ?? covering[0]?.kind
}

/** Each minute of these days at which something may begin, in order; the first is the first midnight. */
function edgesBetween(levels: readonly Level[], first: number, last: number): number[] {
  const edges = new Set<number>()
  for (let day = first; day <= last; day += 1) {
    const midnight = day * dayMinutes
    edges.add(midnight)
    for (const { start, end } of weekOn(levels, day) ?? []) {
      for (const edge of [start, end % weekMinutes]) {
        if (Math.floor(edge / dayMinutes) + 1 === weekdayOfDay(day)) {
          edges.add(midnight + (edge % dayMinutes))
        }
      }
    }
  }
  for (const { exceptions } of levels) {
    for (const { start, end } of exceptions) {
      for (const edge of [start, end]) {
        if (edge > first * dayMinutes && edge < (last + 1) * dayMinutes) edges.add(edge)
      }
    }
  }
  return [...edges].sort((a, b) => a - b)
}

/** The first instant at which the clocks of a zone reach a minute of the calendar. */
function instantsIn(zone: string): (minute: number) => number {
  const midnights = new Map<number, number>()
  const midnightOf = (day: number): number => {
    const known = midnights.get(day)
    if (known !== undefined) return known
    const at = startOfDay(dateOfDay(day), zone).getTime()
    midnights.set(day, at)
    return at
  }
  return (minute) => {
    const day = Math.floor(minute / dayMinutes)
    const midnight = midnightOf(day)
    // On a day of 24 hours no clock is set, and a sum is a hundred times faster than the calendar of a zone.
    if (midnightOf(day + 1) - midnight === dayMinutes * 60_000) {
      return midnight + (minute - day * dayMinutes) * 60_000
    }
    const wall = { date: dateOfDay(day), time: timeOfMinute(minute) }
    return wallTimeToInstant(wall, zone, 'start').getTime()
  }
}
