import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import { pageOf, type RecordsQuestion, type RowsOfPage, rowsOfPage } from './answerRows.ts'

const distinct = `
  FROM (
    SELECT DISTINCT machine_id AS machineId, toUnixTimestamp64Milli(at) AS time, user_group AS userGroup, description,
      value_before AS valueBefore, value_after AS valueAfter
    FROM audit
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
      AND (isNull({userGroup:Nullable(String)}) OR user_group = {userGroup:Nullable(String)})
      AND (isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})
      AND batch <= {revision:UInt64}
  )
` as const

const sql = `
  SELECT machineId, time, userGroup, description, valueBefore, valueAfter, count() OVER () AS total
  ${distinct}
  ORDER BY time DESC, machineId, userGroup, description, valueBefore, valueAfter
  LIMIT {limit:UInt32} OFFSET {offset:UInt64}
` as const

const countSql = `SELECT count() AS total ${distinct}` as const

const row = z
  .object({
    machineId: z.number(),
    time: z.coerce.number(),
    userGroup: z.string(),
    description: z.string(),
    valueBefore: z.string(),
    valueAfter: z.string(),
    total: z.coerce.number(),
  })
  .transform(({ time, total, ...reported }) => ({
    row: { ...reported, at: new Date(time) },
    total,
  }))

/** A change that a person made at a machine, as the machine reported it (D4). */
export type AuditRow = z.output<typeof row>['row']

export type AuditQuestion = RecordsQuestion & {
  readonly userGroup?: string | undefined
  readonly description?: string | undefined
}

/** What people changed at machines in a window, newest first, and how many such changes there are in all. */
export async function auditPage(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, userGroup, description, ...page }: AuditQuestion & RowsOfPage,
): Promise<{ rows: AuditRow[]; count: number }> {
  const params = {
    clientId,
    machineIds,
    ...period,
    userGroup: userGroup ?? null,
    description: description ?? null,
    // Of one moment, also while records stream in.
    revision: context.counters.revision,
  }
  const found = await select(context, {
    name: 'read.auditPage',
    sql,
    params: { ...params, ...rowsOfPage(page) },
    row,
  })
  return pageOf(page, found, async () => {
    const [counted] = await select(context, {
      name: 'read.auditCount',
      sql: countSql,
      params,
      row: z.object({ total: z.coerce.number() }),
    })
    return counted?.total ?? 0
  })
}

const descriptionsSql = `
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
  { machineIds, period, userGroup }: Omit<AuditQuestion, 'description'>,
): Promise<string[]> {
  const found = await select(context, {
    name: 'read.auditDescriptions',
    sql: descriptionsSql,
    params: { clientId, machineIds, ...period, userGroup: userGroup ?? null },
    row: z.object({ description: z.string() }),
  })
  return found.map(({ description }) => description)
}

const groupsSql = `
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
  { machineIds, period, description }: Omit<AuditQuestion, 'userGroup'>,
): Promise<string[]> {
  const found = await select(context, {
    name: 'read.auditGroups',
    sql: groupsSql,
    params: { clientId, machineIds, ...period, description: description ?? null },
    row: z.object({ userGroup: z.string() }),
  })
  return found.map(({ userGroup }) => userGroup)
}
