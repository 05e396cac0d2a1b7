import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'

/** Tables whose parts are merged by level, so that up to nine of each level stay (schema step 14). */
const tables = ['sample', 'alarm', 'audit', 'minute_ledger'] as const

export type PastMonth = { readonly table: (typeof tables)[number]; readonly month: number }

/** A month of fewer parts is left: late records now and then would have it written again and again. */
const fewestParts = 8

const sql = `
  SELECT table, toUInt32(partition_id) AS month
  FROM system.parts
  WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}
  GROUP BY table, partition_id
  HAVING month < {present:UInt32} AND count() >= {fewest:UInt32}
    AND max(modification_time) <= now() - {quietSeconds:UInt32}
  ORDER BY month DESC, table
`

/** Months that are over, lie in many parts, and were not written for a while; the newest first. */
export async function monthsToJoin(
  { connection, now }: TelemetryContext,
  quietSeconds: number,
): Promise<PastMonth[]> {
  const at = new Date(now())
  const answer = await connection.writer().query({
    query: sql,
    query_params: {
      tables: [...tables],
      present: at.getUTCFullYear() * 100 + at.getUTCMonth() + 1,
      fewest: fewestParts,
      quietSeconds,
    },
    format: 'JSONEachRow',
  })
  return z.array(z.object({ table: z.enum(tables), month: z.number() })).parse(await answer.json())
}
