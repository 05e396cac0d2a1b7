import { firstPlace } from '../../firstPlace.ts'
import { isSameSample, type LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteOf } from '../fold/minute.ts'

/** The numbers of a sample, side by side; what is absent is NaN, and no text is 0. */
const column = {
  at: 0,
  sourceAt: 1,
  sequence: 2,
  commit: 3,
  death: 4,
  state: 5,
  product: 6,
  tool: 7,
  user: 8,
  speed: 9,
  packs: 10,
  batch: 11,
  rejects: 12,
  mode: 13,
  times: 14,
} as const
const width = 15

/** Rows of one block that follow each other, as they were when the range was made. */
export type SampleRange = {
  readonly rows: SampleRows
  readonly begin: number
  readonly end: number
}

/**
 * Samples as numbers side by side, each with the commit that brought it, 120 bytes each, which the collector has nothing to do with. Rows
 * are only added, so a range of them stays what it was.
 */
export class SampleRows {
  readonly #numbers: Float64Array
  readonly #texts = ['']
  readonly #numberOf = new Map<string, number>()
  #count = 0

  /** With room for so many samples. */
  constructor(room: number) {
    this.#numbers = new Float64Array(room * width)
  }

  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return (this.#count + 1) * width > this.#numbers.length
  }

  /** Returns false where a value is none that the numbers can hold; numbers of commits stay far below 2^53. */
  push(sample: LedgerSample, commit: number): boolean {
    const numbers = this.#numbers
    const start = this.#count * width
    const { state, speedPpm, packCounter, batchCounter, rejectCounter } = sample
    if (
      Number.isNaN(state) ||
      Number.isNaN(speedPpm) ||
      Number.isNaN(packCounter) ||
      Number.isNaN(batchCounter) ||
      Number.isNaN(rejectCounter)
    ) {
      return false
    }
    numbers[start + column.at] = sample.at
    numbers[start + column.sourceAt] = sample.sourceAt
    numbers[start + column.sequence] = sample.sequence
    numbers[start + column.commit] = commit
    numbers[start + column.death] = sample.death ? 1 : 0
    numbers[start + column.state] = state ?? Number.NaN
    numbers[start + column.product] = this.#numberOfText(sample.product)
    numbers[start + column.tool] = this.#numberOfText(sample.tool)
    numbers[start + column.user] = this.#numberOfText(sample.user)
    numbers[start + column.speed] = speedPpm ?? Number.NaN
    numbers[start + column.packs] = packCounter ?? Number.NaN
    numbers[start + column.batch] = batchCounter ?? Number.NaN
    numbers[start + column.rejects] = rejectCounter ?? Number.NaN
    numbers[start + column.mode] = this.#numberOfText(sample.unitMode)
    numbers[start + column.times] = this.#numberOfText(sample.stateTimes)
    this.#count += 1
    return true
  }

  timeAt(row: number): number {
    return this.#numberAt(row, column.at)
  }

  commitAt(row: number): number {
    return this.#numberAt(row, column.commit)
  }

  /** Of rows in the order of time, those of [from, to). */
  range(from: number, to: number): SampleRange {
    const firstFrom = (at: number) => firstPlace(this.#count, (row) => this.timeAt(row) >= at)
    return { rows: this, begin: firstFrom(from), end: firstFrom(to) }
  }

  /** Below 0 where the sample of a row comes before another one (`bySampleOrder`). */
  order(row: number, { at, sourceAt, sequence }: LedgerSample): number {
    return (
      this.timeAt(row) - at ||
      this.#numberAt(row, column.sourceAt) - sourceAt ||
      this.#numberAt(row, column.sequence) - sequence
    )
  }

  /** The order of the first rows of two ranges (`bySampleOrder`); of versions of one sample first what came first. */
  static order(a: SampleRange, b: SampleRange): number {
    const difference = (of: number) => a.rows.#numberAt(a.begin, of) - b.rows.#numberAt(b.begin, of)
    return (
      difference(column.at) ||
      difference(column.sourceAt) ||
      difference(column.sequence) ||
      difference(column.commit) ||
      a.begin - b.begin
    )
  }

  sampleAt(row: number): LedgerSample {
    return {
      at: this.#numberAt(row, column.at),
      sourceAt: this.#numberAt(row, column.sourceAt),
      sequence: this.#numberAt(row, column.sequence),
      death: this.#numberAt(row, column.death) === 1,
      state: this.#valueAt(row, column.state),
      product: this.#textAt(row, column.product),
      tool: this.#textAt(row, column.tool),
      user: this.#textAt(row, column.user),
      speedPpm: this.#valueAt(row, column.speed),
      packCounter: this.#valueAt(row, column.packs),
      batchCounter: this.#valueAt(row, column.batch),
      rejectCounter: this.#valueAt(row, column.rejects),
      unitMode: this.#textAt(row, column.mode),
      stateTimes: this.#textAt(row, column.times),
    }
  }

  #numberAt(row: number, of: number): number {
    return this.#numbers[row * width + of] ?? 0
  }

  #valueAt(row: number, of: number): number | null {
    const value = this.#numberAt(row, of)
    return Number.isNaN(value) ? null : value
  }

  #textAt(row: number, of: number): string | null {
    const number = this.#numberAt(row, of)
    return number === 0 ? null : (this.#texts[number] ?? null)
  }

  #numberOfText(text: string | null | undefined): number {
    if (text === undefined || text === null) return 0
    const known = this.#numberOf.get(text)
    if (known !== undefined) return known
    this.#numberOf.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }
}

/**
 * The effective samples (D7) of ranges in order, as they were known at a commit. Versions of one sample follow each other, oldest first.
 * In the place of the minutes of `instead` stand their samples.
 */
export function* effectiveSamples(
  ranges: readonly SampleRange[],
  upto: number,
  instead: ReadonlyMap<number, readonly LedgerSample[]> = nothing,
): Generator<LedgerSample> {
  const others = [...instead].sort(([a], [b]) => a - b)
  let other = 0
  let newest: LedgerSample | undefined
  for (const { rows, begin, end } of ranges) {
    for (let row = begin; row < end; row += 1) {
      if (rows.commitAt(row) > upto) continue
      if (others.length > 0) {
        const minute = minuteOf(rows.timeAt(row))
        if (instead.has(minute)) continue
        for (; (others[other]?.[0] ?? minute) < minute; other += 1) {
          if (newest) yield newest
          newest = undefined
          yield* others[other]?.[1] ?? []
        }
      }
      const sample = rows.sampleAt(row)
      if (newest && !isSameSample(newest, sample)) yield newest
      newest = sample
    }
  }
  if (newest) yield newest
  for (const [, samples] of others.slice(other)) yield* samples
}

const nothing: ReadonlyMap<number, readonly LedgerSample[]> = new Map()
