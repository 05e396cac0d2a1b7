import { packsOf } from '@packboard/model'
import { batchNanos } from './carry.ts'
import type { LedgerAlarm } from './ledgerRecords.ts'
import { type LedgerRule, ruleAt } from './ledgerRule.ts'
import { categoryUnder, type MachineFold } from './machineFold.ts'
import { firstOut } from './stops.ts'

/** The state of affairs of a machine at one instant. */
export type MachineMoment = {
  readonly machineId: number
  /** The newest sample; null before the first. */
  readonly at: Date | null
  readonly offline: boolean
  /** The last known values (D5); of an offline machine they are the past. */
  readonly state: number
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly speedPpm: number | null
  /** Packs since product, tool or user last changed, or the machine's own batch counter (D28). */
  readonly batchPacks: number
  /** Since when it has been in this state, or offline. */
  readonly stateSince: Date | null
  /** The first-out alarm of the present stop (D18); empty when it runs or when there is none. */
  readonly reason: string
  /** OFFLINE from here on, unless it sends again. */
  readonly holdUntil: Date | null
}

/** What a fold that has been followed up to `at` says about that instant. */
export function machineMoment(
  machineId: number,
  fold: MachineFold,
  rule: LedgerRule,
  alarms: readonly LedgerAlarm[],
  at: number,
): MachineMoment {
  const { carry, holdEnd } = fold
  const offline = at >= holdEnd
  const { state } = carry
  const changedNow = carry.shown !== state && carry.at === at
  const since = changedNow ? at : offline && carry.shown !== null ? holdEnd : carry.shownSince
  const runs = !offline && categoryUnder(ruleAt(rule, at), carry, at) === 'run'
  const stop = carry.stop ?? { since: at, cause: null, firstState: null }
  const cause = runs || carry.at === null ? null : firstOut(stop, alarms, at + 1)
  return {
    machineId,
    at: carry.at === null ? null : new Date(carry.at),
    offline,
    state,
    product: carry.product,
    tool: carry.tool,
    user: carry.user,
    speedPpm: carry.speed === null ? null : carry.speed / 1e6,
    batchPacks: packsOf(batchNanos(carry)),
    stateSince: carry.at === null ? null : new Date(since ?? at),
    reason: cause?.description ?? '',
    holdUntil: carry.at === null ? null : new Date(holdEnd),
  }
}
