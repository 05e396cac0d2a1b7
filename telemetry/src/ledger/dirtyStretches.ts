import { firstPlace } from '../firstPlace.ts'
import { minuteMs, minuteOf } from './fold/minute.ts'

/** Minutes of one machine whose rows may be wrong, first and last included. */
export type DirtyStretch = { readonly from: number; readonly until: number }

/**
 * Two touched minutes this close are computed in one go: further ones can be parts of one round (`takeRound`), as a part is read
 * five minutes beyond its end at first.
 */
const closeMs = 7 * minuteMs

/** The minutes of one machine that new records touched and that were not yet computed. */
export class DirtyStretches {
  #stretches: DirtyStretch[] = []

  get stretches(): readonly DirtyStretch[] {
    return this.#stretches
  }

  /** The first minute that may be wrong. */
  get first(): number {
    return this.#stretches[0]?.from ?? Number.POSITIVE_INFINITY
  }

  /** The first minute that may be wrong, without the stretches that end before an instant. */
  firstReaching(instant: number): number {
    return this.#stretches[this.#firstAfter(instant)]?.from ?? Number.POSITIVE_INFINITY
  }

  touch(at: number): void {
    const minute = minuteOf(at)
    this.add({ from: minute, until: minute })
  }

  add(stretch: DirtyStretch): void {
    const last = this.#stretches.at(-1)
    if (last !== undefined && stretch.from >= last.from && stretch.until <= last.until) return
    // Those that are close to it lie side by side: in their order no two are close to each other.
    const first = this.#firstAfter(stretch.from - closeMs)
    let { from, until } = stretch
    let end = first
    for (; end < this.#stretches.length; end += 1) {
      const other = this.#stretches[end]
      if (other === undefined || other.from - closeMs > until) break
      from = Math.min(from, other.from)
      until = Math.max(until, other.until)
    }
    this.#stretches.splice(first, end - first, { from, until })
  }

  /** The place of the first one that ends at an instant or later. */
  #firstAfter(instant: number): number {
    const stretches = this.#stretches
    return firstPlace(stretches.length, (place) => (stretches[place]?.until ?? instant) >= instant)
  }
}

/** What of a stretch lies outside of these, which are in order. */
export function outside(stretch: DirtyStretch, frozen: readonly DirtyStretch[]): DirtyStretch[] {
  const left: DirtyStretch[] = []
  let { from } = stretch
  for (const other of frozen) {
    if (other.until < from || other.from > stretch.until) continue
    if (other.from > from) left.push({ from, until: other.from - minuteMs })
    from = other.until + minuteMs
  }
  if (from <= stretch.until) left.push({ from, until: stretch.until })
  return left
}
