import type { ChangeMeasure } from '@packboard/contract'
import type { MinuteFigures } from '@packboard/telemetry/read'

export const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A side of a change: as many observed minutes next to it, and as many packs; but none that is further away. */
export const side = { minutes: 30, packs: 500, farthestMs: 4 * 60 * minuteMs } as const

/** Own stops per observed hour, rejects in a hundred packs, packs a minute of run. */
export { changeMeasures as measures } from '@packboard/contract'
export type Measure = ChangeMeasure

/** Which direction is the worse one. */
export const worse: Record<Measure, 1 | -1> = { stops: 1, rejects: 1, speed: -1 }

/** What a figure is divided out of: its value is `over` / `under`, in the unit of the measure. */
export type Ratio = { readonly over: number; readonly under: number }

/** The figures of one side; null where there is nothing to divide by. */
type Side = Record<Measure, number | null> & {
  readonly ownStops: number
  /** The minutes of the side in so many parts, in order, each with the ratio of every measure. */
  parts(): readonly Record<Measure, Ratio>[]
}

/** Parts of a side; of thirty minutes each has three. */
const partsOfSide = 10

/** What was before and after an instant; null where a side is not long enough yet, or at all. */
export type BeforeAfter = { readonly before: Side; readonly after: Side }

/**
 * The minutes of one machine, product by product: another product has another speed and other rejects, so a change is looked at
 * among the minutes of the product that was made then.
 */
export class MachineBook {
  /** Minutes with observed time, in their order. */
  readonly minutes: readonly MinuteFigures[]
  readonly #books: ReadonlyMap<string, MinuteBook>

  constructor(minutes: readonly MinuteFigures[]) {
    this.minutes = minutes.filter(({ observedMs }) => observedMs > 0)
    const byProduct = Map.groupBy(this.minutes, ({ product }) => product)
    this.#books = new Map([...byProduct].map(([product, own]) => [product, new MinuteBook(own)]))
  }

  /** What was before and after an instant, with the product of its minute, or of the next one in which the machine was on. */
  around(at: number): BeforeAfter | null {
    const minute = minuteOf(at)
    const index = firstFrom(this.minutes.length, (i) => this.minutes[i]?.start ?? 0, minute)
    const product = this.minutes[index]?.product
    return product === undefined ? null : (this.#books.get(product)?.around(at) ?? null)
  }
}

/** Minutes of one product, added up so that any stretch of them costs the same. */
class MinuteBook {
  readonly starts: Float64Array
  readonly #sums: Record<'observedMs' | 'runMs' | 'packs' | 'rejects' | 'stops', Sums>
  readonly #countsRejects: boolean

  constructor(observed: readonly MinuteFigures[]) {
    this.starts = Float64Array.from(observed, ({ start }) => start)
    const sum = (of: (minute: MinuteFigures) => number) => sumsOf(observed.map(of))
    this.#countsRejects = observed.some(({ rejects }) => rejects !== null)
    this.#sums = {
      observedMs: sum(({ observedMs }) => observedMs),
      runMs: sum(({ runMs }) => runMs),
      packs: sum(({ packs }) => packs),
      rejects: sum(({ rejects }) => rejects ?? 0),
      stops: sum(({ ownStops }) => ownStops),
    }
  }

  /** The minutes before the one that holds `at`, and those after it: what happened within it has no order here. */
  around(at: number): BeforeAfter | null {
    const minute = minuteOf(at)
    const before = this.#back(this.#firstFrom(minute), minute - side.farthestMs)
    const after = this.#ahead(
      this.#firstFrom(minute + minuteMs),
      minute + minuteMs + side.farthestMs,
    )
    return before && after && { before, after }
  }

  #back(to: number, earliest: number): Side | null {
    for (let from = to - side.minutes; from >= 0; from--) {
      if ((this.starts[from] ?? 0) < earliest) return null
      if (this.#reaches(from, to) || this.#isLast(from - 1, earliest)) return this.#side(from, to)
    }
    return null
  }

  #ahead(from: number, latest: number): Side | null {
    for (let to = from + side.minutes; to <= this.starts.length; to++) {
      if ((this.starts[to - 1] ?? 0) >= latest) return null
      if (this.#reaches(from, to) || (this.starts[to] ?? 0) >= latest) return this.#side(from, to)
    }
    return null
  }

  #isLast(index: number, earliest: number): boolean {
    return index >= 0 && (this.starts[index] ?? 0) < earliest
  }

  #reaches(from: number, to: number): boolean {
    return this.#sum('packs', from, to) >= side.packs
  }

  #side(from: number, to: number): Side {
    const whole = this.#ratios(from, to)
    const edge = (part: number) => from + Math.round((part * (to - from)) / partsOfSide)
    return {
      stops: quotient(whole.stops),
      rejects: this.#countsRejects ? quotient(whole.rejects) : null,
      speed: quotient(whole.speed),
      ownStops: this.#sum('stops', from, to),
      parts: () =>
        Array.from({ length: partsOfSide }, (_, part) => this.#ratios(edge(part), edge(part + 1))),
    }
  }

  #ratios(from: number, to: number): Record<Measure, Ratio> {
    const packs = this.#sum('packs', from, to)
    return {
      stops: {
        over: this.#sum('stops', from, to),
        under: this.#sum('observedMs', from, to) / hourMs,
      },
      rejects: { over: 100 * this.#sum('rejects', from, to), under: packs },
      speed: { over: packs, under: this.#sum('runMs', from, to) / minuteMs },
    }
  }

  #sum(of: 'observedMs' | 'runMs' | 'packs' | 'rejects' | 'stops', from: number, to: number) {
    const { whole, billionths } = this.#sums[of]
    const rest = (billionths[to] ?? 0) - (billionths[from] ?? 0)
    return (whole[to] ?? 0) - (whole[from] ?? 0) + rest / 1e9
  }

  /** The first minute that begins at `at` or later. */
  #firstFrom(at: number): number {
    return firstFrom(this.starts.length, (i) => this.starts[i] ?? 0, at)
  }
}

/**
 * Running sums in which no digit is lost, so that a side that holds just as many packs as it needs is found so: whole numbers and
 * billionths apart (packs have nine digits), both far below 2^53 in 31 days.
 */
type Sums = { readonly whole: Float64Array; readonly billionths: Float64Array }

function sumsOf(values: readonly number[]): Sums {
  const whole = new Float64Array(values.length + 1)
  const billionths = new Float64Array(values.length + 1)
  values.forEach((value, i) => {
    const integer = Math.trunc(value)
    whole[i + 1] = (whole[i] ?? 0) + integer
    billionths[i + 1] = (billionths[i] ?? 0) + Math.round((value - integer) * 1e9)
  })
  return { whole, billionths }
}

function firstFrom(length: number, start: (index: number) => number, at: number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (start(middle) < at) low = middle + 1
    else high = middle
  }
  return low
}

const minuteOf = (at: number) => Math.floor(at / minuteMs) * minuteMs
const quotient = ({ over, under }: Ratio) => (under > 0 ? over / under : null)
