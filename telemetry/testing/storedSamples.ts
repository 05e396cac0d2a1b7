import { z } from 'zod'
import { bulkLimits, select } from '../src/clickhouse/select.ts'
import type { Telemetry } from '../src/store.ts'

const sql = `
  SELECT machine_id AS machineId, toUnixTimestamp64Milli(source_at) AS time, toUInt64(batch) AS batch
  FROM sample WHERE NOT alive AND NOT death
`
const row = z.object({
  machineId: z.number(),
  time: z.coerce.number(),
  batch: z.coerce.bigint(),
})

/** Every sample that a machine sent, with the number of the commit that stored it: for tests of what is missing. */
export async function storedSamples({ context }: Telemetry) {
  return select(context, { name: 'testing.samples', sql, params: {}, limits: bulkLimits, row })
}
