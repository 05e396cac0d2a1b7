import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** How many records of one kind a machine made since an instant, and the first of them. */
export type RecordVolume = {
  readonly kind: 'sample' | 'alarm' | 'audit'
  readonly machineId: number
  readonly records: number
  readonly first: Date
}

const sql = `
  SELECT 'sample' AS kind, machine_id AS machineId, count() AS records, toUnixTimestamp64Milli(min(at)) AS first
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
  UNION ALL
  SELECT 'alarm', machine_id, count(), toUnixTimestamp64Milli(min(raised_at))
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND raised_at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
  UNION ALL
  SELECT 'audit', machine_id, count(), toUnixTimestamp64Milli(min(at))
  FROM audit
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
`

const row = z.object({
  kind: z.enum(['sample', 'alarm', 'audit']),
  machineId: z.number(),
  records: z.coerce.number(),
  first: z.coerce.number().transform((ms) => new Date(ms)),
})

type Requested = { readonly machineIds: readonly number[]; readonly since: Date }

/** The records of machines since an instant, as they are stored; a machine without one of a kind has no row of it. */
export async function recordVolumes(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: Requested,
): Promise<RecordVolume[]> {
  const params = { clientId, machineIds, since }
  return select(context, { name: 'read.recordVolumes', sql, params, row })
}
