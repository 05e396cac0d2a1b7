import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@packboard/engines/clickhouse'
import { z } from 'zod'
import { endWrites, fencedConnection } from './clickhouse/fencedConnection.ts'
import { migrate, refuseUnreleased } from './clickhouse/migrations/migrate.ts'
import { select } from './clickhouse/select.ts'
import { gatedConnection, writeGate } from './clickhouse/writeGate.ts'
import {
  type Service,
  silentLog,
  type TelemetryContext,
  type TelemetryEvents,
  type TelemetryLog,
} from './context.ts'
import { DamageWatch } from './damage/damageWatch.ts'
import { type DamagedMonth, type PartRecord, rememberedParts } from './damagedMonths.ts'
import { type StoredTables, storedTables, watchEngineWork } from './engineWork.ts'
import { Ledger, type OpenContext } from './ledger/ledger.ts'
import {
  type RebuildWindow,
  type Rebuilt,
  rebuildMinutes,
  unfinishedRebuilds,
} from './ledger/rebuildMinutes.ts'
import { RecordCache } from './ledger/store/recordCache.ts'
import { newCounters, type SlowQuestions, slowQuestions, type TelemetryMetrics } from './metrics.ts'
import { monthsNotJoined, openMonthJoiner } from './pastMonths/monthJoiner.ts'
import { forgetOldMinutes, forgetOldRecords, type TelemetryKeeps } from './retention/forgetOld.ts'
import { freeNumbers, type Owner, takeNumbers } from './takeNumbers.ts'
import { Turns } from './turns.ts'
import { Commits } from './write/commits.ts'
import { defaultQuarantineLimits, type QuarantineLimits } from './write/quarantineRoom.ts'

export { DatabaseMissing, DataDirectoryInUse } from '@packboard/engines/clickhouse'
export { StoreIsNewer } from './clickhouse/migrations/migrate.ts'
export type { TelemetryLog } from './context.ts'
export type { DamagedMonth, KnownMonth, PartRange, PartRecord } from './damagedMonths.ts'
export type { TelemetryMetrics } from './metrics.ts'
export type { TelemetryKeeps } from './retention/forgetOld.ts'
export type { KeepDays } from './retention/monthsDue.ts'
export type { Owner } from './takeNumbers.ts'

export type TelemetryOptions = {
  /** Packboard's data directory; telemetry keeps its files in the folder `telemetry` inside. */
  readonly dataDir: string
  /** A ClickHouse elsewhere instead of the child (CLICKHOUSE_URL, with user and password in it). */
  readonly url?: string
  /** The database in it (CLICKHOUSE_DATABASE); it is made when it is not there. */
  readonly database?: string
  /** It has records: where the server does not have it, that is the wrong server, on which nothing is made (`DatabaseMissing`). */
  readonly mustExist?: boolean
  /** What the child may use at most; default a quarter of the machine, between 1 and 4 GiB. */
  readonly memoryBytes?: number
  /**
   * No other process writes to the store, so that the newest records and minutes may be answered from memory; true unless given
   * otherwise.
   */
  readonly writesAlone?: boolean
  /** Of a process beside others (decision 28): what an earlier owner still writes is ended first, and refused from then on. */
  readonly owner?: Owner | undefined
  /** How long records and minutes are kept (D53); for ever when it is not set. */
  readonly keeps?: TelemetryKeeps
  /** Where it is remembered what the store holds (D69); it must not lie in the folder of telemetry. */
  readonly parts?: PartRecord
  /** Quarantined records that are stored of one machine; requested for each batch that has some. */
  readonly quarantine?: () => QuarantineLimits
  readonly log?: TelemetryLog
  /** Aborted when the stop of Packboard has begun: an engine of ours that ends from then on is not started again. */
  readonly ending?: AbortSignal | undefined
  /** The clock, for tests. */
  readonly now?: () => number
}

export type { RebuildStep, RebuildWindow, Rebuilt } from './ledger/rebuildMinutes.ts'

/** The open telemetry store. Other workspaces use it through the package exports `write` and `read`. */
export type Telemetry = {
  /** For the files of this workspace only. */
  readonly context: OpenContext
  /** For the files of this workspace only. */
  readonly commits: Commits
  close(): Promise<void>
  health(): Promise<{ ok: boolean; detail: string }>
  /** The process of the engine that Packboard started; undefined for a server elsewhere. */
  enginePid(): number | undefined
  /** Resolves when every durable record is in the ledger. */
  settled(): Promise<void>
  /** Deletes the records and minutes that are past their retention, and returns how many months; to be called once a day. */
  forgetOld(): Promise<number>
  metrics(): TelemetryMetrics
  /** The time of the newest sample that each machine sent itself; undefined where another process holds the records. */
  heardAt(): ReadonlyMap<number, number> | undefined
  /** How long questions took. */
  questions(): Omit<SlowQuestions, 'note'>
  /** The size of each table; undefined where another process holds the records. */
  storage(): Promise<StoredTables | undefined>
  /** Makes all hour rows from the minutes again, in the background; resolves when that is certain to be done. */
  rebuildHours(): Promise<void>
  /** Computes the minutes of a window from the records again, and their hours (`rebuildMinutes.ts`). */
  rebuildMinutes(window: RebuildWindow, by: Parameters<typeof rebuildMinutes>[2]): Promise<Rebuilt>
  /** The windows of rebuilds that were stopped before their end, or go on. */
  unfinishedRebuilds(): Promise<readonly RebuildWindow[]>
  /** The months of which records or minutes are lost or cannot be read (D69). */
  damage(): readonly DamagedMonth[]
  /** Looks for damage now; it is done each minute anyway. */
  lookForDamage(): Promise<void>
  /** Goes on without what is lost of a month such as 202611, and returns what that was. */
  acceptDamage(month: number): Promise<readonly DamagedMonth[]>
}

