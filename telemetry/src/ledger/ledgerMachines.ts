import type { Committed, TelemetryContext } from '../context.ts'
import { spanOfMonth } from '../damagedMonths.ts'
import { type DirtyStretch, DirtyStretches, outside } from './dirtyStretches.ts'
import type { Repair } from './fold/gapRepair.ts'
import { type LedgerRule, longestHold, type RuleChange, ruleChange } from './fold/ledgerRule.ts'
import { minuteFrom, minuteMs, minuteOf } from './fold/minute.ts'
import { Recovery } from './fold/recovery.ts'
import { RepairList } from './fold/repairList.ts'
import { LedgerClient, type LedgerMachine, ledgerMachine, waits } from './ledgerMachine.ts'
import {
  type Extent,
  extentsByLedger,
  type LedgerEnd,
  readExtents,
  readLedgerEnds,
  withoutRows,
} from './store/extents.ts'
import { readGapRepairs } from './store/gapRepairs.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import { type readRules, readTouched } from './store/openingState.ts'

/** The machines that ever sent a record, with the minutes of each that wait to be computed, and their clients. */
export class LedgerMachines {
  readonly #machines = new Map<number, LedgerMachine>()
  readonly #clients = new Map<number, LedgerClient>()
  readonly #known: ReadonlySet<number>
  /** The newest batch that the rows of all clients contain. */
  #computed: bigint

  /**
   * Those of a store that is opened, with the minutes that records touched after the batch that the ledger has reached (0: no row of it
   * is known to be right).
   */
  static async open(
    context: TelemetryContext,
    rules: ReturnType<typeof readRules>,
    reached: bigint,
  ): Promise<LedgerMachines> {
    const [ends, repairs] = await Promise.all([readLedgerEnds(context), readGapRepairs(context)])
    const { damage, counters } = context
    const isDamaged = damage.frozen().size > 0 || damage.released().length > 0
    const extents =
      reached > 0n && !isDamaged
        ? await extentsByLedger(context, ends, withoutRows(await rules, ends))
        : await readExtents(context)
    const machines = new LedgerMachines(extents, ends, reached)
    // Before the newest record of a machine is used: the ledger does not contain these.
    const newer = { after: reached, until: counters.revision }
    for (const extent of await readTouched(context, newer)) machines.touchExtent(extent)
    machines.repair(repairs)
    return machines
  }

  /** `extents`: the records that the store holds of each machine when it is opened; `ends`: its newest minutes. */
  private constructor(extents: readonly Extent[], ends: readonly LedgerEnd[], computed: bigint) {
    this.#computed = computed
    this.#known = new Set([...extents, ...ends].map(({ machineId }) => machineId))
    for (const end of ends) {
      // Its records may all be gone: then nothing of it is ever computed anew, and it is no new machine.
      const machine = this.meet(end)
      machine.newest = end.lastRow + minuteMs - 1
      machine.heard = machine.newest
      machine.lastRow = end.lastRow
      machine.firstRow = Number.NEGATIVE_INFINITY
    }
    for (const extent of extents) {
      const machine = this.meet(extent)
      machine.oldest = extent.oldest
      machine.newest = extent.newest
      machine.heard = heardIn(extent)
      // Minutes are kept longer than records: there may be rows of what is no longer in raw.
      machine.firstRow = Number.NEGATIVE_INFINITY
    }
  }

  get(machineId: number): LedgerMachine | undefined {
    return this.#machines.get(machineId)
  }

