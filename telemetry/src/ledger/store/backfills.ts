import type { StoredSample } from '../../records.ts'
import { bySampleOrder, type LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteOf } from '../fold/minute.ts'
import type { MachineStretch } from './machinePlace.ts'
import { effectiveSamples, type SampleRange, SampleRows } from './sampleRows.ts'

/** Fewer samples of a machine in one commit are no back-fill; reading them from the store costs little. */
const leastOfCommit = 500
/** Samples that are held, at 120 bytes each; beyond, the oldest are read from the store. */
const mostSamples = 500_000

/** Samples of one machine that came with one commit. */
type Chunk = {
  readonly clientId: number
  readonly machineId: number
  readonly commit: bigint
  /** In their order; of equal ones first what came first. */
  readonly rows: SampleRows
  readonly first: number
  readonly last: number
}

/** Samples of a stretch that are cached, in order; versions of one sample in the order in which they came. */
type BackfillStretch = {
  /** How many samples each minute has, every version counted. */
  readonly counts: ReadonlyMap<number, number>
  /** The effective samples (D7). In the place of the minutes of `instead`, in order, stand their samples. */
  samples(instead: ReadonlyMap<number, readonly LedgerSample[]>): Iterable<LedgerSample>
}

/**
 * The samples of a back-fill, from their commit until their minutes are computed, so that they need not be read from the store again.
 * Whether they are all of a minute, only the store knows (`cachedStretches`).
 */
export class Backfills {
  /** The oldest commit first. */
  #chunks: Chunk[] = []
  #count = 0
  #least = leastOfCommit

  /** For tests: also fewer samples of a machine are held. */
  holdFrom(least: number): void {
    this.#least = least
  }

  add({
    batch,
    samples,
  }: {
    readonly batch: bigint
    readonly samples: readonly StoredSample[]
  }): void {
    if (samples.length < this.#least) return
    for (const own of Map.groupBy(samples, ({ machineId }) => machineId).values()) {
      const chunk = own.length < this.#least ? undefined : chunkOf(own, batch)
      if (chunk) this.#chunks.push(chunk)
      this.#count += chunk?.rows.count ?? 0
    }
    while (this.#count > mostSamples) this.#count -= this.#chunks.shift()?.rows.count ?? this.#count
  }

  /** What these commits brought of a client is computed. */
  release(clientId: number, upto: bigint): void {
    this.#keep((chunk) => chunk.clientId !== clientId || chunk.commit > upto)
  }

  /** What the store holds of a machine is about to be, or was, changed. */
  forgetMachine(machineId: number): void {
    this.#keep((chunk) => chunk.machineId !== machineId)
  }

  forget(): void {
    this.#keep(() => false)
  }

  #keep(isKept: (chunk: Chunk) => boolean): void {
    if (this.#chunks.length === 0) return
    this.#chunks = this.#chunks.filter(isKept)
    this.#count = this.#chunks.reduce((sum, { rows }) => sum + rows.count, 0)
  }

  /** What is held of a stretch, as it was known at a revision; null when that is too little to ask for the rest. */
  within(stretch: MachineStretch, revision: bigint): BackfillStretch | null {
    const to = stretch.to ?? Number.POSITIVE_INFINITY
    const chunks = this.#chunks.filter(
      ({ clientId, machineId, commit, first, last }) =>
        machineId === stretch.machineId &&
        clientId === stretch.clientId &&
        commit <= revision &&
        first < to &&
        last >= stretch.from,
    )
    const ranges = inOrder(chunks.map(({ rows }) => rows.range(stretch.from, to)))
    if (ranges.reduce((sum, { begin, end }) => sum + end - begin, 0) < this.#least) return null
    return {
      counts: countsOf(ranges),
      // A stretch may be folded twice.
      samples: (instead) => ({
        [Symbol.iterator]: () => effectiveSamples(ranges, Number(revision), instead),
      }),
    }
  }
}

/** Undefined when a value is none that the numbers can hold. */
function chunkOf(samples: readonly StoredSample[], commit: bigint): Chunk | undefined {
  const isOrdered = samples.every((sample, place) => {
    const before = samples[place - 1]
    return before === undefined || bySampleOrder(before, sample) <= 0
  })
  const ordered = isOrdered ? samples : samples.toSorted(bySampleOrder)
  const [first] = ordered
  const last = ordered.at(-1)
  if (first === undefined || last === undefined) return undefined
  const rows = new SampleRows(ordered.length)
  for (const sample of ordered) if (!rows.push(sample, Number(commit))) return undefined
  const { clientId, machineId } = first
  return { clientId, machineId, commit, rows, first: first.at, last: last.at }
}

/** Ranges of several chunks in the order of their samples; those that overlap row by row. */
function inOrder(found: readonly SampleRange[]): SampleRange[] {
  const ranges = found
    .filter(({ begin, end }) => begin < end)
    .sort((a, b) => a.rows.timeAt(a.begin) - b.rows.timeAt(b.begin))
  const isApart = ranges.every(({ rows, end }, place) => {
    const next = ranges[place + 1]
    return next === undefined || next.rows.timeAt(next.begin) > rows.timeAt(end - 1)
  })
  if (isApart) return ranges
  const single = ranges.flatMap(({ rows, begin, end }) =>
    Array.from({ length: end - begin }, (_, place): SampleRange => {
      return { rows, begin: begin + place, end: begin + place + 1 }
    }),
  )
  return single.sort(SampleRows.order)
}

function countsOf(ranges: readonly SampleRange[]): Map<number, number> {
  const counts = new Map<number, number>()
  let [minute, count] = [Number.NEGATIVE_INFINITY, 0]
  for (const { rows, begin, end } of ranges) {
    for (let row = begin; row < end; row += 1) {
      const own = minuteOf(rows.timeAt(row))
      if (own !== minute) {
        if (count > 0) counts.set(minute, count)
        minute = own
        count = 0
      }
      count += 1
    }
  }
  if (count > 0) counts.set(minute, count)
  return counts
}
