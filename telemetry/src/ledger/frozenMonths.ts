import type { TelemetryContext } from '../context.ts'
import type { MonthsHeld } from '../damagedMonths.ts'
import type { DirtyWork } from './dirtyWork.ts'
import type { HourBook } from './hourBook.ts'
import type { LedgerMachines } from './ledgerMachines.ts'

type Released = MonthsHeld['released']

type Deps = {
  readonly context: TelemetryContext
  readonly machines: LedgerMachines
  readonly hours: HourBook
  readonly work: DirtyWork
}

/** The months whose minutes stay as they are while records or minutes of them are damaged (D69), and those that are whole again. */
export class FrozenMonths {
  readonly #deps: Deps
  /** Whole again; their minutes wait to be computed. */
  readonly #released = new Set<Released[number]>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  change({ held, released }: MonthsHeld): void {
    const { machines, hours, work } = this.#deps
    machines.hold(held)
    hours.hold(held)
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
    this.#deps.context.damage.recomputed(released)
  }
}
