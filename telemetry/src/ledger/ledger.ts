import type { Committed, Service, TelemetryContext } from '../context.ts'
import type { MonthsHeld } from '../damagedMonths.ts'
import type { MachineRule } from '../records.ts'
import type { LedgerRule } from './fold/ledgerRule.ts'
import { type LedgerParts, ledgerParts } from './ledgerParts.ts'
import { gatherMs } from './ledgerSchedule.ts'
import type { LedgerView, ReliesOn } from './ledgerView.ts'
import { openMachines } from './openMachines.ts'
import type { SumsUse } from './rememberedSums.ts'
import type { Extent } from './store/extents.ts'
import { LedgerPosition } from './store/ledgerPosition.ts'
import { LedgerVersion } from './store/ledgerVersion.ts'
import { readRules } from './store/openingState.ts'
import { StoredChanges } from './storedChanges.ts'

/**
 * Keeps the minute ledger equal to the raw records. Its parts know which minutes are to be computed (`DirtyWork`), when
 * (`LedgerSchedule`), compute and write them (`LedgerRounds`), and let readers rely on them (`LedgerReaders`).
 */
export class Ledger implements Service {
  readonly #parts: LedgerParts
  readonly #changes: StoredChanges

  static async open(context: TelemetryContext): Promise<Ledger> {
    const position = await LedgerPosition.open(context)
    const reading = readRules(context)
    const [rules, version, machines] = await Promise.all([
      reading,
      LedgerVersion.open(context),
      openMachines(context, reading, position.reached.batch),
    ])
    const ledger = new Ledger(ledgerParts(context, machines, position, version))
    ledger.#begin(rules)
    return ledger
  }

