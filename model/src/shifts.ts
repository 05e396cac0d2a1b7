import type { Period } from './periods.ts'
import type { ShiftPreset } from './presetNames.ts'
import { isTimeOfDay } from './zoneNames.ts'
import { addDays, localDate, startOfDay, wallTimeToInstant } from './zones.ts'

/**
 * The shifts of a factory. A plan is a list of starts in the factory's own zone; a shift runs until the next start, so
 * shifts tile time without gap or overlap, whatever the clocks do. A shift that crosses midnight belongs to the day on
 * which it starts.
 */

/** On this day of the week a shift of this name begins at this time of the factory's clock. */
export type ShiftStart = {
  /** Monday is 1, Sunday is 7 (ISO 8601). */
  readonly weekday: number
  readonly start: string
  readonly name: string
}

/** The days of the week as a plan numbers them: the first is 1. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** D55: starts of a plan, and letters of a name. */
export const shiftLimits = { starts: 84, nameLength: 40 } as const

/** A shift that is, was or will be worked. */
export type Shift = {
  readonly name: string
  /** The day to which it belongs: the one on which it starts. */
  readonly date: string
  readonly period: Period
}

/** Why a plan cannot be stored, and at which start. Screens show it in the language of the user. */
export type ShiftFault = ShiftStart & {
  readonly kind:
    | 'tooMany'
    | 'noDay'
    | 'noTime'
    | 'noName'
    | 'longName'
    | 'sameTime'
    /** "Same shift yesterday" must mean one shift. */
    | 'sameName'
}

/** The first reason why a plan cannot be stored; null when there is none. */
export function findShiftFault(plan: readonly ShiftStart[]): ShiftFault | null {
  if (plan.length > shiftLimits.starts) {
    return { kind: 'tooMany', weekday: 1, start: '', name: '' }
  }
  const seen = new Set<string>()
  for (const { weekday, start, name: typed } of plan) {
    const name = typed.trim()
    const fault = (kind: ShiftFault['kind']) => ({ kind, weekday, start, name })
    if (weekdayNames[weekday - 1] === undefined) return fault('noDay')
    if (!isTimeOfDay(start)) return fault('noTime')
    if (name === '') return fault('noName')
    if (name.length > shiftLimits.nameLength) return fault('longName')
    if (seen.has(`${weekday} ${start}`)) return fault('sameTime')
    if (seen.has(`${weekday} ${name}`)) return fault('sameName')
    seen.add(`${weekday} ${start}`).add(`${weekday} ${name}`)
  }
  return null
}

/** Why a plan cannot be stored, as a sentence of the server; null when it can. */
export function shiftPlanFault(plan: readonly ShiftStart[]): string | null {
  const fault = findShiftFault(plan)
  if (fault === null) return null
  const { kind, weekday, start, name } = fault
  const day = weekdayNames[weekday - 1]
  switch (kind) {
    case 'tooMany':
      return `Please use at most ${shiftLimits.starts} starts.`
    case 'noDay':
      return 'Please choose a day of the week.'
    case 'noTime':
      return `${day} has a start that is no time of day.`
    case 'noName':
      return `${day} ${start} has no name.`
    case 'longName':
      return `A name has at most ${shiftLimits.nameLength} letters.`
    case 'sameTime':
      return `${day} has two shifts that start at ${start}.`
    case 'sameName':
      return `${day} has two shifts named ${name}.`
  }
}

/** The shift that is worked at a moment; nothing while the plan is empty. */
export function shiftAt(plan: readonly ShiftStart[], zone: string, at: Date): Shift | undefined {
  if (plan.length === 0) return undefined
  const today = localDate(at, zone)
  // Most plans have a start every day; one may have a single start a week.
  for (const reach of [2, 9]) {
    const starts = startsBetween(plan, zone, addDays(today, -reach), addDays(today, reach))
    const next = starts.findIndex((start) => start.at > at.getTime())
    const start = starts[next - 1]
    const end = starts[next]
    if (start === undefined || end === undefined) continue
    const period = { from: new Date(start.at), to: new Date(end.at) }
    return { name: start.name, date: start.date, period }
  }
  return undefined
}

