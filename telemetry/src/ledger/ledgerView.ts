import type { LedgerRule } from './fold/ledgerRule.ts'
import { minuteFrom, minuteOf } from './fold/minute.ts'
import type { Recovery } from './fold/recovery.ts'
import type { StoredMinute } from './fold/storedMinute.ts'
import type { CurrentHours } from './hourBook.ts'
import type { MachineMinutes } from './machineMinutes.ts'
import type { RememberedSums } from './rememberedSums.ts'
import type { MachinePlace } from './store/machinePlace.ts'

/** What a reader may rely on while it reads. */
export type LedgerView = {
  /** Raw records up to this batch belong to the answer. */
  readonly revision: bigint
  ruleOf(machineId: number): LedgerRule
  /** What fills the gaps of a machine that reach into [from, to), in order. */
  recoveries(place: MachinePlace, from: number, to: number): Recovery[]
  /** The first minute whose row is not to be used; the reader folds from there on itself. */
  uncertainFrom(machineId: number): number
  /** No record of the machine is newer. */
  newestOf(machineId: number): number
  /** The hours that may be read instead of their minutes. */
  readonly hours: CurrentHours
  /** Of these hours, those that are in memory; null: this process holds none. */
  readonly heldSums: Pick<RememberedSums, 'held' | 'want' | 'spans' | 'stops'> | null
  /** Where this view begins among what the memories of spans and stops forget. */
  readonly readSince: number
  /** The newest minutes of a machine, where they are remembered. */
  minutesOf(place: MachinePlace): MachineMinutes | null
  /** The newest row before a minute, where the ledger remembers it; undefined: look it up. */
  remembered(place: MachinePlace, minute: number): RowBefore | undefined
}
type RowBefore = { readonly before: StoredMinute | null }

/** A reader has found rows whose stops newer records have given another name (D18): the ledger is to be brought up first. */
export class RowsAreOutdated extends Error {}

/** What a reader takes from rows: sums alone, or the names of stops too, which later records may change. */
export type ReliesOn = 'sums' | 'names'

/** The end of the rows of one machine that a reader of a window relies on. */
export function reliesUntil(
  view: LedgerView,
  machineId: number,
  to: number,
  reliesOn: ReliesOn,
): number {
  const certain = view.uncertainFrom(machineId)
  if (reliesOn === 'sums') return Math.min(minuteOf(to), certain)
  if (Number.isFinite(certain)) return certain
  // Where nothing is known after the last minute, its row does not have to name the stop that is open there.
  return view.newestOf(machineId) < minuteFrom(to) ? minuteOf(to) : minuteFrom(to)
}

/** A reader at work: where the rows that it relies on begin, and for each of its machines where they end. */
type OpenView = {
  readonly reliesUntil: ReadonlyMap<number, number>
  readonly reliesFrom: number
  spoiled: boolean
}

/** The readers at work, so that what is written under them makes them read again. */
export class OpenViews {
  readonly #views = new Set<OpenView>()

  open(reliesUntil: ReadonlyMap<number, number>, reliesFrom: number): OpenView {
    const view = { reliesUntil, reliesFrom, spoiled: false }
    this.#views.add(view)
    return view
  }

  close(view: OpenView): void {
    this.#views.delete(view)
  }

  /** Rows of a machine, from `first` to `last`, are about to be written. */
  spoil(machineId: number, first: number, last: number): void {
    for (const view of this.#views) {
      const end = view.reliesUntil.get(machineId)
      if (end !== undefined && first < end && last >= view.reliesFrom) view.spoiled = true
    }
  }
}
