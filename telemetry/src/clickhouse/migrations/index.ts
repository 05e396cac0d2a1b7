import { rawStore } from './0001-raw-store.ts'
import { minuteLedger } from './0002-minute-ledger.ts'
import { stopsInTheLedger } from './0003-stops-in-the-ledger.ts'
import { fewerMerges } from './0004-fewer-merges.ts'
import { installation } from './0005-installation.ts'
import { settledFigures } from './0006-settled-figures.ts'
import { countsAfterAKill } from './0007-counts-after-a-kill.ts'
import { managementChange } from './0008-management-change.ts'
import { hourLedger } from './0009-hour-ledger.ts'
import { fewerBytes } from './0010-fewer-bytes.ts'
import { backFills } from './0011-back-fills.ts'
import { gapRepair } from './0012-gap-repair.ts'
import { unitModes } from './0013-unit-modes.ts'
import { mergesByLevel } from './0014-merges-by-level.ts'
import { partsRemovedSooner } from './0015-parts-removed-sooner.ts'
import { erasedLists } from './0016-erased-lists.ts'
import type { Migration } from './migration.ts'

/** Every step of the store's schema, oldest first. A step that was released is never changed; a new one is added. */
export const migrations: readonly Migration[] = [
  rawStore,
  minuteLedger,
  stopsInTheLedger,
  fewerMerges,
  installation,
  settledFigures,
  countsAfterAKill,
  managementChange,
  hourLedger,
  fewerBytes,
  backFills,
  gapRepair,
  unitModes,
  mergesByLevel,
  partsRemovedSooner,
  erasedLists,
]
