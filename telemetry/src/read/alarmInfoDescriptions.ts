import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { RecordsQuestion } from './recordsQuestion.ts'

const sql = `
  SELECT DISTINCT description
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
  ORDER BY description
`

/** The descriptions of the alarms that machines raised in a window, each once, in order; a group narrows to its alarms. */
export async function alarmInfoDescriptions(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, group }: RecordsQuestion & { readonly group?: string | undefined },
): Promise<string[]> {
  const found = await select(context, {
    name: 'read.alarmInfoDescriptions',
    sql,
    params: { clientId, machineIds, ...period, group: group ?? null },
    row: z.object({ description: z.string() }),
  })
  return found.map(({ description }) => description)
}
