import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** Records of the newest commits; those of a thousand before it are looked through. */
const sql = `
  SELECT toUnixTimestamp64Milli(max(received_at)) AS newest, count() AS amount FROM (
    SELECT received_at FROM sample WHERE batch > {after:UInt64}
    UNION ALL SELECT received_at FROM alarm WHERE batch > {after:UInt64}
    UNION ALL SELECT received_at FROM audit WHERE batch > {after:UInt64}
  )
`
const row = z.object({ newest: z.coerce.number(), amount: z.coerce.number() })

/** When the newest record was received; null while there is none. */
export async function newestRecord({ context }: Telemetry): Promise<Date | null> {
  const { revision } = context.counters
  const after = revision > 1_000n ? revision - 1_000n : 0n
  const [found] = await select(context, { name: 'check.newest', sql, params: { after }, row })
  return found && found.amount > 0 ? new Date(found.newest) : null
}
