import type { StoredSample } from '../records.ts'
import { returnMs } from './fold/gapRepair.ts'
import type { LedgerRule } from './fold/ledgerRule.ts'
import type { RepairList } from './fold/repairList.ts'

/**
 * Notices that records of a machine may fill a gap, or change one that is filled: what its rows say of the time before them is wrong then,
 * until the ledger has computed them (decision 48).
 */
export class Returns {
  #timed = false
  #newest = Number.NEGATIVE_INFINITY
  #died = false
  #readUntil = Number.NEGATIVE_INFINITY
  /** The newest commit with such a record, and the newest of these records. */
  #commit = -1n
  #at = Number.NEGATIVE_INFINITY

  /** A sample was stored. */
  note(
    sample: StoredSample,
    commit: bigint,
    machine: { readonly rule: LedgerRule; readonly repairs: RepairList },
  ): void {
    const { at } = sample
    const isLate = at <= this.#newest
    const returns = !sample.death && (this.#died || at > this.#newest + machine.rule.holdMs)
    if (returns && !isLate) this.#readUntil = at + returnMs
    this.#timed ||= sample.stateTimes !== undefined || machine.repairs.size > 0
    if (this.#timed && (isLate || returns || at <= this.#readUntil)) {
      this.#commit = commit
      this.#at = Math.max(this.#at, at)
    }
    if (isLate) return
    this.#newest = at
    this.#died = sample.death === true
  }

  /** Whether a reader waits for the ledger, which has computed what came up to a commit; it leaves out what is before `late`. */
  waits(computed: bigint, late: number): boolean {
    return this.#commit > computed && this.#at >= late
  }
}
