import type { Service, TelemetryContext } from '../context.ts'
import { Turns } from '../turns.ts'
import { DirtyWork } from './dirtyWork.ts'
import type { LedgerRule } from './fold/ledgerRule.ts'
import { FrozenMonths } from './frozenMonths.ts'
import { HourBook } from './hourBook.ts'
import { HourKeeper } from './hourKeeper.ts'
import type { LedgerCore } from './ledgerCore.ts'
import { LedgerMachines } from './ledgerMachines.ts'
import { LedgerReaders } from './ledgerReaders.ts'
import { LedgerRounds } from './ledgerRounds.ts'
import { LedgerSchedule } from './ledgerSchedule.ts'
import { type LedgerView, OpenViews, type ReliesOn } from './ledgerView.ts'
import { PieceCache, type SumsUse } from './pieceCache.ts'
import type { Extent } from './store/extents.ts'
import { LedgerPosition } from './store/ledgerPosition.ts'
import { LedgerVersion } from './store/ledgerVersion.ts'
import { readRules } from './store/openingState.ts'
import { StoredChanges } from './storedChanges.ts'

/** The inside of an open telemetry store with its ledger. */
export type OpenContext = TelemetryContext & { readonly ledger: Ledger }

/**
 * Keeps the minute ledger equal to the raw records. Its parts know which minutes are to be computed (`DirtyWork`), when
 * (`LedgerSchedule`), compute and write them (`LedgerRounds`), and let readers rely on them (`LedgerReaders`).
 */
export class Ledger implements Service {
  readonly #core: LedgerCore
  readonly #rounds: LedgerRounds
  readonly #schedule: LedgerSchedule
  readonly #readers: LedgerReaders
  readonly #changes: StoredChanges
  readonly #keeper: HourKeeper

  static async open(context: TelemetryContext): Promise<Ledger> {
    const position = await LedgerPosition.open(context)
    const reading = readRules(context)
    const [rules, version, machines] = await Promise.all([
      reading,
      LedgerVersion.open(context),
      LedgerMachines.open(context, reading, position.reached.batch),
    ])
    const ledger = new Ledger(context, machines, version, position)
    ledger.#changes.follow(rules)
    ledger.#schedule.planAll(0)
    ledger.#keeper.start()
    return ledger
  }

  private constructor(
    context: TelemetryContext,
    machines: LedgerMachines,
    version: LedgerVersion,
    position: LedgerPosition,
  ) {
    const pieces = new PieceCache()
    const work = new DirtyWork(context, machines, {
      rulesVersion: position.reached.rules,
      found: () => this.#schedule.planAll(0),
    })
    this.#core = {
      context,
      machines,
      work,
      hours: new HourBook(pieces),
      pieces,
      views: new OpenViews(),
      version,
      turns: new Turns(),
    }
    const frozen = new FrozenMonths(this.#core)
    this.#rounds = new LedgerRounds(this.#core, (client) => this.#schedule.ended(client))
    this.#schedule = new LedgerSchedule(this.#core, this.#rounds, frozen, position)
    this.#readers = new LedgerReaders(this.#core, this.#rounds)
    this.#changes = new StoredChanges(this.#core, this.#rounds, this.#schedule, frozen)
    this.#keeper = new HourKeeper(this.#core)
  }

  async close(): Promise<void> {
    this.#changes.unfollow()
    this.#schedule.close()
    await Promise.all([this.#rounds.close(), this.#keeper.close()])
    try {
      await this.#schedule.writePosition(0)
    } catch (error) {
      const { log } = this.#core.context
      log.warn({ err: error }, 'The position of the ledger could not be written')
    }
  }

  /** See `LedgerReaders.read`. */
  read<Answer>(
    machineIds: readonly number[],
    to: number,
    ask: (view: LedgerView) => Promise<Answer>,
    reliesOn: ReliesOn = 'sums',
    from?: number,
  ): Promise<Answer> {
    return this.#readers.read(machineIds, to, ask, reliesOn, from)
  }

  /** See `LedgerReaders.leavesOut`. */
  leavesOut(machineIds: readonly number[], from: number): boolean {
    return this.#readers.leavesOut(machineIds, from)
  }

  /** See `LedgerReaders.revisionWithout`. */
  revisionWithout(machineIds: readonly number[], from: number): bigint {
    return this.#readers.revisionWithout(machineIds, from)
  }

  ruleOf(machineId: number): LedgerRule {
    return this.#readers.ruleOf(machineId)
  }

  /** See `LedgerMachines.changedAfter`. */
  ruleChangedAfter(machineIds: readonly number[], revision: bigint): boolean {
    return this.#core.machines.changedAfter(machineIds, revision)
  }

  /** The machines of a client that ever sent a record. */
  machinesOf(clientId: number): number[] {
    return this.#core.machines.client(clientId).machines.map(({ machineId }) => machineId)
  }

  /** See `LedgerMachines.extents`. */
  machinesWithRecords(): Extent[] {
    return this.#core.machines.extents()
  }

  /** See `LedgerMachines.heardAt`. */
  heardAt(): ReadonlyMap<number, number> {
    return this.#core.machines.heardAt()
  }

  /** The time of the newest sample that a machine of a client sent itself; undefined: none. */
  heardOf(clientId: number, machineId: number): number | undefined {
    const machine = this.#core.machines.get(machineId)
    if (machine?.clientId !== clientId || !Number.isFinite(machine.heard)) return undefined
    return machine.heard
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
    return this.#core.version.outrankRows()
  }

  /** Resolves when every record that is durable now is in the ledger. */
  settled(): Promise<void> {
    return this.#schedule.settled()
  }

  /** How many sums are in memory, and how often they were there when a question wanted them. */
  sumsUse(): SumsUse {
    return this.#core.pieces.use()
  }

  /** See `HourKeeper`. */
  hoursLeft(): { readonly months: number; readonly hours: number } {
    return this.#keeper.left()
  }

  /** See `HourKeeper`. */
  rebuildHours(): Promise<void> {
    return this.#keeper.rebuild()
  }

  /** Resolves when every hour that is over is written; may take minutes for an old store. */
  hoursSettled(): Promise<void> {
    return this.#keeper.settled()
  }
}
