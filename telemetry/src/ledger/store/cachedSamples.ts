import type { LedgerSample } from '../fold/ledgerRecords.ts'
import type { StretchSamples } from './roundStretch.ts'
import { effectiveSamples, type SampleRange, SampleRows } from './sampleRows.ts'

/** Samples that are held together; the oldest go by blocks. */
const blockRows = 64

/** The newest samples of one machine, in their order; versions of one sample in the order in which they came. */
export class CachedSamples {
  /** A block is only added to or replaced: who was given a range of it can go on reading. */
  #blocks: SampleRows[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The time of the newest sample. */
  get newest(): number {
    const last = this.#blocks.at(-1)
    return last === undefined ? Number.NEGATIVE_INFINITY : last.timeAt(last.count - 1)
  }

  /** Most samples are the newest of their machine. Returns false where a sample cannot be held. */
  insert(sample: LedgerSample, commit: bigint): boolean {
    const last = this.#blocks.at(-1)
    const isNewest = last === undefined || last.order(last.count - 1, sample) <= 0
    const isHeld = isNewest
      ? this.#append(sample, Number(commit))
      : this.#insertBetween(sample, Number(commit))
    if (isHeld) this.#count += 1
    return isHeld
  }

  /** The effective samples of a stretch, in order, as they were known at a revision; they can be read more than once. */
  within(from: number, to: number | null, revision: bigint): StretchSamples {
    const ranges: SampleRange[] = []
    let count = 0
    for (const block of this.#blocks.toReversed()) {
      const range = block.range(from, to ?? Number.POSITIVE_INFINITY)
      if (range.end > range.begin) ranges.unshift(range)
      count += range.end - range.begin
      if (range.begin > 0) break
    }
    const samples = { [Symbol.iterator]: () => effectiveSamples(ranges, Number(revision)) }
    return { count, samples }
  }

  /**
   * Forgets the oldest block if more than so many samples are left, and returns the time of its newest one; undefined where nothing
   * was forgotten. Only what is older than an instant, if one is given.
   */
  forgetOldest(least: number, before = Number.POSITIVE_INFINITY): number | undefined {
    const [oldest] = this.#blocks
    if (oldest === undefined || this.#count - oldest.count < least) return undefined
    const newest = oldest.timeAt(oldest.count - 1)
    if (newest >= before) return undefined
    this.#blocks.shift()
    this.#count -= oldest.count
    return newest
  }

  #append(sample: LedgerSample, commit: number): boolean {
    const last = this.#blocks.at(-1)
    const block = last === undefined || last.isFull ? new SampleRows(blockRows) : last
    if (!block.push(sample, commit)) return false
    if (block !== last) this.#blocks.push(block)
    return true
  }

  /** The block in whose place the sample belongs is made anew, as two where it was full. */
  #insertBetween(sample: LedgerSample, commit: number): boolean {
    let index = this.#blocks.length - 1
    for (; index > 0; index -= 1) {
      const block = this.#blocks[index]
      if (block !== undefined && block.order(0, sample) <= 0) break
    }
    const old = this.#blocks[index]
    if (old === undefined) return false
    let place = old.count
    while (place > 0 && old.order(place - 1, sample) > 0) place -= 1
    const half = old.isFull ? blockRows / 2 : blockRows
    const first = new SampleRows(blockRows)
    const second = new SampleRows(blockRows)
    const copy = (one: LedgerSample, of: number) =>
      (first.count < half ? first : second).push(one, of)
    for (let row = 0; row <= old.count; row += 1) {
      if (row === place && !copy(sample, commit)) return false
      if (row < old.count) copy(old.sampleAt(row), old.commitAt(row))
    }
    this.#blocks.splice(index, 1, ...[first, second].filter(({ count }) => count > 0))
    return true
  }
}
