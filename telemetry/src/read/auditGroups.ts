import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { RecordsQuestion } from './recordsQuestion.ts'

const sql = `
  SELECT DISTINCT user_group AS userGroup
  FROM audit
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})
  ORDER BY userGroup
`

/** The user groups that changed something at machines in a window, in order; a description narrows to such changes. */
export async function auditGroups(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    machineIds,
    period,
    description,
  }: RecordsQuestion & { readonly description?: string | undefined },
): Promise<string[]> {
  const found = await select(context, {
    name: 'read.auditGroups',
    sql,
    params: { clientId, machineIds, ...period, description: description ?? null },
    row: z.object({ userGroup: z.string() }),
  })
  return found.map(({ userGroup }) => userGroup)
}
