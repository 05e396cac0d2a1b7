import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

const sql = `
  SELECT machine_id AS machineId, count() AS records,
    countIf(reason = 'malformed' AND (position(detail, 'dictionary holds no state') > 0 OR position(detail, 'state:') = 1))
      AS unknownStates
  FROM quarantine
  WHERE received_at >= {since:DateTime64(3,'UTC')} AND client_id = {clientId:UInt32}
  GROUP BY machine_id
  ORDER BY machine_id
`

const row = z.object({
  machineId: z.number().nullable(),
  records: z.coerce.number(),
  unknownStates: z.coerce.number(),
})

/** What is quarantined of a machine; null: of serial numbers that no machine of the client has. `unknownStates` are among the records. */
export type QuarantineCount = z.output<typeof row>

/** How many records of each machine were quarantined since then, and of how many the state was one that Packboard does not know. */
export async function quarantineCounts(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { since }: { readonly since: Date },
): Promise<QuarantineCount[]> {
  return select(context, {
    name: 'read.quarantineCounts',
    sql,
    params: { clientId, since },
    row,
  })
}