  all(): LedgerMachine[] {
    return [...this.#machines.values()]
  }

  /** Those whose records are still there, with the oldest one that rows may be computed from and the newest. */
  extents(): Extent[] {
    return this.all()
      .filter(({ oldest, newest }) => Number.isFinite(oldest) && oldest <= newest)
      .map(({ clientId, machineId, oldest, newest, heard }) => ({
        ...{ clientId, machineId, oldest, newest },
        heard: Math.max(0, heard),
      }))
  }

  /** The time of the newest sample of each machine that ever sent one itself: imported history is none. */
  heardAt(): Map<number, number> {
    const known = this.all().filter(({ heard }) => Number.isFinite(heard))
    return new Map(known.map(({ machineId, heard }) => [machineId, heard]))
  }

  /** Whether figures of these were changed, after a revision was given, by something other than records. */
  changedAfter(machineIds: readonly number[], revision: bigint): boolean {
    return machineIds.some((machineId) => (this.get(machineId)?.changedAt ?? -1n) >= revision)
  }

  client(clientId: number): LedgerClient {
    const known = this.#clients.get(clientId)
    if (known !== undefined) return known
    const client = new LedgerClient(clientId, this.#computed)
    this.#clients.set(clientId, client)
    return client
  }

  clients(): LedgerClient[] {
    return [...this.#clients.values()]
  }

  /** The clients of these machines: always in the same order, in which readers wait for their turns. */
  clientsOf(machineIds: readonly number[]): LedgerClient[] {
    const machines = machineIds.flatMap((machineId) => this.get(machineId) ?? [])
    const clientIds = new Set(machines.map(({ clientId }) => clientId))
    return [...clientIds].sort((a, b) => a - b).map((clientId) => this.client(clientId))
  }

  /** The clients of which something waits, or is being computed. */
  clientsWithWork(): LedgerClient[] {
    return this.clients().filter((client) => client.isBusy || client.machines.some(waits))
  }

  get computed(): bigint {
    return this.#computed
  }

  /** The rows of all clients contain a batch. */
  reach(computed: bigint): void {
    // Another computation that began later may have ended before.
    if (computed <= this.#computed) return
    this.#computed = computed
    for (const client of this.#clients.values()) {
      if (client.computed < computed) client.computed = computed
    }
  }

  meet(place: MachinePlace): LedgerMachine {
    const known = this.#machines.get(place.machineId)
    if (known !== undefined) return known
    const machine = ledgerMachine(place, this.#known.has(place.machineId))
    this.#machines.set(place.machineId, machine)
    this.client(place.clientId).machines.push(machine)
    return machine
  }

  /** Some new records were stored. */
  touch({ batch, samples, alarms }: Pick<Committed, 'batch' | 'samples' | 'alarms'>): void {
    for (const sample of samples) {
      this.#touchAt(sample, sample.at)
      const machine = this.meet(sample)
      if (!sample.imported && sample.at > machine.heard) machine.heard = sample.at
      machine.returns.note(sample, batch, machine)
    }
    for (const alarm of alarms) this.#touchAt(alarm, alarm.raisedAt)
  }

  /** What fills the gaps of machines, as the store has it. */
  repair(found: readonly (MachinePlace & { readonly repair: Repair })[]): void {
    const ofMachine = Map.groupBy(found, ({ machineId }) => machineId)
    for (const machine of this.all()) {
      const own = ofMachine.get(machine.machineId) ?? []
      const repairs = own.map(({ repair }) => [repair.to, repair] as const)
      machine.repairs = RepairList.none.with(new Map(repairs))
    }
  }

  recoveries({ clientId, machineId }: MachinePlace, from: number, to: number): Recovery[] {
    const machine = this.#machines.get(machineId)
    if (machine?.clientId !== clientId) return []
    return machine.repairs.within(from, to).map((repair) => new Recovery(repair, machine.rule))
  }

  /** There are new records between these two. */
  touchExtent(extent: Extent): void {
    this.#touchAt(extent, extent.oldest)
    this.#touchAt(extent, extent.newest)
    const machine = this.meet(extent)
    machine.heard = Math.max(machine.heard, heardIn(extent))
  }

  /**
   * Everything that the machine did from an instant on counts anew, with the time that its newest sample was held for; false where there is
   * nothing of it.
   */
  touchFrom(machine: LedgerMachine, instant: number, holdMs: number): boolean {
    if (machine.oldest > machine.newest) return false
    const from = Math.max(minuteOf(machine.oldest), instant)
    if (from > machine.newest + holdMs && from > machine.lastRow) return false
    dirty(machine, { from, until: Number.POSITIVE_INFINITY })
    return true
  }

  /** Everything that the machine ever did counts anew. */
  touchAll(machine: LedgerMachine): void {
    this.touchFrom(machine, Number.NEGATIVE_INFINITY, longestHold(machine.rule))
  }

  /** These minutes count anew, as far as their records are still there. */
  touchMinutes(machine: LedgerMachine, { from, until }: DirtyStretch): void {
    const first = Math.max(from, minuteOf(machine.oldest))
    if (first <= until) dirty(machine, { from: first, until })
  }

  /**
   * Gives a machine its rule; returns what that changes in what it did, of which single products are still to be touched. What changes
   * later than all of it changes nothing yet. What it changes before `rebuiltUntil` is left to a rebuild.
   */
  changeRule(
    machine: LedgerMachine,
    rule: LedgerRule,
    rebuiltUntil = Number.NEGATIVE_INFINITY,
  ): RuleChange | undefined {
    const change = ruleChange(machine.rule, rule)
    const from = Math.max(change.from, rebuiltUntil)
    const products = new Map(
      [...change.products].map(([product, since]) => [product, Math.max(since, rebuiltUntil)]),
    )
    const holdMs = Math.max(longestHold(machine.rule), longestHold(rule))
    machine.rule = rule
    const touched = from < Number.POSITIVE_INFINITY && this.touchFrom(machine, from, holdMs)
    const moved = new Map([...products].filter(([, since]) => since <= machine.newest + holdMs))
    return touched || moved.size > 0 ? { from, products: moved } : undefined
  }

  /**
   * The rows of these months stay as they are, up to the newest row of each machine: what comes after it was never computed
   * and goes on (D69).
   */
  freeze(months: ReadonlySet<number>): void {
    const spans = [...months].sort((a, b) => a - b).map(spanOfMonth)
    for (const machine of this.all()) {
      const frozen = spans.flatMap(({ from, to }): DirtyStretch[] => {
        const before = machine.frozen.find((other) => other.from === from)
        if (before) return [before]
        const until = Math.min(to - minuteMs, machine.lastRow)
        return until >= from ? [{ from, until }] : []
      })
      machine.frozen = frozen
      const { stretches } = machine.dirty
      machine.dirty = new DirtyStretches()
      for (const stretch of stretches) dirty(machine, stretch)
    }
  }

  /** A month is whole again: all its minutes count anew. */
  touchMonth(month: number): void {
    const { from, to } = spanOfMonth(month)
    for (const machine of this.all()) {
      if (machine.newest < from) continue
      this.touchMinutes(machine, {
        from,
        until: Math.min(to, minuteFrom(machine.newest)) - minuteMs,
      })
    }
  }

  #touchAt(place: MachinePlace, at: number): void {
    const machine = this.meet(place)
    if (machine.frozen.length === 0) machine.dirty.touch(at)
    else dirty(machine, { from: minuteOf(at), until: minuteOf(at) })
    if (at < machine.oldest) machine.oldest = at
    if (at > machine.newest) machine.newest = at
  }
}

const heardIn = ({ heard }: Extent) => (heard > 0 ? heard : Number.NEGATIVE_INFINITY)

/** These minutes wait to be computed, but for those that are frozen. */
function dirty(machine: LedgerMachine, stretch: DirtyStretch): void {
  for (const one of outside(stretch, machine.frozen)) machine.dirty.add(one)
}
