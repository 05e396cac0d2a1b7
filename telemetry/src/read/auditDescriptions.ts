import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { RecordsQuestion } from './recordsQuestion.ts'

const sql = `
  SELECT DISTINCT description
  FROM audit
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (isNull({userGroup:Nullable(String)}) OR user_group = {userGroup:Nullable(String)})
  ORDER BY description
`

/** What was changed at machines in a window, each description once, in order; a user group narrows to its changes. */
export async function auditDescriptions(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, userGroup }: RecordsQuestion & { readonly userGroup?: string | undefined },
): Promise<string[]> {
  const found = await select(context, {
    name: 'read.auditDescriptions',
    sql,
    params: { clientId, machineIds, ...period, userGroup: userGroup ?? null },
    row: z.object({ description: z.string() }),
  })
  return found.map(({ description }) => description)
}
