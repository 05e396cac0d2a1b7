import type { TelemetryContext } from '../context.ts'
import { LedgerMachines } from './ledgerMachines.ts'
import { extentsByLedger, readExtents, readLedgerEnds, withoutRows } from './store/extents.ts'
import { readGapRepairs } from './store/gapRepairs.ts'
import { type readRules, readTouched } from './store/openingState.ts'

/**
 * The machines of a store that is opened, with the minutes that records touched after the batch that the ledger has reached (0: no row
 * of it is known to be right).
 */
export async function openMachines(
  context: TelemetryContext,
  rules: ReturnType<typeof readRules>,
  reached: bigint,
): Promise<LedgerMachines> {
  const [ends, repairs] = await Promise.all([readLedgerEnds(context), readGapRepairs(context)])
  const damaged = context.damage.held().size > 0 || context.damage.released().length > 0
  const trusted = reached > 0n && !damaged
  const extents = trusted
    ? await extentsByLedger(context, ends, withoutRows(await rules, ends))
    : await readExtents(context)
  const machines = new LedgerMachines(extents, ends, reached)
  // Before the newest record of a machine is used: the ledger does not contain these.
  const newer = { after: reached, until: context.counters.revision }
  for (const extent of await readTouched(context, newer)) machines.touchExtent(extent)
  machines.repair(repairs)
  return machines
}
