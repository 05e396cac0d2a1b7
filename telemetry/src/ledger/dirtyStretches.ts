import { minuteMs, minuteOf } from './fold/minute.ts'

/** Minutes of one machine whose rows may be wrong, first and last included. */
export type DirtyStretch = { readonly from: number; readonly until: number }

/** Two touched minutes this close are computed in one go. */
const closeMs = 6 * 60 * minuteMs

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

  touch(at: number): void {
    const minute = minuteOf(at)
    this.add({ from: minute, until: minute })
  }

  add(stretch: DirtyStretch): void {
    const last = this.#stretches.at(-1)
    if (last !== undefined && stretch.from >= last.from && stretch.until <= last.until) return
    const merged: DirtyStretch[] = []
    let { from, until } = stretch
    for (const other of this.#stretches) {
      if (other.until + closeMs < from || other.from - closeMs > until) merged.push(other)
      else {
        from = Math.min(from, other.from)
        until = Math.max(until, other.until)
      }
    }
    merged.push({ from, until })
    this.#stretches = merged.sort((a, b) => a.from - b.from)
  }
}

/** What of a stretch lies outside of these, which are in order. */
export function outside(stretch: DirtyStretch, held: readonly DirtyStretch[]): DirtyStretch[] {
  const left: DirtyStretch[] = []
  let { from } = stretch
  for (const other of held) {
    if (other.until < from || other.from > stretch.until) continue
    if (other.from > from) left.push({ from, until: other.from - minuteMs })
    from = other.until + minuteMs
  }
  if (from <= stretch.until) left.push({ from, until: stretch.until })
  return left
}