/**
 * The shift that holds a moment; of a plan without shifts the day of the zone, from 00:00 to 00:00, without a name: what the page of a shift
 * shows.
 */
export function shiftOrDayAt(plan: readonly ShiftStart[], zone: string, at: Date): Shift {
  const shift = shiftAt(plan, zone, at)
  if (shift !== undefined) return shift
  const date = localDate(at, zone)
  return {
    name: '',
    date,
    period: { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) },
  }
}

/** The shifts of the same name that belong to the days before, oldest first; of a day without a name the days. */
export function sameShiftsBefore(
  plan: readonly ShiftStart[],
  zone: string,
  { name, date, period }: Shift,
  days: number,
): Shift[] {
  const from = startOfDay(addDays(date, -days), zone)
  const found: Shift[] = []
  let shift = shiftOrDayAt(plan, zone, from)
  while (shift.period.from < period.from) {
    if (shift.name === name && shift.period.from >= from) found.push(shift)
    shift = shiftOrDayAt(plan, zone, shift.period.to)
  }
  return found
}

/** When the day to which the present shift belongs began: with its first shift; nothing while the plan is empty. */
export function shiftDayStart(
  plan: readonly ShiftStart[],
  zone: string,
  now: Date,
): Date | undefined {
  const present = shiftAt(plan, zone, now)
  if (present === undefined) return undefined
  const first = startsBetween(plan, zone, present.date, present.date)[0]
  return first && new Date(first.at)
}

/** The shift before this one, or the one after it. */
export function neighbourShift(
  plan: readonly ShiftStart[],
  zone: string,
  { period }: Shift,
  direction: -1 | 1,
): Shift | undefined {
  const at = direction === 1 ? period.to : new Date(period.from.getTime() - 1)
  return shiftAt(plan, zone, at)
}

/** The shifts that a period touches, in their order, each whole. */
export function shiftsIn(plan: readonly ShiftStart[], zone: string, period: Period): Shift[] {
  const shifts: Shift[] = []
  let shift = shiftAt(plan, zone, period.from)
  while (shift !== undefined && shift.period.from < period.to) {
    shifts.push(shift)
    shift = neighbourShift(plan, zone, shift, 1)
  }
  return shifts
}

/**
 * The shift that a preset means at this moment: the one that is worked, the one before it, or the one of the same name
 * that belongs to the day before. Nothing where there is none, such as a Sunday shift requested on a Monday.
 */
export function presetShift(
  preset: ShiftPreset,
  plan: readonly ShiftStart[],
  now: Date,
  zone: string,
): Shift | undefined {
  const present = shiftAt(plan, zone, now)
  if (present === undefined) return undefined
  if (preset === 'This shift') return present
  if (preset === 'Last shift') return neighbourShift(plan, zone, present, -1)
  const yesterday = addDays(present.date, -1)
  const around = { from: startOfDay(yesterday, zone), to: present.period.from }
  return shiftsIn(plan, zone, around).find(
    ({ name, date }) => name === present.name && date === yesterday,
  )
}

type Start = { readonly at: number; readonly name: string; readonly date: string }

/** The moments at which shifts begin on these days, in order, no two at one moment. */
function startsBetween(
  plan: readonly ShiftStart[],
  zone: string,
  first: string,
  last: string,
): Start[] {
  const starts: Start[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const weekday = weekdayOf(date)
    const today = plan
      .filter((each) => each.weekday === weekday)
      .toSorted((a, b) => a.start.localeCompare(b.start))
    for (const { start, name } of today) {
      const at = wallTimeToInstant({ date, time: start }, zone, 'start').getTime()
      // When the clocks jump over several starts, only the last of those shifts begins.
      while ((starts.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= at) starts.pop()
      starts.push({ at, name, date })
    }
  }
  return starts
}

/** Monday is 1, Sunday is 7. */
function weekdayOf(date: string): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
}