/** While the engine restarts, health reports it as down only after this time. */
const healthPatienceMs = 2_000

/** Starts (or connects to) the engine, brings the store's schema up to date and starts its services. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const log = options.log ?? silentLog
  const database = options.database ?? 'packboard'
  const { owner } = options
  const open = await connect({ ...options, database, log })
  const gate = writeGate()
  const gated = gatedConnection(open, gate)
  const connection = owner ? fencedConnection(gated, owner.mayWrite) : gated
  const started: Service[] = []
  const closeAll = async () => {
    for (const part of started.splice(0).reverse()) await part.close()
    await connection.close()
  }

  const outside = {
    connection,
    gate,
    events: new EventEmitter<TelemetryEvents>(),
    counters: newCounters(),
    questions: slowQuestions(),
    records: new RecordCache(),
    rewrites: new Turns(),
    log,
    writesAlone: options.writesAlone ?? true,
    numbers: { from: 0n },
    now: options.now ?? Date.now,
  }
  let context: OpenContext
  let damage: DamageWatch
  let commits: Commits
  try {
    await connection.createDatabase(options.mustExist)
    await refuseUnreleased(connection.writer())
    if (owner) await endWrites(connection, database)
    // Before anything is written or computed from what is there, and before the version of the store is read.
    damage = await DamageWatch.open(outside, options.parts ?? rememberedParts())
    const begun = { ...outside, damage }
    started.push(damage)
    await migrate(connection.writer(), log)
    const opened = await openServices(begun, started, {
      quarantine: options.quarantine ?? defaultQuarantineLimits,
      async takeNumbers() {
        if (!owner) await freeNumbers(begun)
        // Once: when a damaged part makes us open twice, rows already written with these numbers must stay valid.
        else if (outside.numbers.from === 0n) {
          outside.numbers.from = await takeNumbers(begun, owner, database)
        }
      },
    })
    context = opened.context
    commits = opened.commits
    damage.startChecks()
  } catch (error) {
    await closeAll()
    throw error
  }

  const engineWork = watchEngineWork(context)
  let closed: Promise<void> | undefined
  return {
    context,
    commits,
    close: () => {
      closed ??= closeAll()
      return closed
    },
    enginePid: () => connection.pid(),
    metrics: () => ({
      ...context.counters,
      engineRestarts: connection.restarts(),
      engineRowsInserted: engineWork().rowsInserted,
      engineRowsMerged: engineWork().rowsMerged,
      damagedMonths: damage.months().length,
      damagedRows: damage.months().reduce((sum, { rows }) => sum + (rows ?? 0), 0),
      partsChecked: damage.checked().checked,
      partsToCheck: damage.checked().waiting,
      hourMonthsToCheck: context.ledger.hoursLeft().months,
      hoursToWrite: context.ledger.hoursLeft().hours,
      pastMonthsNotJoined: monthsNotJoined(context),
      sumPiecesInMemory: context.ledger.sumsUse().pieces,
      sumsFromMemory: context.ledger.sumsUse().fromMemory,
      sumsFromStore: context.ledger.sumsUse().fromStore,
    }),
    heardAt: () => context.ledger.heardAt(),
    questions: () => context.questions,
    storage: () => storedTables(context),
    damage: () => damage.months(),
    rebuildHours: () => context.ledger.rebuildHours(),
    rebuildMinutes: (window, by) => rebuildMinutes(context, window, by),
    unfinishedRebuilds: () => unfinishedRebuilds(context),
    lookForDamage: () => damage.look(),
    acceptDamage: (month) => damage.accept(month),
    async settled() {
      for (const part of started) await part.settled?.()
    },
    async forgetOld() {
      if (!options.keeps) return 0
      const records = await forgetOldRecords(context, options.keeps.raw)
      return records + (await forgetOldMinutes(context, options.keeps.minutes))
    },
    async health() {
      try {
        await Promise.race([
          connection.whenUp(),
          sleep(healthPatienceMs, undefined, { ref: false }),
        ])
        await select(context, { name: 'health', sql: 'SELECT 1 AS one', params: {}, row: one })
        return { ok: true, detail: `engine up, restarted ${connection.restarts()} times` }
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

const one = z.object({ one: z.literal(1) })

/** Opens what lives as long as the store. A damaged part that stands in the way is set aside first (D69). */
async function openServices(
  context: TelemetryContext,
  started: Service[],
  {
    quarantine,
    takeNumbers,
  }: { readonly quarantine: () => QuarantineLimits; takeNumbers(): Promise<void> },
): Promise<{ readonly context: OpenContext; readonly commits: Commits }> {
  for (;;) {
    const begun: Service[] = []
    const unreadable = context.damage.unreadable()
    try {
      await takeNumbers()
      const commits = await Commits.open(context, quarantine)
      begun.push(commits)
      const ledger = await Ledger.open(context)
      begun.push(ledger)
      const open = Object.assign(context, { ledger })
      begun.push(await openMonthJoiner(open))
      started.push(...begun)
      return { context: open, commits }
    } catch (error) {
      for (const part of begun.reverse()) await part.close()
      await context.damage.look()
      if (context.damage.unreadable() === unreadable) throw error
    }
  }
}
