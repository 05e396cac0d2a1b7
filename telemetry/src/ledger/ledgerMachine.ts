import type { StoredSample } from '../records.ts'
import { Turns } from '../turns.ts'
import { type DirtyStretch, DirtyStretches } from './dirtyStretches.ts'
import { returnMs } from './fold/gapRepair.ts'
import type { StoredMinute } from './fold/ledgerMinute.ts'
import { defaultRule, type LedgerRule, ruleAt } from './fold/ledgerRule.ts'
import { RepairList } from './fold/repairList.ts'
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
  /** Its newest sample that it sent itself; -Infinity while there is none. */
  heard: number
  /** The ledger has no row before this minute. */
  firstRow: number
  /** Its newest row. */
  lastRow: number
  /** Minutes of damaged months, in order: their rows stay as they are (D69). */
  frozen: readonly DirtyStretch[]
  /** Minutes that wait to be computed. */
  dirty: DirtyStretches
  /** Records a millisecond, as last computed; a record a second until then. */
  density: number
  /** The first minute that is being computed right now. */
  computing: number
  /** All minutes that are being computed right now, as far as it is known yet how far that reaches. */
  taken: DirtyStretches
  /** Products whose warnings last for another time now, and from when on: their minutes are still to be looked up (D60). */
  readonly retargeted: Map<string, number>
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
    heard: Number.NEGATIVE_INFINITY,
    firstRow: Number.POSITIVE_INFINITY,
    lastRow: Number.NEGATIVE_INFINITY,
    frozen: [],
    dirty: new DirtyStretches(),
    density: 1 / 1_000,
    computing: Number.POSITIVE_INFINITY,
    taken: new DirtyStretches(),
    retargeted: new Map(),
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

const rowsCached = 16

/**
 * The newest rows of one machine, cached so that the live edge needs no query of the ledger. What is
 * cached is complete: between its first row and the end of the ledger there is no other row.
 */
class LedgerTail {
  #rows: readonly StoredMinute[] = []
  /** All rows of the machine are cached. */
  #whole: boolean

  constructor(whole: boolean) {
    this.#whole = whole
  }

  /** Nothing is cached. */
  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** The newest row before a minute (null: there is none) and the rows from it on; undefined when not cached. */
  around(minute: number): { before: StoredMinute | null; after: StoredMinute[] } | undefined {
    const after = this.#rows.filter((row) => row.minute >= minute)
    const before = this.#rows.at(-1 - after.length)
    if (before === undefined && !this.#whole) return undefined
    return { before: before ?? null, after }
  }

  /** The rows of [from, to) were replaced by these; without an end, all from there on. */
  replace(from: number, to: number | null, rows: readonly StoredMinute[]): void {
    const first = this.#whole ? Number.NEGATIVE_INFINITY : this.#rows[0]?.minute
    const known = first !== undefined && first < from
    if (!known && to !== null && first === undefined) return
    const earlier = known ? this.#rows.filter(({ minute }) => minute < from) : []
    const later = to === null ? [] : this.#rows.filter(({ minute }) => minute >= to)
    const start = known || to === null ? from : (first ?? from)
    const all = [...earlier, ...rows.filter(({ minute }) => minute >= start), ...later]
    this.#rows = all.slice(-rowsCached)
    if (all.length > rowsCached) this.#whole = false
  }

  /** Nothing is certain any more: a write may or may not have been done. */
  forget(): void {
    this.#rows = []
    this.#whole = false
  }
}

/**
 * Notices that records of a machine may fill a gap, or change one that is filled: what its rows say of the time before them is wrong then,
 * until the ledger has computed them (decision 48).
 */
class Returns {
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
    const returns =
      !sample.death && (this.#died || at > this.#newest + ruleAt(machine.rule, this.#newest).holdMs)
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

/** A computation of what waits of a client when it begins. */
export type ClientComputation = {
  /** All of it is in the rows. */
  readonly all: Promise<void>
  /** What live pages look at is; never rejected. */
  readonly recent: Promise<void>
}

/** What the ledger knows of the rows of one client: how far they are computed, and who waits for them. */
export class LedgerClient {
  readonly clientId: number
  readonly machines: LedgerMachine[] = []
  /** A reader that relies on rows that stay as they are shares a turn; who computes or changes them has one alone. */
  readonly turns = new Turns()
  /** The newest batch that its rows contain. */
  computed: bigint
  /** How many computations of its rows were begun; the last one when the rows are still as it left them, else 0. */
  begun = 0
  complete = 0
  /** A computation that has not begun: everyone who asks for one until then shares it. */
  requested: ClientComputation | undefined
  /** The one that runs. */
  running: ClientComputation | undefined
  /** Its stored words are being changed. */
  isRewritten = false
  /** When its next computation is to be requested, and not before when, by the clock of `performance`. */
  dueAt = Number.POSITIVE_INFINITY
  restUntil = Number.NEGATIVE_INFINITY

  constructor(clientId: number, computed: bigint) {
    this.clientId = clientId
    this.computed = computed
  }

  get isBusy(): boolean {
    return this.running !== undefined || this.requested !== undefined
  }
}
