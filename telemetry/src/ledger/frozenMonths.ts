import type { MonthsFrozen } from '../damagedMonths.ts'
import type { LedgerCore } from './ledgerCore.ts'

type Released = MonthsFrozen['released']

/** The months whose minutes stay as they are while records or minutes of them are damaged (D69), and those that are whole again. */
export class FrozenMonths {
  readonly #core: LedgerCore
  /** Whole again; their minutes wait to be computed. */
  readonly #released = new Set<Released[number]>()

  constructor(core: LedgerCore) {
    this.#core = core
  }

  change({ frozen, released }: MonthsFrozen): void {
    const { machines, hours, work } = this.#core
    machines.freeze(frozen)
    hours.freeze(frozen)
    for (const one of released) {
      if (this.#released.has(one)) continue
      this.#released.add(one)
      work.monthReleased(one.month, one.after)
    }
  }

  /** Whole again, and not yet computed. */
  released(): Released {
    return [...this.#released]
  }

  /** All minutes of these are computed. */
  recomputed(released: Released): void {
    for (const one of released) this.#released.delete(one)
    this.#core.context.damage.recomputed(released)
  }
}
