import type { Committed, TelemetryContext } from '../../context.ts'
import type { StoredSample } from '../../records.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteOf } from '../fold/minute.ts'
import { isSameSample } from './keepNewest.ts'
import type { MachineStretch } from './machinePlace.ts'

/** Fewer of a machine in one commit are no back-fill; reading them from the store costs little. */
const leastOfCommit = 500
/** Samples that are held, at some 100 bytes each; beyond, the oldest are read from the store. */
const mostHeld = 500_000

/** The numbers of a sample, side by side; what is absent is NaN, and no text is 0. */
const column = {
  ...{ at: 0, sourceAt: 1, sequence: 2, death: 3, state: 4, product: 5, tool: 6, user: 7 },
  ...{ speed: 8, packs: 9, batch: 10, rejects: 11, mode: 12, times: 13 },
} as const
const width = 14

/** Samples of one machine that came with one commit. */
type Chunk = {
  readonly clientId: number
  readonly machineId: number
  readonly commit: bigint
  readonly rows: number
  readonly numbers: Float64Array
  readonly texts: readonly string[]
  readonly first: number
  readonly last: number
  /** In the order of samples, each later than the one before. */
  readonly ordered: boolean
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
 * The samples of a back-fill, from their commit until their minutes are computed, so that they need not be read from the store again. They
 * are held as numbers side by side, which the collector has nothing to do with. Whether they are all of a minute, only the store
 * knows (`samplesOfStretches`).
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
      this.#held += chunk.rows
    }
    while (this.#held > mostHeld) this.#held -= this.#chunks.shift()?.rows ?? this.#held
  }

  /** What these commits brought is computed. */
  release(upto: bigint): void {
    this.#chunks = this.#chunks.filter(({ commit }) => commit > upto)
    this.#held = this.#chunks.reduce((sum, { rows }) => sum + rows, 0)
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
  const numbers = new Float64Array(samples.length * width)
  const texts = ['']
  const numberOf = new Map<string, number>()
  const numberOfText = (text: string | undefined) => {
    if (text === undefined) return 0
    const known = numberOf.get(text)
    if (known !== undefined) return known
    numberOf.set(text, texts.length)
    return texts.push(text) - 1
  }
  let whole = true
  const numberOr = (value: number | undefined) => {
    if (value === undefined) return Number.NaN
    if (Number.isNaN(value)) whole = false
    return value
  }
  let [first, last, ordered] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  samples.forEach((sample, row) => {
    const start = row * width
    numbers[start + column.at] = sample.at
    numbers[start + column.sourceAt] = sample.sourceAt
    numbers[start + column.sequence] = sample.sequence
    numbers[start + column.death] = sample.death ? 1 : 0
    numbers[start + column.state] = numberOr(sample.state)
    numbers[start + column.product] = numberOfText(sample.product)
    numbers[start + column.tool] = numberOfText(sample.tool)
    numbers[start + column.user] = numberOfText(sample.user)
    numbers[start + column.speed] = numberOr(sample.speedPpm)
    numbers[start + column.packs] = numberOr(sample.packCounter)
    numbers[start + column.batch] = numberOr(sample.batchCounter)
    numbers[start + column.rejects] = numberOr(sample.rejectCounter)
    numbers[start + column.mode] = numberOfText(sample.unitMode)
    numbers[start + column.times] = numberOfText(sample.stateTimes)
    if (sample.at <= last) ordered = false
    first = Math.min(first, sample.at)
    last = Math.max(last, sample.at)
  })
  const [sample] = samples
  if (!whole || sample === undefined) return undefined
  const { clientId, machineId } = sample
  const rows = samples.length
  return { clientId, machineId, commit, rows, numbers, texts, first, last, ordered }
}

const numberAt = ({ numbers }: Chunk, row: number, of: number) => numbers[row * width + of] ?? 0

/** Where the samples of [from, to) are, in order; of equal ones first what came first. */
function rangesOf(chunks: readonly Chunk[], from: number, to: number): Range[] {
  const inTime = chunks.toSorted((a, b) => a.first - b.first)
  const apart = inTime.every((chunk, place) => {
    return chunk.ordered && (inTime[place + 1]?.first ?? Number.POSITIVE_INFINITY) > chunk.last
  })
  if (apart) {
    return inTime.map((chunk) => {
      return { chunk, begin: firstFrom(chunk, from), end: firstFrom(chunk, to) }
    })
  }
  const single = inTime.flatMap((chunk) =>
    Array.from({ length: chunk.rows }, (_, row): Range => ({ chunk, begin: row, end: row + 1 })),
  )
  return single
    .filter(({ chunk, begin }) => {
      const at = numberAt(chunk, begin, column.at)
      return at >= from && at < to
    })
    .sort(byOrder)
}

/** The first row of an ordered chunk that is not before an instant. */
function firstFrom(chunk: Chunk, at: number): number {
  let [low, high] = [0, chunk.rows]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numberAt(chunk, middle, column.at) < at) low = middle + 1
    else high = middle
  }
  return low
}

function byOrder(a: Range, b: Range): number {
  const difference = (of: number) => numberAt(a.chunk, a.begin, of) - numberAt(b.chunk, b.begin, of)
  const order = difference(column.at) || difference(column.sourceAt) || difference(column.sequence)
  return order || Number(a.chunk.commit - b.chunk.commit) || a.begin - b.begin
}

function countsOf(ranges: readonly Range[]): Map<number, number> {
  const counts = new Map<number, number>()
  let [minute, count] = [Number.NEGATIVE_INFINITY, 0]
  for (const { chunk, begin, end } of ranges) {
    for (let row = begin; row < end; row += 1) {
      const own = minuteOf(numberAt(chunk, row, column.at))
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
      const minute = minuteOf(numberAt(chunk, row, column.at))
      if (instead.size > 0) {
        if (instead.has(minute)) continue
        for (; (others[other]?.[0] ?? minute) < minute; other += 1) {
          if (newest) yield newest
          newest = undefined
          yield* others[other]?.[1] ?? []
        }
      }
      const sample = sampleAt(chunk, row)
      if (newest && !isSameSample(newest, sample)) yield newest
      newest = sample
    }
  }
  if (newest) yield newest
  for (const [, samples] of others.slice(other)) yield* samples
}

function sampleAt(chunk: Chunk, row: number): LedgerSample {
  const text = (of: number) => {
    const number = numberAt(chunk, row, of)
    return number === 0 ? null : (chunk.texts[number] ?? null)
  }
  const number = (of: number) => {
    const value = numberAt(chunk, row, of)
    return Number.isNaN(value) ? null : value
  }
  return {
    at: numberAt(chunk, row, column.at),
    sourceAt: numberAt(chunk, row, column.sourceAt),
    sequence: numberAt(chunk, row, column.sequence),
    death: numberAt(chunk, row, column.death) === 1,
    state: number(column.state),
    product: text(column.product),
    tool: text(column.tool),
    user: text(column.user),
    speedPpm: number(column.speed),
    packCounter: number(column.packs),
    batchCounter: number(column.batch),
    rejectCounter: number(column.rejects),
    unitMode: text(column.mode),
    stateTimes: text(column.times),
  }
}
