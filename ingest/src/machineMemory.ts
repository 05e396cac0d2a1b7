import { clockToleranceMs } from '@packboard/model'
import type { SourceName } from './connector.ts'

/** Samples that the median looks back on: odd, so that the middle is one of them. */
const skewSamples = 101

/** How far the clock of a machine is behind ours: the median of receipt − source over its last samples (D9). */
class ClockSkew {
  readonly #latest: number[] = []
  #next = 0

  add(differenceMs: number) {
    this.#latest[this.#next] = differenceMs
    this.#next = (this.#next + 1) % skewSamples
  }

  /** Milliseconds; positive: the source is behind. Null before the first sample. */
  median(): number | null {
    const sorted = [...this.#latest].sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? null
  }
}

/** Alarms and audit records with a wrong clock whose new time is remembered, so that sending them twice changes nothing (D7). */
const movedLimit = 10_000

/** Where a sample stands among the samples of its machine: in this order of precedence. */
export type Place = { readonly at: number; readonly sourceAt: number; readonly sequence: number }

/** What ingest remembers of one machine between two deliveries. A restart loses it without harm. */
export class MachineMemory {
  readonly skew = new ClockSkew()
  readonly clock = new SessionClock()
  readonly numbers = new SequenceNumbers()
  /** Of a sequence, since the last batch. */
  missing = 0
  #newest: Place = { at: 0, sourceAt: 0, sequence: 0 }
  /** When the newest sample came. */
  #newestCameAt = 0
  #lastSequence = 0
  readonly #moved = new Map<string, number>()

  /** For a sample without an own time: a number that no other sample of this millisecond has. */
  nextSequence(): number {
    this.#lastSequence = (this.#lastSequence + 1) % 4_294_967_296
    return this.#lastSequence
  }

  /**
   * The time of a record without a sequence number: its own, or that of its receipt where its clock was ahead (D9).
   * Once corrected the time stays the same, also when the record is sent again after its own time is past (D7).
   */
  placeOf(identity: string, at: number, ahead: boolean, receivedAt: number): number {
    const known = this.#moved.get(identity)
    if (known !== undefined) return known
    if (!ahead) return at
    if (this.#moved.size >= movedLimit) {
      const oldest = this.#moved.keys().next()
      if (!oldest.done) this.#moved.delete(oldest.value)
    }
    this.#moved.set(identity, receivedAt)
    return receivedAt
  }

  saw(place: Place, receivedAt: number) {
    if (!isAfter(place, this.#newest)) return
    this.#newest = place
    this.#newestCameAt = receivedAt
  }

  /**
   * The end of a session (a death) is stamped after every sample of the machine, even when its clock is a little ahead
   * (D11). Of an end that waited on its way to this process the newest sample may have come by the next session: the machine is there
   * since then, and the end stays at its own time.
   */
  placeOfDeath(receivedAt: number): Place {
    const newest = this.#newest
    return newest.at < receivedAt || this.#newestCameAt > receivedAt
      ? { at: receivedAt, sourceAt: receivedAt, sequence: this.nextSequence() }
      : { ...newest, sequence: newest.sequence + 1 }
  }
}

function isAfter(one: Place, other: Place): boolean {
  const order = one.at - other.at || one.sourceAt - other.sourceAt || one.sequence - other.sequence
  return order > 0
}

/** So many numbers in a row say that a sender counts what it sends; `seq` may as well only distinguish records of one millisecond. */
const rowLength = 10
/** More are no loss of messages but another count. */
const mostMissing = 100_000
/** Ranges that are missing and remembered, so that those of them that come late are missing no more. */
const mostRanges = 100

/** The numbers that a sender gives its records one by one, and those of them that did not come. */
export class SequenceNumbers {
  #last: number | undefined
  #row = 0
  #open: { from: number; upTo: number }[] = []

  /** How many more are missing now that this one came: fewer than none when one that was missing came late. */
  came(number: number): number {
    const last = this.#last
    if (last === undefined || number <= 1) {
      // A sender that starts again begins at 0 or 1.
      if (last !== undefined && number === last + 1) this.#row += 1
      else this.#open = []
      this.#last = number
      return 0
    }
    if (number <= last) return this.#cameLate(number)
    const missing = number - last - 1
    const counts = this.#row >= rowLength && missing <= mostMissing
    this.#last = number
    if (missing === 0) {
      this.#row += 1
      return 0
    }
    if (!counts) {
      this.#row = 0
      return 0
    }
    this.#open.push({ from: last + 1, upTo: number - 1 })
    if (this.#open.length > mostRanges) this.#open.shift()
    return missing
  }

  #cameLate(number: number): number {
    const index = this.#open.findIndex(({ from, upTo }) => number >= from && number <= upTo)
    const range = this.#open[index]
    if (!range) return 0
    const rest = [
      { from: range.from, upTo: number - 1 },
      { from: number + 1, upTo: range.upTo },
    ]
    this.#open.splice(index, 1, ...rest.filter(({ from, upTo }) => from <= upTo))
    return -1
  }
}

/** So many of the last samples say how far the clock is behind. */
const latestSamples = 20

/** The dialects of which a session or subscription lives, and for which empty samples are written (D58). */
const ofSessions: ReadonlySet<SourceName> = new Set(['packmlTags', 'sparkplug', 'opcua'])

/**
 * Where an empty sample of a machine stands (D117): beside what its session sends, also when the clock that stamps that is behind, else
 * the same time would be booked twice. What is ahead by more than 5 s is stored at its receipt (D9), and so is the empty sample.
 */
export class SessionClock {
  #behindMs: number[] = []
  #next = 0
  #isTimeless = false

  /** A sample that the machine sent came. */
  came(source: SourceName, timeless: boolean, behindMs: number): void {
    if (!ofSessions.has(source)) return
    if (timeless) this.#isTimeless = true
    else {
      this.#behindMs[this.#next] = behindMs
      this.#next = (this.#next + 1) % latestSamples
    }
  }

  /** The session is over: the next one may have another clock. */
  end(): void {
    this.#behindMs = []
    this.#next = 0
    this.#isTimeless = false
  }

  /** Undefined while no sample said which clock stamps them; not for machines whose samples never have a time. */
  placeAt(receivedAt: number, isNeverTimed: boolean): number | undefined {
    if (this.#behindMs.length === 0) {
      return this.#isTimeless || isNeverTimed ? receivedAt : undefined
    }
    // The least of them: a sample that waited in a buffer came late without a wrong clock.
    const behindMs = Math.min(...this.#behindMs)
    return behindMs > clockToleranceMs ? receivedAt - behindMs : receivedAt
  }
}

/** Whether the samples of a machine never have a time: as of one that sends PackML tags. */
export const isNeverTimed = ({
  topics,
}: {
  readonly topics: readonly { readonly connector: string }[]
}): boolean => topics.some(({ connector }) => connector === 'packmlTags')
