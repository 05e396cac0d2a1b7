import { bySampleOrder, type LedgerSample } from '../src/ledger/fold/ledgerRecords.ts'

/**
 * A second opinion on modes for tests: which mode a machine was in at each millisecond of some instants, from all records anew. Empty:
 * production, no mode or offline.
 */
export function slowMode(
  records: readonly LedgerSample[],
  holdMs: (since: number) => number,
  at: number,
): string {
  const past = records.filter((record) => record.at <= at).sort(bySampleOrder)
  const last = past.findLast(({ death }) => !death)
  if (last === undefined || at >= last.at + holdMs(last.at)) return ''
  if (past.slice(past.indexOf(last)).some(({ death }) => death)) return ''
  const mode = past.findLast(({ unitMode }) => unitMode != null)?.unitMode?.trim() ?? ''
  const plain = /^(production|producing|0|1|invalid|undefined)?$/i
  return plain.test(mode) ? '' : mode
}
