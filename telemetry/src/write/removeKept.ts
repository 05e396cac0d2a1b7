import type { ClientScope } from '@packboard/model'
import { quarantineRowId } from '../clickhouse/quarantineId.ts'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import type { Telemetry } from '../store.ts'

/** The newest batch stays: its number must not be given twice. */
const sql = `
  ALTER TABLE quarantine DELETE IN PARTITION {month:UInt32}
  WHERE client_id = {clientId:UInt32} AND batch < {before:UInt64}
    AND has({ids:Array(String)}, ${quarantineRowId})`

/**
 * Takes records of a client out of the quarantine, once they are stored as what they are. Those of the newest batch of all stay,
 * and go when this is called after another one.
 */
export async function removeKept(
  { context }: Telemetry,
  { clientId }: ClientScope,
  kept: readonly { readonly id: string; readonly receivedAt: number }[],
): Promise<void> {
  const before = context.counters.revision
  const months = Map.groupBy(kept, ({ receivedAt }) => monthOf(receivedAt))
  for (const [month, records] of months) {
    await rewriteMonth(context, {
      table: 'quarantine',
      name: 'write.removeKept',
      sql,
      params: { clientId, month, before, ids: records.map(({ id }) => id) },
    })
  }
}

function monthOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}
