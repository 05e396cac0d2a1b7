import { at, type Json } from './callWire.ts'
import type { Requested, Scope } from './referenceFilter.ts'
import {
  dayAfter,
  dayAt,
  momentOf,
  type RequestedWindow,
  requestedSpan,
  type Span,
  wall,
} from './referenceWindow.ts'

/** When shifts begin in every plant, on the clock of its zone; Sunday has one shift alone, which begins later. */
export const shiftStarts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
  weekday === 7
    ? [{ weekday, start: '08:20', name: 'Sunday' }]
    : [
        { weekday, start: '05:45', name: 'Early' },
        { weekday, start: '13:30', name: 'Late' },
        { weekday, start: '22:00', name: 'Night' },
      ],
)

const day = 86_400_000
/** 1 is Monday. */
const weekdayOf = (date: string) => ((Date.parse(`${date}T00:00:00Z`) / day + 3) % 7) + 1

/** When shifts begin, from two days before a span until a day behind it. */
export function shiftBegins(span: Span, zone: string) {
  const begins: { readonly at: number; readonly name: string }[] = []
  const last = dayAfter(dayAfter(dayAt(span.to, zone)))
  for (let date = dayAt(span.from - 2 * day, zone); date <= last; date = dayAfter(date)) {
    for (const { weekday, start, name } of shiftStarts) {
      if (weekday === weekdayOf(date))
        begins.push({ at: momentOf(date, start, zone, 'start'), name })
    }
  }
  return begins
}

/** A shift runs until the next one begins; those of one name are one row, in the order in which they first come. */
export function shiftSpans({ plant, span }: Scope): Map<string, Span[]> {
  const begins = shiftBegins(span, plant.zone)
  const found = new Map<string, Span[]>()
  for (const [index, { at: begin, name }] of begins.entries()) {
    const own = {
      from: Math.max(span.from, begin),
      to: Math.min(span.to, begins[index + 1]?.at ?? begin),
    }
    if (own.from < own.to) found.set(name, [...(found.get(name) ?? []), own])
  }
  return found
}

/** Of several stretches together only sums can be said without their ratios: these. */
const sums = [
  ['metrics', 'Packs Produced'],
  ['metrics', 'packsAfterGap'],
  ['metrics', 'Run Time Total'],
  ['metrics', 'Idle Time Total'],
  ['metrics', 'alarmSeconds'],
  ['metrics', 'ancillarySeconds'],
  ['metrics', 'unknownSeconds'],
  ['metrics', 'externalSeconds'],
  ['metrics', 'offlineSeconds'],
  ['metrics', 'windowSeconds'],
  ['stopSeconds'],
  ['stops'],
] as const

/** Figures of several stretches added up. */
export function summed(figures: readonly unknown[]): Json {
  const sum = (...path: string[]) =>
    figures.reduce<number>((all, one) => all + Number(at(one, ...path)), 0)
  return Object.fromEntries(sums.map((path) => [path.join(' '), sum(...path)]))
}

/** The same of an answer that gives them as one. */
export const sumsOf = (figures: unknown): Json =>
  Object.fromEntries(sums.map((path) => [path.join(' '), at(figures, ...path)]))

const minute = 60_000

/** A calendar day so many days later; days of the calendar all have 24 hours. */
const daysLater = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

const daysFrom = (date: string, other: string) => (Date.parse(other) - Date.parse(date)) / day

/** The first day of the month so many months later. */
function monthLater(date: string, months: number): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** What the filter bar shows of a span; midnight at its end is 23:59 of the day before. */
function shown({ from, to }: Span, zone: string): RequestedWindow {
  const [startDate = '', start = ''] = new Date(wall(from, zone)).toISOString().split('T')
  const whole = Math.ceil(to / minute) * minute
  const [endDate = '', end = ''] = new Date(wall(whole, zone)).toISOString().split('T')
  const startTime = start.slice(0, 5)
  return end.startsWith('00:00') && endDate > startDate
    ? { startDate, startTime, endDate: daysLater(endDate, -1), endTime: '23:59', zone }
    : { startDate, startTime, endDate, endTime: end.slice(0, 5), zone }
}

/** The shift that ends where the span begins, if the span is a shift. */
function shiftBefore(span: Span, plantZone: string): Span | undefined {
  const begins = shiftBegins(span, plantZone)
    .map(({ at }) => at)
    .sort((a, b) => a - b)
  const index = begins.indexOf(span.from)
  const [before, next] = [begins[index - 1], begins[index + 1]]
  return next === span.to && before !== undefined ? { from: before, to: span.from } : undefined
}

/** The period before: the shift before a shift, as many months before months, as many days before days, else the same length before. */
function windowBefore(requested: RequestedWindow, plantZone: string): RequestedWindow {
  const { startDate, startTime, endDate, endTime, zone } = requested
  const span = requestedSpan(requested)
  const shift = shiftBefore(span, plantZone)
  if (shift) return shown(shift, zone)
  const days = daysFrom(startDate, endDate)
  const moved = (by: number) => ({
    ...requested,
    startDate: daysLater(startDate, -by),
    endDate: daysLater(endDate, -by),
  })
  if (startTime === endTime && days > 0) return moved(days)
  if (startTime === '00:00' && endTime === '23:59' && days >= 0) {
    const after = dayAfter(endDate)
    if (!startDate.endsWith('-01') || !after.endsWith('-01')) return moved(days + 1)
    let months = 0
    while (monthLater(startDate, months) < after) months++
    return {
      ...requested,
      startDate: monthLater(startDate, -months),
      endDate: daysLater(startDate, -1),
    }
  }
  return shown({ from: 2 * span.from - span.to, to: span.from }, zone)
}

/**
 * The scope of the period before; null of an empty window. A window that still runs is compared with the share of the earlier one that has passed: up to the same time of day where both
 * have the same times, else after as much time. Never into the window itself.
 */
export function scopeBefore(scope: Scope, requested: Requested): Scope | null {
  const { now, plant, zone } = scope
  const whole = requestedSpan(requested)
  if (whole.from >= whole.to) return null
  const before = windowBefore(requested, plant.zone)
  const { from, to } = requestedSpan(before)
  const runs = now < whole.to
  const sameTimes = before.startTime === requested.startTime && before.endTime === requested.endTime
  const date = daysLater(dayAt(now, zone), daysFrom(requested.startDate, before.startDate))
  const time = new Date(wall(now, zone)).toISOString().slice(11, 16)
  const passed = !runs
    ? to
    : sameTimes
      ? momentOf(date, time, zone, 'end') + (now % minute)
      : from + now - whole.from
  return { ...scope, span: { from, to: Math.max(from, Math.min(to, whole.from, passed)) } }
}
