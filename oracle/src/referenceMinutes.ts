import { countsIn, inside, lengthOf, msOf, packsOf, stretchesIn, sumOf } from './referenceFilter.ts'
import type { KnownMachine } from './referencePlant.ts'
import { isExternal } from './referenceStates.ts'
import type { Span } from './referenceWindow.ts'

export const minute = 60_000

/** What a machine did in one minute of the clock in which it was observed. */
export type Minute = {
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
