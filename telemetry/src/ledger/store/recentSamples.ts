import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { isSameSample } from './keepNewest.ts'
import type { StretchSamples } from './roundStretch.ts'
import { SampleRows } from './sampleRows.ts'

/** Samples that are held together; the oldest go by blocks. */
const blockRows = 64

/** Samples that follow each other, and the commit that brought each; batches stay far below 2^53. */
type Block = { readonly rows: SampleRows; readonly commits: Float64Array }
/** Rows of a block as they were when a stretch was read. */
type Range = { readonly block: Block; readonly begin: number; readonly end: number }

/** The newest samples of one machine, in their order; versions of one sample in the order in which they came. */
export class RecentSamples {
  /** A block is only added to or replaced: who was given a range of it can go on reading. */
  #blocks: Block[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The time of the newest sample. */
  get newest(): number {
    const rows = this.#blocks.at(-1)?.rows
    return rows === undefined ? Number.NEGATIVE_INFINITY : rows.timeAt(rows.count - 1)
  }

  /** Most samples are the newest of their machine. Returns false where a sample cannot be held. */
  insert(sample: LedgerSample, commit: bigint): boolean {
    const last = this.#blocks.at(-1)
    const isNewest = last === undefined || last.rows.order(last.rows.count - 1, sample) <= 0
    const held = isNewest ? this.#append(sample, commit) : this.#insertBetween(sample, commit)
    if (held) this.#count += 1
    return held
  }

  /** The effective samples of a stretch, in order, as they were known at a revision; they can be read more than once. */
  within(from: number, to: number | null, revision: bigint): StretchSamples {
    const ranges: Range[] = []
    let count = 0
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const block = this.#blocks[index]
      if (block === undefined) break
      const begin = block.rows.firstFrom(from)
      const end = to === null ? block.rows.count : block.rows.firstFrom(to)
      if (end > begin) ranges.unshift({ block, begin, end })
      count += end - begin
      if (begin > 0) break
    }
    const upto = Number(revision)
    return { count, samples: { [Symbol.iterator]: () => effective(ranges, upto) } }
  }

  /**
   * Forgets the oldest block if more than so many samples are left, and returns the time of its newest one; undefined where nothing
   * was forgotten. Only what is older than an instant, if one is given.
   */
  forgetOldest(least: number, before = Number.POSITIVE_INFINITY): number | undefined {
    const [oldest] = this.#blocks
    if (oldest === undefined || this.#count - oldest.rows.count < least) return undefined
    const newest = oldest.rows.timeAt(oldest.rows.count - 1)
    if (newest >= before) return undefined
    this.#blocks.shift()
    this.#count -= oldest.rows.count
    return newest
  }

  #append(sample: LedgerSample, commit: bigint): boolean {
    const last = this.#blocks.at(-1)
    const block = last === undefined || last.rows.isFull ? emptyBlock() : last
    if (!add(block, sample, commit)) return false
    if (block !== last) this.#blocks.push(block)
    return true
  }

  /** The block in whose place the sample belongs is made anew, as two where it was full. */
  #insertBetween(sample: LedgerSample, commit: bigint): boolean {
    let index = this.#blocks.length - 1
    for (; index > 0; index -= 1) {
      const rows = this.#blocks[index]?.rows
      if (rows !== undefined && rows.order(0, sample) <= 0) break
    }
    const old = this.#blocks[index]
    if (old === undefined) return false
    let place = old.rows.count
    while (place > 0 && old.rows.order(place - 1, sample) > 0) place -= 1
    const half = old.rows.isFull ? blockRows / 2 : blockRows
    const blocks = [emptyBlock()]
    const copy = (one: LedgerSample, of: bigint) => {
      if ((blocks.at(-1)?.rows.count ?? 0) >= half && blocks.length === 1) blocks.push(emptyBlock())
      const block = blocks.at(-1)
      return block !== undefined && add(block, one, of)
    }
    for (let row = 0; row <= old.rows.count; row += 1) {
      if (row === place && !copy(sample, commit)) return false
      if (row < old.rows.count) copy(old.rows.sampleAt(row), BigInt(old.commits[row] ?? 0))
    }
    this.#blocks.splice(index, 1, ...blocks)
    return true
  }
}

function emptyBlock(): Block {
  return { rows: new SampleRows(blockRows), commits: new Float64Array(blockRows) }
}

function add({ rows, commits }: Block, sample: LedgerSample, commit: bigint): boolean {
  commits[rows.count] = Number(commit)
  return rows.push(sample)
}

function* effective(ranges: readonly Range[], upto: number): Generator<LedgerSample> {
  /** Versions of one sample follow each other, oldest first. */
  let newest: LedgerSample | undefined
  for (const { block, begin, end } of ranges) {
    for (let row = begin; row < end; row += 1) {
      if ((block.commits[row] ?? 0) > upto) continue
      const sample = block.rows.sampleAt(row)
      if (newest && !isSameSample(newest, sample)) yield newest
      newest = sample
    }
  }
  if (newest) yield newest
}
