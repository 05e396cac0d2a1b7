import type { EventEmitter } from 'node:events'
import type { Connection } from '@packboard/engines/clickhouse'
import type { WriteGate } from './clickhouse/writeGate.ts'
import type { Damage, MonthsFrozen } from './damagedMonths.ts'
import type { RecordCache } from './ledger/store/recordCache.ts'
import type { Counters, SlowQuestions } from './metrics.ts'
import type { MachineRule, StoredAlarm, StoredAudit, StoredSample } from './records.ts'
import type { Turns } from './turns.ts'

/** What one commit added to the store; duplicates are not in it. */
export type Committed = {
  /** The newest batch number that the commit used; `revision` once it is durable. */
  readonly batch: bigint
  readonly samples: readonly StoredSample[]
  readonly alarms: readonly StoredAlarm[]
  readonly audits: readonly StoredAudit[]
  /**
   * Batch numbers of commits before this one that failed with an unclear end: rows of them may be in the store although
   * `committed` was never emitted. Senders repeat such records, and the repeats are duplicates; so read them from the store.
   */
  readonly unclear: { readonly from: bigint; readonly to: bigint } | undefined
}

/** Events of telemetry within the process: the ledger worker and the live board listen. */
export type TelemetryEvents = {
  /** Emitted after the commit is durable and before its caller gets the answer. */
  committed: [Committed]
  /** Rules that are new or changed, after they are durable. */
  rulesChanged: [readonly MachineRule[]]
  /** Words of stored records of a client have changed, its figures have not (D54). */
  wordsChanged: [clientId: number]
  /** The months of which no minute is computed anew have changed (D69). */
  monthsFrozen: [MonthsFrozen]
  /** Hour rows of a month are lost or cannot be read; they are derived from its minutes. */
  hoursDamaged: [month: number]
}

/** The inside of an open telemetry store; for the files of this workspace only. */
export type TelemetryContext = {
  readonly connection: Connection
  /** All writes of this process to the engine; a backup holds them for a moment. */
  readonly gate: WriteGate
  readonly events: EventEmitter<TelemetryEvents>
  readonly counters: Counters
  readonly questions: SlowQuestions
  /** Whose turn it is changes rows that are stored. */
  readonly rewrites: Turns
  readonly damage: Damage
  /** The newest raw records, and those of back-fills that are not computed yet. */
  readonly records: RecordCache
  readonly log: TelemetryLog
  /** No other process writes to the store: what is newest may be answered from memory. */
  readonly writesAlone: boolean
  /** All batches and all versions of the ledger that this opening of the store writes have higher numbers, or this one. */
  readonly numbers: { readonly from: bigint }
  now(): number
}

/** Something that lives as long as the open store: the ledger worker, the live board, the ingest counts. */
export type Service = {
  /** Resolves when everything that is durable so far has been processed. */
  settled?(): Promise<void>
  close(): Promise<void>
}

/** The log of telemetry; a pino logger fits. */
export type TelemetryLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLog: TelemetryLog = { info() {}, warn() {}, error() {} }
