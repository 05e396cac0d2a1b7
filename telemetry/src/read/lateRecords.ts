import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** Samples that came late into a window, and when the first of them came. */
export type LateRecords = { readonly count: number; readonly firstReceivedAt: Date | null }

const sql = `
  SELECT count() AS late, minOrNull(received) AS first
  FROM (
    SELECT argMax(received_at, batch) AS received
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    GROUP BY machine_id, at, source_at, sequence
  )
  WHERE received > {onTimeUntil:DateTime64(3,'UTC')}
`

const row = z.object({ late: z.coerce.number(), first: z.coerce.date().nullable() })

/** How many samples that count in a window came after `onTimeUntil`, whatever the filter is. */
export async function lateRecords(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, onTimeUntil }: WindowQuestion & { readonly onTimeUntil: Date },
): Promise<LateRecords> {
  const params = { clientId, machineIds, ...period, onTimeUntil }
  const [found] = await select(context, { name: 'read.lateRecords', sql, params, row })
  return { count: found?.late ?? 0, firstReceivedAt: found?.first ?? null }
}
