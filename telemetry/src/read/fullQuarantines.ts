import type { WholeInstallation } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

const sql = `
  SELECT client_id AS clientId, machine_id AS machineId, count() AS records, sum(length(raw)) AS bytes
  FROM quarantine
  GROUP BY client_id, machine_id
  HAVING records >= {records:UInt64} OR bytes >= {bytes:UInt64}
  ORDER BY greatest(records / {records:UInt64}, bytes / {bytes:UInt64}) DESC, clientId, machineId
  LIMIT {most:UInt32}
`

const row = z.object({
  clientId: z.number().nullable(),
  /** Null: machines that do not exist, of this client or of none, together. */
  machineId: z.number().nullable(),
  records: z.coerce.number(),
  bytes: z.coerce.number(),
})

/** How much of a machine is quarantined. */
export type FullQuarantine = z.output<typeof row>

/** The machines of the whole installation of which at least so many records or bytes are quarantined, the fullest first. */
export async function fullQuarantines(
  { context }: Telemetry,
  _scope: WholeInstallation,
  {
    records,
    bytes,
    most,
  }: { readonly records: number; readonly bytes: number; readonly most: number },
): Promise<FullQuarantine[]> {
  return select(context, {
    name: 'read.fullQuarantines',
    sql,
    params: { records: BigInt(records), bytes: BigInt(bytes), most },
    row,
  })
}
