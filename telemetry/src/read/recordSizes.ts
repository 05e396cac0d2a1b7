import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** The mean length of a record of one kind as a line of JSON, in bytes; null without one. */
export type RecordSize = {
  readonly kind: 'sample' | 'alarm' | 'audit'
  readonly bytes: number | null
}

/** Of so many records of each kind the length is taken. */
const sql = `
  SELECT 'sample' AS kind, avgOrNull(length(line)) AS bytes FROM (
    SELECT formatRow('JSONEachRow', source_at AS time, sequence AS seq, state, product, tool, user, speed_ppm AS speed,
      pack_counter AS packs, batch_counter AS batch, reject_counter AS rejects, set_speed_ppm AS setSpeed, unit_mode AS unitMode,
      state_times AS stateSeconds) AS line
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
    LIMIT 10000
  )
  UNION ALL
  SELECT 'alarm', avgOrNull(length(line)) FROM (
    SELECT formatRow('JSONEachRow', raised_at AS raisedAt, cleared_at AS clearedAt, alarm_group AS group, description, code) AS line
    FROM alarm
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND raised_at >= {since:DateTime64(3,'UTC')}
    LIMIT 10000
  )
  UNION ALL
  SELECT 'audit', avgOrNull(length(line)) FROM (
    SELECT formatRow('JSONEachRow', at AS time, user_group AS userGroup, description, value_before AS valueBefore,
      value_after AS valueAfter) AS line
    FROM audit
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)} AND at >= {since:DateTime64(3,'UTC')}
    LIMIT 10000
  )
`

const row = z.object({
  kind: z.enum(['sample', 'alarm', 'audit']),
  bytes: z.coerce.number().nullable(),
})

type Requested = { readonly machineIds: readonly number[]; readonly since: Date }

/** How long the records of machines since an instant are, by 10,000 of each kind. */
export async function recordSizes(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: Requested,
): Promise<RecordSize[]> {
  const params = { clientId, machineIds, since }
  return select(context, { name: 'read.recordSizes', sql, params, row })
}
