import { CachedMinutes } from './cachedMinutes.ts'
import { CachedReads, type Moment, type SpanTime, type TimePart } from './cachedReads.ts'
import { dayMs, dayOf, hourFrom, hourMs, hourOf } from './fold/minute.ts'
import { type CountedSums, type MachineRange, PieceGrain, type StepPiece } from './pieceGrain.ts'
import type { CachedContext } from './pieceRows.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import type { TimeRange } from './timeRanges.ts'

/** Pieces of all machines together, 180 MB at most: hours for half a year of 50 machines, days for two years. */
const mostPieces = { hours: 1_000_000, days: 1_000_000 } as const
/** Some 300 bytes each: three contexts of 30,000 labels. */
const mostSpanTimes = 100_000
/** Some 400 bytes each: a year of a machine with nine stops an hour, or a week of fifty. */
const mostStopParts = 200_000
/** Some 300 bytes each: twelve changes of settings of 5,000 machines. */
const mostCutSums = 200_000
/** Some 200 bytes each: the marks on the charts of a day of a hundred machines. */
const mostMoments = 200_000
/** Steps of machines that are read at once: a tenth of a second of the engine. */
const stepsAtOnce = { hours: 8 * 31 * 24, days: 1_000 } as const

/** A part of a window that is in memory; null: a cut lies in its hour, and `cutSums` has it once it was read. */
export type CachedPart = TimeRange & { readonly sums: CountedSums | null }

/** What the cache of sums is good for, since the store was opened; a machine counts once each time that a question reads it. */
export type SumsUse = {
  /** Pieces of hours and days that are in memory now. */
  readonly pieces: number
  /** Machines of questions whose whole hours were all in memory, and those of which some had to be read from the store. */
  readonly fromMemory: number
  readonly fromStore: number
}

/**
 * Rows of the ledger in memory, so that a page that asks again needs no query, in three grains: the newest minutes of each machine, and
 * hours and days of UTC that questions wanted lately. Days are for sums that are divided by nothing; the days of a client begin elsewhere,
 * so its day by day is added up from hours. Beside them what was read of single ranges of minutes. All of it is forgotten here, before a
 * minute of it is written, and a reader that relied on rows that changed reads again (`OpenViews`).
 */
export class PieceCache {
  readonly minutes = new CachedMinutes()
  readonly #hours: PieceGrain
  readonly #days: PieceGrain
  /** What labels and modes move from one sum to another. */
  readonly spans = new CachedReads<SpanTime>(mostSpanTimes)
  /** What machines did in the minutes of an hour up to an instant that divides sums, between two of them, or from it on. */
  readonly cutSums = new CachedReads<CachedContext>(mostCutSums)
  /** Run and stops of whole days and hours of UTC. */
  readonly stops = new CachedReads<TimePart>(mostStopParts)
  /** What machines were doing at instants; null: they were offline. */
  readonly moments = new CachedReads<Moment | null>(mostMoments)
  #onWanted: () => void = () => {}
  #fromMemory = 0
  #fromStore = 0

  constructor(most: { readonly hours: number; readonly days: number } = mostPieces) {
    this.#hours = new PieceGrain(hourMs, most.hours)
    this.#days = new PieceGrain(dayMs, most.days)
  }

  /** See `CachedReads`. */
  get generation(): number {
    return this.spans.generation
  }

  use(): SumsUse {
    return {
      pieces: this.#hours.length + this.#days.length,
      fromMemory: this.#fromMemory,
      fromStore: this.#fromStore,
    }
  }

  /** `work` is called when there is something that `nextWanted` gives. */
  whenWanted(work: () => void): void {
    this.#onWanted = work
  }

  /**
   * The longest part that is here of a range of whole hours, in order and without a gap. `cuts`: the instants in order that divide sums. No
   * day has one inside, and no hour.
   */
  parts(place: MachinePlace, range: TimeRange, cuts: readonly number[]): CachedPart[] {
    const parts = this.#find(place, range, cuts)
    if (parts[0]?.from === range.from && parts.at(-1)?.to === range.to) this.#fromMemory += 1
    else this.#fromStore += 1
    return parts
  }