  private constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#changes = new StoredChanges(parts)
  }

  #begin(rules: Awaited<ReturnType<typeof readRules>>): void {
    const { context, machines, records, work, frozen, hours, schedule, keeper } = this.#parts
    const { damage, counters, events } = context
    const [held, released] = [damage.held(), damage.released()]
    if (context.writesAlone && released.length === 0) {
      const start = { from: Number.NEGATIVE_INFINITY, revision: counters.revision }
      records.begin(start, machines.all())
    }
    work.beginRules(rules)
    frozen.change({ held, released })
    // While they were damaged before the start their hours were another sum.
    for (const { month } of released) hours.doom(month)
    // Never computed, or by an earlier fold: no row is known to be right.
    if (machines.computed === 0n) for (const machine of machines.all()) machines.touchAll(machine)
    events.on('committed', this.#onCommitted)
    events.on('rulesChanged', this.#onRulesChanged)
    events.on('monthsHeld', this.#onMonthsHeld)
    events.on('hoursDamaged', this.#onHoursDamaged)
    schedule.planAll(0)
    keeper.start()
  }

  async close(): Promise<void> {
    const { context, schedule, rounds, keeper } = this.#parts
    const { events, log } = context
    events.off('committed', this.#onCommitted)
    events.off('rulesChanged', this.#onRulesChanged)
    events.off('monthsHeld', this.#onMonthsHeld)
    events.off('hoursDamaged', this.#onHoursDamaged)
    schedule.close()
    await rounds.close()
    await keeper.close()
    try {
      await schedule.writePosition(0)
    } catch (error) {
      log.warn({ err: error }, 'The position of the ledger could not be written')
    }
  }

  readonly #onCommitted = (committed: Committed) => {
    const { machines, records, work, schedule } = this.#parts
    const { unclear, samples, alarms } = committed
    work.committed(committed)
    records.add(committed)
    if (unclear !== undefined) records.forget()
    schedule.planAll(unclear === undefined ? gatherMs.live : gatherMs.behind)
    const clientIds = new Set(samples.map(({ clientId }) => clientId))
    for (const { clientId } of alarms) clientIds.add(clientId)
    for (const clientId of clientIds) schedule.plan(machines.client(clientId))
  }

  readonly #onRulesChanged = (rules: readonly MachineRule[]) => {
    const { work, schedule } = this.#parts
    work.rulesChanged(rules)
    schedule.planAll(gatherMs.behind)
  }

  readonly #onMonthsHeld = (months: MonthsHeld) => {
    const { records, minutes, sums, work, frozen, schedule } = this.#parts
    work.upset()
    records.forget()
    minutes.forgetAll()
    sums.forgetAll()
    frozen.change(months)
    schedule.planAll(gatherMs.behind)
  }

  readonly #onHoursDamaged = (month: number) => this.#parts.hours.doom(month)

  /** See `LedgerReaders.read`. */
  read<Answer>(
    machineIds: readonly number[],
    to: number,
    ask: (view: LedgerView) => Promise<Answer>,
    reliesOn: ReliesOn = 'sums',
    from?: number,
  ): Promise<Answer> {
    return this.#parts.readers.read(machineIds, to, ask, reliesOn, from)
  }

  /** See `LedgerReaders.leavesOut`. */
  leavesOut(machineIds: readonly number[], from: number): boolean {
    return this.#parts.readers.leavesOut(machineIds, from)
  }

  /** See `LedgerReaders.revisionWithout`. */
  revisionWithout(machineIds: readonly number[], from: number): bigint {
    return this.#parts.readers.revisionWithout(machineIds, from)
  }

  ruleOf(machineId: number): LedgerRule {
    return this.#parts.readers.ruleOf(machineId)
  }

  /** See `LedgerMachines.changedAfter`. */
  ruleChangedAfter(machineIds: readonly number[], revision: bigint): boolean {
    return this.#parts.machines.changedAfter(machineIds, revision)
  }

  /** The machines of a client that ever sent a record. */
  machinesOf(clientId: number): number[] {
    return this.#parts.machines.client(clientId).machines.map(({ machineId }) => machineId)
  }

  /** See `LedgerMachines.extents`. */
  machinesWithRecords(): Extent[] {
    return this.#parts.machines.extents()
  }

  /** See `LedgerMachines.newestRecords`. */
  newestRecords(): ReadonlyMap<number, number> {
    return this.#parts.machines.newestRecords()
  }

  /** See `StoredChanges.rewrite`. */
  rewrite(clientId: number, work: (goesOn: () => boolean) => Promise<void>): Promise<void> {
    return this.#changes.rewrite(clientId, work)
  }

  /** See `StoredChanges.leaveRecords`. */
  leaveRecords(clientIds: readonly number[], before: number): Promise<void> {
    return this.#changes.leaveRecords(clientIds, before)
  }

  /** See `StoredChanges.forgetMinutes`. */
  forgetMinutes(work: () => Promise<number>): Promise<number> {
    return this.#changes.forgetMinutes(work)
  }

  /** See `StoredChanges.computeAnew`. */
  computeAnew(extents: readonly Extent[]): Promise<void> {
    return this.#changes.computeAnew(extents)
  }

  /** See `LedgerVersion.outrankRows`. */
  outrankRows(): Promise<void> {
    return this.#parts.version.outrankRows()
  }

  /** Resolves when every record that is durable now is in the ledger. */
  settled(): Promise<void> {
    return this.#parts.schedule.settled()
  }

  /** How many sums are in memory, and how often they were there when a question wanted them. */
  sumsUse(): SumsUse {
    return this.#parts.sums.use()
  }

  /** See `HourKeeper`. */
  hoursLeft(): { readonly months: number; readonly hours: number } {
    return this.#parts.keeper.left()
  }

  /** See `HourKeeper`. */
  rebuildHours(): Promise<void> {
    return this.#parts.keeper.rebuild()
  }

  /** Resolves when every hour that is over is written; may take minutes for an old store. */
  hoursSettled(): Promise<void> {
    return this.#parts.keeper.settled()
  }
}
