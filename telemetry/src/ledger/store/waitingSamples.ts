import type { Committed, TelemetryContext } from '../../context.ts'
import type { StoredSample } from '../../records.ts'
import { bySampleOrder, type LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteOf } from '../fold/minute.ts'
import { isSameSample } from './keepNewest.ts'
import type { MachineStretch } from './machinePlace.ts'
import { SampleRows } from './sampleRows.ts'

/** Fewer of a machine in one commit are no back-fill; reading them from the store costs little. */
const leastOfCommit = 500
/** Samples that are held, at some 100 bytes each; beyond, the oldest are read from the store. */
const mostHeld = 500_000

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

/** Rows of a chunk that follow each other in the order of samples. */
type Range = { readonly chunk: Chunk; readonly begin: number; readonly end: number }

/** Samples of a stretch that are held, in order; versions of one sample in the order in which they came. */
export type HeldStretch = {
  /** How many samples each minute has, every version counted. */
  readonly counts: ReadonlyMap<number, number>
  /** The effective samples (D7). In the place of the minutes of `instead`, in order, stand their samples. */
  samples(instead: ReadonlyMap<number, readonly LedgerSample[]>): Iterable<LedgerSample>
}

/**
 * The samples of a back-fill, from their commit until their minutes are computed, so that they need not be read from the store again.
 * Whether they are all of a minute, only the store knows (`samplesOfStretches`).
 */
export class WaitingSamples {
  /** The oldest commit first. */
  #chunks: Chunk[] = []
  #held = 0
  #least = leastOfCommit

  /** For tests: also fewer samples of a machine are held. */
  holdFrom(least: number): void {
    this.#least = least
  }

  add({ batch, samples }: Pick<Committed, 'batch' | 'samples'>): void {
    if (samples.length < this.#least) return
    const machines = new Map<number, StoredSample[]>()
    for (const sample of samples) {
      const own = machines.get(sample.machineId)
      if (own) own.push(sample)
      else machines.set(sample.machineId, [sample])
    }
    for (const own of machines.values()) {
      const chunk = own.length < this.#least ? undefined : chunkOf(own, batch)
      if (!chunk) continue
      this.#chunks.push(chunk)
      this.#held += chunk.rows.count
    }
    while (this.#held > mostHeld) this.#held -= this.#chunks.shift()?.rows.count ?? this.#held
  }

  /** What these commits brought of a client is computed. */
  release(clientId: number, upto: bigint): void {
    if (this.#chunks.length === 0) return
    this.#chunks = this.#chunks.filter((one) => one.clientId !== clientId || one.commit > upto)
    this.#held = this.#chunks.reduce((sum, { rows }) => sum + rows.count, 0)
  }

  /** What the store holds is about to be, or was, changed. */
  forget(): void {
    this.#chunks = []
    this.#held = 0
  }

  /** What is held of a stretch, as it was known at a revision; null when that is too little to ask for the rest. */
  within(stretch: MachineStretch, revision: bigint): HeldStretch | null {
    const to = stretch.to ?? Number.POSITIVE_INFINITY
    const chunks = this.#chunks.filter(
      ({ clientId, machineId, commit, first, last }) =>
        machineId === stretch.machineId &&
        clientId === stretch.clientId &&
        commit <= revision &&
        first < to &&
        last >= stretch.from,
    )
    const ranges = rangesOf(chunks, stretch.from, to)
    if (ranges.reduce((sum, { begin, end }) => sum + end - begin, 0) < this.#least) return null
    return {
      counts: countsOf(ranges),
      // A stretch may be folded twice.
      samples: (instead) => ({ [Symbol.iterator]: () => effective(ranges, instead) }),
    }
  }
}

const waiting = new WeakMap<TelemetryContext, WaitingSamples>()

/** The samples of an open store that wait to be computed. */
export function waitingOf(context: TelemetryContext): WaitingSamples {
  const known = waiting.get(context)
  if (known !== undefined) return known
  const samples = new WaitingSamples()
  waiting.set(context, samples)
  return samples
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
  for (const sample of ordered) if (!rows.push(sample)) return undefined
  const { clientId, machineId } = first
  return { clientId, machineId, commit, rows, first: first.at, last: last.at }
}

/** Where the samples of [from, to) are, in order; of equal ones first what came first. */
function rangesOf(chunks: readonly Chunk[], from: number, to: number): Range[] {
  const ranges = chunks
    .map((chunk): Range => {
      return { chunk, begin: chunk.rows.firstFrom(from), end: chunk.rows.firstFrom(to) }
    })
    .filter(({ begin, end }) => begin < end)
    .sort((a, b) => a.chunk.rows.timeAt(a.begin) - b.chunk.rows.timeAt(b.begin))
  const apart = ranges.every(({ chunk, end }, place) => {
    const next = ranges[place + 1]
    return next === undefined || next.chunk.rows.timeAt(next.begin) > chunk.rows.timeAt(end - 1)
  })
  if (apart) return ranges
  const single = ranges.flatMap(({ chunk, begin, end }) =>
    Array.from({ length: end - begin }, (_, place): Range => {
      return { chunk, begin: begin + place, end: begin + place + 1 }
    }),
  )
  return single.sort(byOrder)
}

function byOrder(a: Range, b: Range): number {
  const order = SampleRows.orderOf(a.chunk.rows, a.begin, b.chunk.rows, b.begin)
  return order || Number(a.chunk.commit - b.chunk.commit) || a.begin - b.begin
}

function countsOf(ranges: readonly Range[]): Map<number, number> {
  const counts = new Map<number, number>()
  let [minute, count] = [Number.NEGATIVE_INFINITY, 0]
  for (const { chunk, begin, end } of ranges) {
    for (let row = begin; row < end; row += 1) {
      const own = minuteOf(chunk.rows.timeAt(row))
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

function* effective(
  ranges: readonly Range[],
  instead: ReadonlyMap<number, readonly LedgerSample[]>,
): Generator<LedgerSample> {
  const others = [...instead].sort(([a], [b]) => a - b)
  let other = 0
  /** Versions of one sample follow each other, oldest first. */
  let newest: LedgerSample | undefined
  for (const { chunk, begin, end } of ranges) {
    for (let row = begin; row < end; row += 1) {
      const minute = minuteOf(chunk.rows.timeAt(row))
      if (instead.size > 0) {
        if (instead.has(minute)) continue
        for (; (others[other]?.[0] ?? minute) < minute; other += 1) {
          if (newest) yield newest
          newest = undefined
          yield* others[other]?.[1] ?? []
        }
      }
      const sample = chunk.rows.sampleAt(row)
      if (newest && !isSameSample(newest, sample)) yield newest
      newest = sample
    }
  }
  if (newest) yield newest
  for (const [, samples] of others.slice(other)) yield* samples
}