  #find(place: MachinePlace, range: TimeRange, cuts: readonly number[]): CachedPart[] {
    let [longest, run]: [CachedPart[], CachedPart[]] = [[], []]
    for (const { stepMs, from, to } of stepsOf(range, cuts)) {
      const grain = stepMs === dayMs ? this.#days : this.#hours
      const part = stepMs === null ? { from, to, sums: null } : grain.part(place, { from, to })
      if (part === null || part.from > from) run = []
      if (part === null) continue
      run.push(part)
      if (lengthOf(run) > lengthOf(longest)) longest = run
      if (part.to < to) run = []
    }
    return longest.some(({ sums }) => sums !== null) ? longest : []
  }

  /** A question read these from the store, whole hours, with what divides the sums of each. */
  want(ranges: readonly (MachineRange & { readonly cuts: readonly number[] })[]): void {
    if (ranges.length === 0) return
    const steps = ranges.flatMap(({ clientId, machineId, cuts, ...range }) =>
      stepsOf(range, cuts).map((step) => ({ clientId, machineId, ...step })),
    )
    for (const grain of [this.#days, this.#hours]) {
      const own = steps.filter(({ stepMs }) => stepMs === grain.stepMs)
      grain.want(own.map(({ stepMs: _, ...range }) => range))
    }
    this.#onWanted()
  }

  /** What is to be read next, and in which steps; it is no longer wanted then. */
  nextWanted(): { readonly stepMs: number; readonly ranges: readonly MachineRange[] } | undefined {
    const hours = this.#hours.nextWanted(stepsAtOnce.hours)
    if (hours.length > 0) return { stepMs: hourMs, ranges: hours }
    const days = this.#days.nextWanted(stepsAtOnce.days)
    return days.length > 0 ? { stepMs: dayMs, ranges: days } : undefined
  }

  /** These are all pieces of a machine in a range, in order; steps that are not wholly inside are left out. */
  put(stepMs: number, range: MachineRange, pieces: readonly StepPiece[]): void {
    const grain = stepMs === dayMs ? this.#days : this.#hours
    const whole = grain.whole(range)
    const inside = pieces.filter(({ at }) => at >= whole.from && at < whole.to)
    if (whole.from < whole.to) grain.put({ ...range, ...whole }, inside)
  }

  get #reads() {
    return [this.spans, this.cutSums, this.stops, this.moments]
  }

  /**
   * Minutes of this range are about to be written. Until the new ones are `put`, no reader looks for them: its view ends before them.
   */
  forgetMinutes(machineId: number, range: TimeRange): void {
    this.minutes.put(machineId, range, [])
    for (const reads of this.#reads) reads.forgetRange(machineId, range)
    this.forgetHours(machineId, range)
  }

  /** The hours of this range are not the sums of their minutes, or will not be. */
  forgetHours(machineId: number, range: TimeRange): void {
    for (const grain of [this.#hours, this.#days]) grain.forgetRange(machineId, range)
  }

  forgetMachine(machineId: number): void {
    for (const part of [this.minutes, this.#hours, this.#days, ...this.#reads]) {
      part.forget(machineId)
    }
  }

  forgetAll(): void {
    for (const part of [this.minutes, ...this.#reads]) part.forgetAll()
    this.forgetAllHours()
  }

  /** The hours of all machines are about to be made anew. */
  forgetAllHours(): void {
    for (const grain of [this.#hours, this.#days]) grain.forgetAll()
  }
}

/** A part of a window in steps of one length; null: in the minutes of an hour with a cut inside. */
type Steps = TimeRange & { readonly stepMs: typeof dayMs | typeof hourMs | null }

/** Days pay where the cuts of a range are so far apart; else they would be cached beside most hours. */
const leastApartMs = 7 * dayMs

/** A range of whole hours in order: days where they pay, hours, and the minutes of hours with a cut inside. */
function stepsOf(range: TimeRange, cuts: readonly number[]): Steps[] {
  const inside = cuts.filter((cut) => cut > range.from && cut < range.to)
  const byDays = inside.length === 0 || range.to - range.from >= inside.length * leastApartMs
  const steps: Steps[] = []
  const add = (stepMs: Steps['stepMs'], from: number, to: number) => {
    if (from < to) steps.push({ stepMs, from, to })
  }
  let from = range.from
  for (const to of [...inside.filter((cut) => byDays || cut % hourMs !== 0), range.to]) {
    const first = Math.min(hourFrom(from), to)
    const last = Math.max(first, hourOf(to))
    const days = { from: Math.ceil(first / dayMs) * dayMs, to: dayOf(last) }
    add(null, from, first)
    if (byDays && days.from < days.to) {
      add(hourMs, first, days.from)
      add(dayMs, days.from, days.to)
      add(hourMs, days.to, last)
    } else add(hourMs, first, last)
    add(null, last, to)
    from = to
  }
  return steps
}

const lengthOf = (parts: readonly TimeRange[]) => (parts.at(-1)?.to ?? 0) - (parts[0]?.from ?? 0)
