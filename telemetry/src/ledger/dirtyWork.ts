import type { Committed, TelemetryContext } from '../context.ts'
import { spanOfMonth } from '../damagedMonths.ts'
import type { MachineRule } from '../records.ts'
import { type LedgerRule, warningStates } from './fold/ledgerRule.ts'
import { minuteOf } from './fold/minute.ts'
import { type LedgerClient, type LedgerMachine, waits } from './ledgerMachine.ts'
import type { LedgerMachines } from './ledgerMachines.ts'
import type { Extent } from './store/extents.ts'
import { readRules, readTouched, warnedMinutes } from './store/openingState.ts'

/** Batches of which it is not known what they contain; with a month, only records of that month count. */
type UnclearBatches = { readonly after: bigint; readonly until: bigint; readonly month?: number }

/**
 * What is to be computed: it learns from commits, rules and repaired months which minutes of which machines wait, and is the one place
 * that marks them.
 */
export class DirtyWork {
  readonly #context: TelemetryContext
  readonly #machines: LedgerMachines
  /** Called when minutes of any client may wait that did not before. */
  readonly #found: () => void
  /** The newest batch of a `committed` event. */
  #reported: bigint
  /** How often something other than new records changed what the rows should be. */
  #upsets = 0
  #unclear: UnclearBatches[] = []
  #rulesStale = false
  #rulesVersion: bigint

  constructor(
    context: TelemetryContext,
    machines: LedgerMachines,
    start: { readonly rulesVersion: bigint; readonly found: () => void },
  ) {
    this.#context = context
    this.#machines = machines
    this.#reported = context.counters.revision
    this.#rulesVersion = start.rulesVersion
    this.#found = start.found
  }

  get reported(): bigint {
    return this.#reported
  }

  get upsets(): number {
    return this.#upsets
  }

  /** The newest rules that the machines have. */
  get rulesVersion(): bigint {
    return this.#rulesVersion
  }

  /** Which minutes records of any machine touch is still to be looked up. */
  get isUnclear(): boolean {
    return this.#unclear.length > 0
  }

  hasWork(): boolean {
    if (this.#machines.computed < this.#reported || this.#rulesStale || this.isUnclear) return true
    return this.#machines.all().some(waits)
  }

  committed(committed: Committed): void {
    const { batch, unclear } = committed
    this.#machines.touch(committed)
    if (unclear !== undefined) {
      this.#unclear.push({ after: unclear.from - 1n, until: unclear.to })
    }
    this.#reported = batch
  }

  rulesChanged(rules: readonly MachineRule[]): void {
    for (const { clientId, machineId, rebuiltUntil, ...rule } of rules) {
      this.#applyRule(this.#machines.meet({ clientId, machineId }), rule, rebuiltUntil)
    }
    this.#rulesStale = true
  }

  /** The rules that the store has when it is opened: the rows do not contain those that are newer than the version until now. */
  beginRules(rules: Awaited<ReturnType<typeof readRules>>): void {
    const computed = this.#rulesVersion
    for (const { version, rule, ...place } of rules) {
      const machine = this.#machines.meet(place)
      machine.rule = rule
      if (version > computed) this.#machines.touchAll(machine)
      if (version > this.#rulesVersion) this.#rulesVersion = version
    }
  }

  /** A month can be computed again: all its minutes, or (`after`) those of records that came after a batch. */
  monthReleased(month: number, after: bigint | null): void {
    if (after === null) this.#machines.touchMonth(month)
    else this.#unclear.push({ after, until: this.#reported, month })
  }

  /** The minutes between the first and the newest of some records, as if these had just come. */
  computeAnew(extents: readonly Extent[]): void {
    for (const extent of extents) {
      const machine = this.#machines.meet(extent)
      const minutes = { from: minuteOf(extent.oldest), until: minuteOf(extent.newest) }
      this.#machines.touchMinutes(machine, minutes)
      this.figuresChanged(machine)
    }
    this.upset()
  }

  /** The rows are not as they should be for another reason than new records: a computation that has begun does not count. */
  upset(): void {
    this.#upsets += 1
    for (const client of this.#machines.clients()) client.complete = 0
  }

  /** Older figures of a machine are other ones from now on. */
  figuresChanged(machine: LedgerMachine): void {
    machine.changedAt = this.#reported
  }

  /** Learns which minutes wait to be computed, but for those that commits brought; what is retargeted, of these clients alone. */
  async learn(clients: readonly LedgerClient[]): Promise<void> {
    await this.#context.damage.current()
    for (const batches of [...this.#unclear]) {
      await this.#learnBatches(batches)
      this.#unclear = this.#unclear.filter((other) => other !== batches)
      this.#found()
    }
    if (this.#rulesStale) await this.#learnRules()
    for (const { machines } of clients) {
      for (const machine of machines) await this.#touchRetargeted(machine)
    }
  }

  async #learnBatches({ month, ...batches }: UnclearBatches): Promise<void> {
    const span = month === undefined ? undefined : spanOfMonth(month)
    for (const extent of await readTouched(this.#context, batches)) {
      if (!span || (extent.oldest < span.to && extent.newest >= span.from)) {
        this.#machines.touchExtent(extent)
      }
    }
  }

  async #learnRules(): Promise<void> {
    try {
      let rules: Awaited<ReturnType<typeof readRules>>
      // What came while they were read is newer: applied afterwards, the older ones would take its place.
      do {
        this.#rulesStale = false
        rules = await readRules(this.#context)
      } while (this.#areRulesStale())
      for (const { version, rule, ...place } of rules) {
        this.#applyRule(this.#machines.meet(place), rule)
        if (version > this.#rulesVersion) this.#rulesVersion = version
      }
    } catch (error) {
      this.#rulesStale = true
      throw error
    }
  }

  #areRulesStale(): boolean {
    return this.#rulesStale
  }

  #applyRule(machine: LedgerMachine, rule: LedgerRule, rebuiltUntil?: number): void {
    const change = this.#machines.changeRule(machine, rule, rebuiltUntil)
    if (change === undefined) return
    this.upset()
    this.figuresChanged(machine)
    for (const [product, from] of change.products) {
      machine.retargeted.set(product, Math.min(from, machine.retargeted.get(product) ?? from))
    }
  }

  async #touchRetargeted(machine: LedgerMachine): Promise<void> {
    if (machine.retargeted.size === 0) return
    const known = new Map(machine.retargeted)
    const from = Math.min(...known.values())
    const wanted = { products: [...known.keys()], states: warningStates(machine.rule) }
    for (const minutes of await warnedMinutes(this.#context, machine, wanted)) {
      if (minutes.until < from) continue
      this.#machines.touchMinutes(machine, { ...minutes, from: Math.max(minutes.from, from) })
    }
    // A product that was retargeted meanwhile stays for the next time.
    for (const [product, since] of known) {
      if (machine.retargeted.get(product) === since) machine.retargeted.delete(product)
    }
  }
}
