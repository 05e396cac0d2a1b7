import type { TelemetryContext } from '../context.ts'
import type { Turns } from '../turns.ts'
import type { DirtyWork } from './dirtyWork.ts'
import type { HourBook } from './hourBook.ts'
import type { LedgerMachines } from './ledgerMachines.ts'
import type { OpenViews } from './ledgerView.ts'
import type { PieceCache } from './pieceCache.ts'
import type { LedgerVersion } from './store/ledgerVersion.ts'

/** What all parts of the ledger share. */
export type LedgerCore = {
  readonly context: TelemetryContext
  readonly machines: LedgerMachines
  readonly work: DirtyWork
  readonly hours: HourBook
  readonly pieces: PieceCache
  readonly views: OpenViews
  readonly version: LedgerVersion
  /** Whose turn it is runs while no minute and no hour is written by another one. */
  readonly turns: Turns
}
