import { type DirtyStretch, DirtyStretches } from './dirtyStretches.ts'
import { defaultRule, type LedgerRule } from './fold/ledgerRule.ts'
import { RepairList } from './fold/repairList.ts'
import { LedgerTail } from './ledgerTail.ts'
import { Returns } from './returns.ts'
import type { MachinePlace } from './store/machinePlace.ts'

/** What the worker knows of a machine. */
export type LedgerMachine = MachinePlace & {
  rule: LedgerRule
  /** What fills its gaps, as its rows say. */
  repairs: RepairList
  readonly returns: Returns
  /** Its first and newest records. */
  oldest: number
  newest: number
  /** The ledger has no row before this minute. */
  firstRow: number
  /** Its newest row. */
  lastRow: number
  /** Minutes of damaged months, in order: their rows stay as they are (D69). */
  held: readonly DirtyStretch[]
  /** Minutes that wait to be computed. */
  dirty: DirtyStretches
  /** Records a millisecond, as last computed; a record a second until then. */
  density: number
  /** The first minute that is being computed right now. */
  computing: number
  /** All minutes that are being computed right now, as far as it is known yet how far that reaches. */
  taken: DirtyStretches
  /** Products whose warnings last for another time now: their minutes are still to be looked up (D60). */
  readonly retargeted: Set<string>
  /** The revision at which something other than records changed its figures; -1: nothing has. */
  changedAt: bigint
  readonly tail: LedgerTail
}

/** A machine that the ledger has no row of yet, unless `known`. */
export function ledgerMachine(
  { clientId, machineId }: MachinePlace,
  known: boolean,
): LedgerMachine {
  return {
    clientId,
    machineId,
    rule: defaultRule,
    repairs: RepairList.none,
    returns: new Returns(),
    oldest: Number.POSITIVE_INFINITY,
    newest: Number.NEGATIVE_INFINITY,
    firstRow: Number.POSITIVE_INFINITY,
    lastRow: Number.NEGATIVE_INFINITY,
    held: [],
    dirty: new DirtyStretches(),
    density: 1 / 1_000,
    computing: Number.POSITIVE_INFINITY,
    taken: new DirtyStretches(),
    retargeted: new Set(),
    changedAt: -1n,
    tail: new LedgerTail(!known),
  }
}

/** Something of the machine is to be computed. */
export function waits({ dirty, retargeted }: LedgerMachine): boolean {
  return dirty.stretches.length > 0 || retargeted.size > 0
}

/**
 * The first minute whose row may be wrong; the ledger before it is as the records say. Late records whose minutes all lie before
 * `lateBefore` are left out.
 */
export function firstUncertain(
  { dirty, computing, taken }: LedgerMachine,
  lateBefore = Number.NEGATIVE_INFINITY,
): number {
  if (lateBefore === Number.NEGATIVE_INFINITY) return Math.min(dirty.first, computing)
  return Math.min(dirty.firstReaching(lateBefore), taken.firstReaching(lateBefore))
}
