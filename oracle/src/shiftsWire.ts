import type { Json } from './callWire.ts'
import { at } from './callWire.ts'
import type { Scope } from './referenceFilter.ts'
import { dayAfter, dayAt, momentOf, type Span } from './referenceWindow.ts'

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

/** Figures of several stretches added up, with the two that are divisions of these sums. */
export function summed(figures: readonly unknown[]): Json {
  const sum = (...path: string[]) =>
    figures.reduce<number>((all, one) => all + Number(at(one, ...path)), 0)
  const stops = sum('stops')
  return {
    ...Object.fromEntries(sums.map((path) => [path.join(' '), sum(...path)])),
    mtbfSeconds: stops === 0 ? null : sum('metrics', 'Run Time Total') / stops,
    mttrSeconds: stops === 0 ? null : sum('stopSeconds') / stops,
  }
}

/** The same of an answer that gives them as one. */
export const sumsOf = (figures: unknown): Json => ({
  ...Object.fromEntries(sums.map((path) => [path.join(' '), at(figures, ...path)])),
  mtbfSeconds: at(figures, 'mtbfSeconds'),
  mttrSeconds: at(figures, 'mttrSeconds'),
})
