import type { Committed } from '../context.ts'
import type { DirtyStretch } from './dirtyStretches.ts'
import { type LedgerRule, type RuleChange, ruleChange } from './fold/ledgerRule.ts'
import { minuteMs, minuteOf } from './fold/minute.ts'
import { type LedgerMachine, ledgerMachine } from './ledgerMachine.ts'
import type { MachinePlace } from './store/machinePlace.ts'
import type { Extent, LedgerEnd } from './store/openingState.ts'

/** The machines that ever sent a record, with the minutes of each that wait to be computed. */
export class LedgerMachines {
  readonly #machines = new Map<number, LedgerMachine>()
  readonly #known: ReadonlySet<number>

  /** `extents`: the records that the store holds of each machine when it is opened; `ends`: its newest minutes. */
  constructor(extents: readonly Extent[], ends: readonly LedgerEnd[]) {
    this.#known = new Set([...extents, ...ends].map(({ machineId }) => machineId))
    for (const end of ends) {
      // Its records may all be gone: then nothing of it is ever computed anew, and it is no new machine.
      const machine = this.meet(end)
      machine.newest = end.minute + minuteMs - 1
      machine.firstRow = Number.NEGATIVE_INFINITY
    }
    for (const extent of extents) {
      const machine = this.meet(extent)
      machine.oldest = extent.oldest
      machine.newest = extent.newest
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

  meet(place: MachinePlace): LedgerMachine {
    const known = this.#machines.get(place.machineId)
    if (known !== undefined) return known
    const machine = ledgerMachine(place, this.#known.has(place.machineId))
    this.#machines.set(place.machineId, machine)
    return machine
  }

  /** Some new records were stored. */
  touch({ samples, alarms }: Pick<Committed, 'samples' | 'alarms'>): void {
    for (const sample of samples) this.#touchAt(sample, sample.at)
    for (const alarm of alarms) this.#touchAt(alarm, alarm.raisedAt)
  }

  /** There are new records between these two. */
  touchExtent(extent: Extent): void {
    this.#touchAt(extent, extent.oldest)
    this.#touchAt(extent, extent.newest)
  }

  /** Everything that the machine ever did counts anew, with the time that its newest sample was held for. */
  touchAll(machine: LedgerMachine): void {
    if (machine.oldest > machine.newest) return
    machine.dirty.add({ from: minuteOf(machine.oldest), until: Number.POSITIVE_INFINITY })
  }

  /** These minutes count anew, as far as their records are still there. */
  touchMinutes(machine: LedgerMachine, { from, until }: DirtyStretch): void {
    const first = Math.max(from, minuteOf(machine.oldest))
    if (first <= until) machine.dirty.add({ from: first, until })
  }

  /** Gives a machine its rule; returns what that changes in its past, of which single products are still to be touched. */
  changeRule(machine: LedgerMachine, rule: LedgerRule): RuleChange {
    const change = ruleChange(machine.rule, rule)
    machine.rule = rule
    if (change === 'everything') this.touchAll(machine)
    return change
  }

  #touchAt(place: MachinePlace, at: number): void {
    const machine = this.meet(place)
    machine.dirty.touch(at)
    if (at < machine.oldest) machine.oldest = at
    if (at > machine.newest) machine.newest = at
  }
}
