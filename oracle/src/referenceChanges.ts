import type { RawAudit } from './rawRecords.ts'
import {
  countsIn,
  grouped,
  inside,
  lengthOf,
  msOf,
  packsOf,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import type { KnownMachine } from './referencePlant.ts'
import { isExternal } from './referenceStates.ts'
import type { Span } from './referenceWindow.ts'

const minute = 60_000

/** What a machine did in one minute of the clock in which it was observed. */
type Minute = {
  readonly start: number
  readonly observedMs: number
  readonly runMs: number
  readonly packs: number
  /** The same in billionths. */
  readonly exactPacks: bigint
  readonly rejects: number
  readonly rejectsReported: boolean
  /** Stops that were first seen in it, in a state that is not external. */
  readonly ownStops: number
  /** With which it was longest; of two alike the first by text. */
  readonly product: string
}

/** The whole minutes of a window in which a machine was observed. */
export function minutesOf(machine: KnownMachine, { from, to }: Span): Minute[] {
  const { stretches, stops } = machine.timeline
  const starts = new Set<number>()
  for (const stretch of stretches) {
    for (let at = stretch.from - (stretch.from % minute); at < stretch.to; at += minute) {
      if (at >= from && at + minute <= to) starts.add(at)
    }
  }
  const begun = stops.flatMap((stop) => {
    const first = stretches.find((one) => one.stop === stop)
    return first === undefined || isExternal(first.state) ? [] : [first.from]
  })
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => {
      const span = { from: start, to: start + minute }
      const own = stretchesIn(machine, span)
      const counts = countsIn(machine, span)
      const products = new Map<string, number>()
      for (const one of own)
        products.set(one.product, (products.get(one.product) ?? 0) + lengthOf(one))
      return {
        start,
        observedMs: msOf(own),
        runMs: msOf(own.filter(({ kind }) => kind === 'run')),
        packs: packsOf(sumOf(counts)),
        exactPacks: sumOf(counts),
        rejects: packsOf(counts.reduce((sum, { rejects }) => sum + rejects, 0n)),
        rejectsReported: [...own, ...counts].some((one) => one.rejectsReported),
        ownStops: begun.filter((at) => inside(span, at)).length,
        product: [...products].sort(([x, a], [y, b]) => b - a || (x < y ? -1 : 1))[0]?.[0] ?? '',
      }
    })
}

/**
 * What changed (docs/figures.md): the figures of a machine beside each change of a setting, and how often they get worse as
 * much without it.
 */

const reach = 4 * 60 * minute
const measures = ['stops', 'rejects', 'speed'] as const
type Measure = (typeof measures)[number]
/** Which direction is the worse one. */
const worse = { stops: 1, rejects: 1, speed: -1 } as const
type Ratio = { readonly over: number; readonly under: number }

function ratioOf(measure: Measure, minutes: readonly Minute[]): Ratio {
  const sum = (of: (one: Minute) => number) => minutes.reduce((all, one) => all + of(one), 0)
  const packs = sum((one) => one.packs)
  switch (measure) {
    case 'stops':
      return { over: sum((one) => one.ownStops), under: sum((one) => one.observedMs) / 3_600_000 }
    case 'rejects':
      return { over: 100 * sum((one) => one.rejects), under: packs }
    case 'speed':
      return { over: packs, under: sum((one) => one.runMs) / minute }
  }
}
const quotient = ({ over, under }: Ratio) => (under > 0 ? over / under : null)

type Sides = {
  readonly before: readonly Minute[]
  readonly after: readonly Minute[]
  readonly countsRejects: boolean
}

/** The minutes of the product on both sides of the one that holds `at`; null where there are too few. */
function sidesAt(minutes: readonly Minute[], at: number): Sides | null {
  const here = at - (at % minute)
  const product = minutes.find(({ start }) => start >= here)?.product
  const same = minutes.filter((one) => one.product === product)
  const before = side(
    same.filter(({ start }) => start < here).reverse(),
    ({ start }) => start >= here - reach,
  )
  const after = side(
    same.filter(({ start }) => start > here),
    ({ start }) => start < here + minute + reach,
  )
  const countsRejects = same.some(({ rejectsReported }) => rejectsReported)
  return before && after && { before: before.reverse(), after, countsRejects }
}

/** Nearest first: thirty minutes, and as many more as 500 packs take; or all that are near, once one is known that is not. */
function side(nearest: readonly Minute[], isNear: (one: Minute) => boolean): Minute[] | null {
  const near = nearest.filter(isNear)
  let packs = 0n
  for (const [index, one] of near.entries()) {
    packs += one.exactPacks
    if (index >= 29 && packs >= 500_000_000_000n) return near.slice(0, index + 1)
  }
  return near.length >= 30 && near.length < nearest.length ? near : null
}

function figure(measure: Measure, sides: Sides, which: 'before' | 'after'): number | null {
  if (measure === 'rejects' && !sides.countsRejects) return null
  return quotient(ratioOf(measure, sides[which]))
}

