import type { TelemetryContext } from '../context.ts'
import { inTurn } from '../inTurn.ts'
import { DirtyWork } from './dirtyWork.ts'
import { fillMinutes, fillSums } from './fillMemory.ts'
import { FrozenMonths } from './frozenMonths.ts'
import { HourBook } from './hourBook.ts'
import { HourKeeper } from './hourKeeper.ts'
import type { LedgerMachines } from './ledgerMachines.ts'
import { LedgerReaders } from './ledgerReaders.ts'
import { LedgerRounds } from './ledgerRounds.ts'
import { LedgerSchedule } from './ledgerSchedule.ts'
import { OpenViews } from './ledgerView.ts'
import { RecentMinutes } from './recentMinutes.ts'
import { RememberedSums } from './rememberedSums.ts'
import type { LedgerPosition } from './store/ledgerPosition.ts'
import type { LedgerVersion } from './store/ledgerVersion.ts'

/** No record counts later than this after it was received, with some room (D9). */
const clockReachMs = 10_000

export type LedgerParts = ReturnType<typeof ledgerParts>

/** Makes the parts of a ledger and gives each the others that it needs. */
export function ledgerParts(
  context: TelemetryContext,
  machines: LedgerMachines,
  position: LedgerPosition,
  version: LedgerVersion,
) {
  const alone = inTurn()
  const { records } = context
  const minutes = new RecentMinutes()
  const sums = new RememberedSums()
  const hours = new HourBook(sums)
  const views = new OpenViews()
  const work = new DirtyWork(context, machines, {
    rulesVersion: position.reached.rules,
    found: () => schedule.planAll(0),
  })
  const frozen = new FrozenMonths({ context, machines, hours, work })
  const rounds = new LedgerRounds({
    context,
    work,
    hours,
    minutes,
    views,
    version,
    alone,
    ended(client) {
      records.backfills.release(client.clientId, client.computed)
      schedule.ended(client)
    },
  })
  const schedule = new LedgerSchedule({
    context,
    machines,
    work,
    rounds,
    frozen,
    position,
    alone,
    computedAll() {
      if (!records.isForgotten || !context.writesAlone) return
      const from = context.now() + clockReachMs
      records.begin({ from, revision: work.reported }, machines.all())
    },
  })
  const readers = new LedgerReaders({
    context,
    machines,
    work,
    rounds,
    views,
    hours,
    minutes,
    sums,
    alone,
  })
  const keeper = new HourKeeper({
    context,
    machines,
    book: hours,
    version,
    alone,
    async before() {
      if (schedule.isClosed) return false
      if (await fillMinutes(context, machines.all(), minutes)) return true
      return fillSums(context, sums, hours)
    },
  })
  sums.whenWanted(() => keeper.wake())
  return {
    context,
    machines,
    position,
    version,
    alone,
    records,
    minutes,
    sums,
    hours,
    views,
    work,
    frozen,
    rounds,
    schedule,
    readers,
    keeper,
  }
}
