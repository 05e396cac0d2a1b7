import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { RecordsQuestion } from './recordsQuestion.ts'

const sql = `
  SELECT DISTINCT alarm_group AS group
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND (isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})
  ORDER BY group
`

/** The groups of the alarms that machines raised in a window, in order; a description narrows to such alarms. */
export async function alarmInfoGroups(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    machineIds,
    period,
    description,
  }: RecordsQuestion & { readonly description?: string | undefined },
): Promise<string[]> {
  const found = await select(context, {
    name: 'read.alarmInfoGroups',
    sql,
    params: { clientId, machineIds, ...period, description: description ?? null },
    row: z.object({ group: z.string() }),
  })
  return found.map(({ group }) => group)
}
