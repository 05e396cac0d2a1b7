import type { MachineMinutes } from './cachedMinutes.ts'
import type { ReadSince } from './cachedReads.ts'
import type { DirtyStretch } from './dirtyStretches.ts'
import type { StoredMinute } from './fold/ledgerMinute.ts'
import type { LedgerRule } from './fold/ledgerRule.ts'
import { minuteFrom, minuteOf } from './fold/minute.ts'
import type { Recovery } from './fold/recovery.ts'
import type { CurrentHours } from './hourBook.ts'
import type { PieceCache } from './pieceCache.ts'
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
  readonly cachedSums: Pick<
    PieceCache,
    'parts' | 'want' | 'spans' | 'cutSums' | 'stops' | 'moments'
  > | null
  /** Whether what the reader has read may be cached. */
  readonly readSince: ReadSince
  /** The newest minutes of a machine, where they are cached. */
  minutesOf(place: MachinePlace): MachineMinutes | null
  /** The newest row before a minute, where it is cached; undefined: look it up. */
  rowBefore(place: MachinePlace, minute: number): RowBefore | undefined
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

/** A reader at work. */
export type Reading = { spoiled: boolean; readonly generation: number }

/** Where the rows that a reader relies on begin, and for each of its machines where they end. */
type Reliance = { readonly reliesFrom: number; readonly reliesUntil: ReadonlyMap<number, number> }

/** The readers at work, so that what is written under them makes them read again, and is not cached as it was. */
export class OpenViews {
  readonly #readings = new Map<Reading, Reliance>()

  open(reading: Reading, reliance: Reliance): void {
    this.#readings.set(reading, reliance)
  }

  close(reading: Reading): void {
    this.#readings.delete(reading)
  }

  /** Rows of a machine are about to be written. */
  spoil(machineId: number, { from, until }: DirtyStretch): void {
    for (const [reading, { reliesFrom, reliesUntil }] of this.#readings) {
      const end = reliesUntil.get(machineId)
      if (end !== undefined && from < end && until >= reliesFrom) reading.spoiled = true
    }
  }
}
