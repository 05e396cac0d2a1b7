import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** How far the clock of a machine is from ours: the median of receipt − source; positive: the machine is behind. */
export type ClockSkew = { readonly machineId: number; readonly skewMs: number | null }

/**
 * A sample without a time of its own has its time of receipt as source time, and a death has no clock of the machine:
 * neither is used. The latest samples to arrive are read, as many as ingest remembers: a history that was sent in one
 * upload came hours after its time and would make every clock hours late.
 */
const sql = `
  SELECT machine_id AS machineId,
    round(arrayReduce('median', arrayMap(pair -> pair.2, groupArraySorted(101)((-received, received - source))))) AS skewMs
  FROM (
    SELECT machine_id, toUnixTimestamp64Milli(received_at) AS received, toUnixTimestamp64Milli(source_at) AS source
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND at >= {since:DateTime64(3,'UTC')} AND source_at != received_at AND NOT death
  )
  GROUP BY machine_id
`

const row = z.object({ machineId: z.number(), skewMs: z.coerce.number() })

/** How far the clocks of machines are from ours (D9), by their latest samples since then; null without such samples. */
export async function clockSkew(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: { readonly machineIds: readonly number[]; readonly since: Date },
): Promise<ClockSkew[]> {
  const params = { clientId, machineIds, since }
  const rows = await select(context, { name: 'read.clockSkew', sql, params, row })
  const found = new Map(rows.map(({ machineId, skewMs }) => [machineId, skewMs]))
  return machineIds.map((machineId) => ({ machineId, skewMs: found.get(machineId) ?? null }))
}
