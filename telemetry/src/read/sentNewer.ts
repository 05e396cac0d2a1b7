import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

const sql = `
  SELECT count() > 0 AS found
  FROM (
    SELECT 1
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
      AND at > {after:DateTime64(3,'UTC')} AND at <= {receivedBefore:DateTime64(3,'UTC')}
      AND received_at < {receivedBefore:DateTime64(3,'UTC')} AND NOT imported
    LIMIT 1
  )
`

const row = z.object({ found: z.coerce.number() })

/** Whether a machine had sent something newer than an instant before another record of it was received. */
export async function sentNewer(
  { context }: Telemetry,
  { clientId }: ClientScope,
  question: { readonly machineId: number; readonly after: Date; readonly receivedBefore: Date },
): Promise<boolean> {
  const params = { clientId, ...question }
  const [answer] = await select(context, { name: 'read.sentNewer', sql, params, row })
  return answer?.found === 1
}
