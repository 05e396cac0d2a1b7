import type { Telemetry } from '../store.ts'

/**
 * The number of the newest durable batch: what an answer that is given now has seen. Of an answer about these machines from an
 * instant on that leaves out late records, the newest one that all figures contain.
 */
export async function revision(
  { context }: Telemetry,
  leavingOut?: { readonly machineIds: readonly number[]; readonly from: Date },
): Promise<bigint> {
  if (leavingOut === undefined) return Promise.resolve(context.counters.revision)
  const { machineIds, from } = leavingOut
  return Promise.resolve(context.ledger.revisionWithout(machineIds, from.getTime()))
}
