import { SequenceNumbers } from './sequenceNumbers.ts'
import { SessionClock } from './sessionClock.ts'

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

  saw(place: Place) {
    if (isAfter(place, this.#newest)) this.#newest = place
  }

  /**
   * The end of a session (a death) is stamped after every sample of the machine, even when its clock is a little ahead
   * (D11).
   */
  placeOfDeath(receivedAt: number): Place {
    const newest = this.#newest
    return newest.at < receivedAt
      ? { at: receivedAt, sourceAt: receivedAt, sequence: this.nextSequence() }
      : { ...newest, sequence: newest.sequence + 1 }
  }
}

function isAfter(one: Place, other: Place): boolean {
  const order = one.at - other.at || one.sourceAt - other.sourceAt || one.sequence - other.sequence
  return order > 0
}
