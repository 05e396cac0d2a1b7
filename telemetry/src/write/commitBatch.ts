import type { Batch, MachineCounts, MachineRule } from '../records.ts'
import type { Telemetry } from '../store.ts'

/**
 * Stores what machines sent, and returns the counts of each machine. Resolves only when the records are on disk, so that
 * they may be acknowledged (I4). The same identity with the same content is a duplicate and not stored again; with other
 * content both are kept and the last arrival counts (D7). Calls wait for each other: gather records before calling.
 * Rejects with `ingest.busy` when the engine cannot take records; then nothing may be acknowledged.
 */
export async function commitBatch(telemetry: Telemetry, batch: Batch): Promise<MachineCounts[]> {
  const [counts = []] = await commitBatches(telemetry, [batch])
  return counts
}

/**
 * The same for what several senders sent: all of it in one commit, as if it had come in this order, and the counts of each
 * batch by themselves.
 */
export function commitBatches(
  telemetry: Telemetry,
  batches: readonly Batch[],
): Promise<MachineCounts[][]> {
  return telemetry.commits.commit(batches)
}

/** Stores how machines are to be counted. Each change is a new version; what did not change is not written again. */
export function putMachineRules(
  telemetry: Telemetry,
  rules: readonly MachineRule[],
): Promise<void> {
  return telemetry.commits.putRules(rules)
}
