import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

const sql = `
  SELECT machine_id AS machineId, toUnixTimestamp(hour) * 1000 AS beginMs, sum(accepted) AS accepted,
    sum(duplicate) AS duplicate, sum(late) AS late, sum(back_fill) AS backFill, sum(resets) AS resets,
    sum(quarantined) AS quarantined
  FROM ingest_count
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND hour >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id, hour
  ORDER BY machine_id, hour
`

const row = z.object({
  machineId: z.number(),
  beginMs: z.coerce.number(),
  accepted: z.coerce.number(),
  duplicate: z.coerce.number(),
  late: z.coerce.number(),
  backFill: z.coerce.number(),
  resets: z.coerce.number(),
  quarantined: z.coerce.number(),
})

/** What became of the records of a machine in the hour in which they came (D10); late ones are among the accepted, back-fills among the late. */
export type ReceivedHour = z.output<typeof row>

/** The outcomes of records by machine and hour of receipt since then, at most some seconds old; hours without any are left out. */
export async function receivedHours(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: { readonly machineIds: readonly number[]; readonly since: Date },
): Promise<ReceivedHour[]> {
  return select(context, {
    name: 'read.receivedHours',
    sql,
    params: { clientId, machineIds, since },
    row,
  })
}
