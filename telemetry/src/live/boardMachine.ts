import { bySampleOrder, type LedgerAlarm, type LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../ledger/fold/ledgerRule.ts'
import { MachineFold } from '../ledger/fold/machineFold.ts'
import { type MachineMoment, machineMoment } from '../ledger/fold/machineMoment.ts'
import { deafSink, type FollowedMachine } from '../read/machineNow.ts'

/** Samples this much older than the newest are no news but a change of the past. */
const olderMs = 2_000

/** What new samples mean for the present of a machine. */
type News = {
  /** The present is no longer what this fold says: read it anew. */
  readonly reload: boolean
  /** Figures of the past changed. */
  readonly older: boolean
}

/** The present of one machine, followed by the same fold that makes the ledger (D6). */
export class BoardMachine {
  readonly machineId: number
  readonly #fold: MachineFold
  readonly #rule: LedgerRule
  readonly #alarms: readonly LedgerAlarm[]

  constructor({ machineId, fold, alarms }: FollowedMachine, rule: LedgerRule) {
    this.machineId = machineId
    this.#fold = fold
    this.#rule = rule
    this.#alarms = alarms
  }

  /** Takes in what a commit brought, where it is newer than all that is known. */
  take(samples: readonly LedgerSample[]): News {
    const { carry, painted } = this.#fold
    const newest = Math.max(carry.at ?? Number.NEGATIVE_INFINITY, carry.deadAt ?? 0)
    let reload = false
    let older = false
    for (const sample of samples.toSorted(bySampleOrder)) {
      if (sample.at > newest && sample.at >= painted) this.#fold.apply(sample)
      else {
        reload = true
        older ||= sample.at < newest - olderMs
      }
    }
    return { reload, older }
  }

  /** The state of affairs at an instant; a clock that is a little ahead is believed. */
  moment(now: number): MachineMoment {
    const at = Math.max(now, this.#fold.painted)
    const { carry, painted } = this.#fold
    const ahead = new MachineFold(this.#rule, carry, painted, this.#alarms, deafSink)
    ahead.advance(at)
    return machineMoment(this.machineId, ahead, this.#rule, this.#alarms, at)
  }
}
