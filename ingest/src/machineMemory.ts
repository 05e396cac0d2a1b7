import { ClockSkew } from './clockSkew.ts'
import { DistinctTexts } from './distinctTexts.ts'

/** Records with a wrong clock whose new place is remembered, so that sending them twice changes nothing (D7). */
const movedLimit = 10_000

export type Moved = { readonly at: number; readonly sequence: number }

/** What the way in must remember of one machine between two deliveries. Lost at a restart without harm. */
export class MachineMemory {
  readonly skew = new ClockSkew()
  readonly texts = new DistinctTexts()
  /** Place of the newest sample, by (at, sequence). */
  private newest: Moved = { at: 0, sequence: 0 }
  private lastSequence = 0
  private readonly moved = new Map<string, Moved>()

  /** For a record without an own sequence: a number that no other record of this millisecond has. */
  nextSequence(): number {
    this.lastSequence = (this.lastSequence + 1) % 4_294_967_296
    return this.lastSequence
  }

  /** A record whose clock was ahead gets the time of receipt, once and for good (D9, D7). */
  move(identity: string, receivedAt: number): Moved {
    const known = this.moved.get(identity)
    if (known) return known
    const place = { at: receivedAt, sequence: this.nextSequence() }
    if (this.moved.size >= movedLimit) {
      for (const oldest of this.moved.keys()) {
        this.moved.delete(oldest)
        break
      }
    }
    this.moved.set(identity, place)
    return place
  }

  saw(at: number, sequence: number) {
    if (at > this.newest.at || (at === this.newest.at && sequence > this.newest.sequence)) {
      this.newest = { at, sequence }
    }
  }

  /** A death comes after everything that the machine had said, even when its clock is a little ahead (D11). */
  placeOfDeath(receivedAt: number): Moved {
    if (this.newest.at < receivedAt) return { at: receivedAt, sequence: this.nextSequence() }
    return { at: this.newest.at, sequence: this.newest.sequence + 1 }
  }
}
