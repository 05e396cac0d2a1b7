import { minuteOf } from './fold/minute.ts'
import type { Moment } from './moment.ts'

/** Moments of one machine that are held, some 200 bytes each: the marks on the charts of a day are fewer. */
export const mostMoments = 2_000

/**
 * What a machine was doing at instants of its remembered minutes, so that an open page that asks again folds only what is new. A moment
 * follows from the row before its minute and the samples in it; where either changes, the ledger writes the minute again.
 */
export class RememberedMoments {
  /** By minute, in the order in which they were first wanted. */
  readonly #minutes = new Map<number, Map<number, Moment | null>>()
  #count = 0

  /** Null: it was offline; undefined: not known here. */
  at(instant: number): Moment | null | undefined {
    return this.#minutes.get(minuteOf(instant))?.get(instant)
  }

  keep(instant: number, moment: Moment | null): void {
    const minute = minuteOf(instant)
    let own = this.#minutes.get(minute)
    if (own === undefined) {
      own = new Map()
      this.#minutes.set(minute, own)
    }
    if (!own.has(instant)) this.#count += 1
    own.set(instant, moment)
    for (const [oldest] of this.#minutes) {
      if (this.#count <= mostMoments) break
      this.#forgetMinute(oldest)
    }
  }

  /** The minutes of [from, to) are written again, or no longer held. */
  forget(from: number, to: number): void {
    for (const minute of this.#minutes.keys()) {
      if (minute >= from && minute < to) this.#forgetMinute(minute)
    }
  }

  #forgetMinute(minute: number): void {
    this.#count -= this.#minutes.get(minute)?.size ?? 0
    this.#minutes.delete(minute)
  }
}