function worsening(measure: Measure, sides: Sides | null): number | null {
  if (sides === null) return null
  const [before, after] = [figure(measure, sides, 'before'), figure(measure, sides, 'after')]
  return before === null || after === null ? null : worse[measure] * (after - before)
}

const tenth = (minutes: readonly Minute[], part: number) =>
  minutes.slice(
    Math.round((part * minutes.length) / 10),
    Math.round(((part + 1) * minutes.length) / 10),
  )

/** Each side in ten parts: of all ways to call ten of the twenty "after", the share that is at least as much worse. */
export function shareInOrder(before: readonly Ratio[], after: readonly Ratio[], sign: number) {
  const parts = [...after, ...before]
  const all = { over: 0, under: 0 }
  for (const { over, under } of parts) {
    all.over += over
    all.under += under
  }
  const difference = (over: number, under: number) => {
    const rest = { over: all.over - over, under: all.under - under }
    return under > 0 && rest.under > 0 ? sign * (over / under - rest.over / rest.under) : 0
  }
  const sum = after.reduce(
    (so, { over, under }) => ({ over: so.over + over, under: so.under + under }),
    { over: 0, under: 0 },
  )
  const least = difference(sum.over, sum.under) - 1e-9
  let asBad = 0
  let ways = 0
  const choose = (from: number, left: number, over: number, under: number) => {
    if (left === 0) {
      ways += 1
      if (difference(over, under) >= least) asBad += 1
      return
    }
    for (let index = from; index <= parts.length - left; index++) {
      const part = parts[index] ?? all
      choose(index + 1, left - 1, over + part.over, under + part.under)
    }
  }
  choose(0, after.length, 0, 0)
  return asBad / ways
}

type Change = { readonly at: number; readonly audits: readonly RawAudit[] }
/** Changes of one minute are one. */
export function changesIn(audits: readonly RawAudit[]): Change[] {
  const minutes = grouped(audits, ({ time }) => String(time - (time % minute)))
  return [...minutes].map(([at, own]) => ({ at: Number(at), audits: own }))
}

/** The changes with their figures and what the two tests say, corrected by Holm over all of them. */
export function judge(minutes: readonly Minute[], changes: readonly Change[]) {
  const everywhere = minutes.map(({ start }) => ({ start, sides: sidesAt(minutes, start) }))
  const others = (measure: Measure) =>
    everywhere.flatMap(({ start, sides }) => {
      const found = worsening(measure, sides)
      return found === null ? [] : [{ start, worsening: found }]
    })
  const all = { stops: others('stops'), rejects: others('rejects'), speed: others('speed') }

  const judged = changes.map((change) => {
    const sides = sidesAt(minutes, change.at)
    const settings = change.audits.map(({ description }) => description)
    const alike = changes.filter(({ audits }) =>
      audits.some(({ description }) => settings.includes(description)),
    )
    const p = (measure: Measure): number | null => {
      const own = worsening(measure, sides)
      if (own === null || sides === null || saysTooLittle(measure, sides)) return null
      const elsewhere = all[measure].filter(({ start }) =>
        alike.every(({ at }) => Math.abs(start - at) >= 30 * minute),
      )
      const asBad = elsewhere.filter((other) => other.worsening >= own - 1e-9).length
      const inPlace = (asBad + 1) / (elsewhere.length + 1)
      const parts = (which: 'before' | 'after') =>
        Array.from({ length: 10 }, (_, part) => ratioOf(measure, tenth(sides[which], part)))
      const inOrder = shareInOrder(parts('before'), parts('after'), worse[measure])
      return Math.max(inPlace, inOrder)
    }
    return { change, sides, p: { stops: p('stops'), rejects: p('rejects'), speed: p('speed') } }
  })
  const ps = judged.flatMap((one) => Object.values(one.p).filter((p) => p !== null))
  return judged.map(({ change, sides, p }) => {
    const measured = (measure: Measure) => ({
      before: sides && figure(measure, sides, 'before'),
      after: sides && figure(measure, sides, 'after'),
      p: p[measure],
      ...verdictOf(p[measure], ps),
    })
    const [stops, rejects, speed] = [measured('stops'), measured('rejects'), measured('speed')]
    return {
      ...change,
      isWorse: [stops, rejects, speed].some((one) => one.isWorse),
      figures: sides && { stops, rejects, speed },
    }
  })
}

function saysTooLittle(measure: Measure, { before, after }: Sides): boolean {
  const stops = [...before, ...after].reduce((sum, { ownStops }) => sum + ownStops, 0)
  if (measure === 'stops' && stops < 3) return true
  return [before, after].some((own) => {
    const parts = Array.from({ length: 10 }, (_, part) => ratioOf(measure, tenth(own, part)))
    return parts.filter(({ under }) => under > 0).length < 5
  })
}

/** Holm: the largest of all p that are no larger, each times the number of those that are not smaller. */
function verdictOf(p: number | null, all: readonly number[]) {
  if (p === null) return { adjusted: null, isWorse: false }
  const adjusted = all
    .filter((other) => other <= p)
    .map((other) => Math.min(1, other * all.filter((one) => one >= other).length))
  const most = Math.max(...adjusted)
  return { adjusted: most, isWorse: most <= 0.05 }
}
