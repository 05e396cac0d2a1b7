import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import { pageOf, type RecordsQuestion, type RowsOfPage, rowsOfPage } from './recordsQuestion.ts'

const distinct = `
  FROM (
    SELECT DISTINCT machine_id AS machineId, toUnixTimestamp64Milli(raised_at) AS time, alarm_group AS group, description,
      sequence
    FROM alarm
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
      AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
      AND (isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})
      AND batch <= {revision:UInt64}
  )
` as const

const sql = `
  SELECT machineId, time, group, description, count() OVER () AS total
  ${distinct}
  ORDER BY time DESC, machineId, group, description, sequence
  LIMIT {limit:UInt32} OFFSET {offset:UInt64}
` as const

const countSql = `SELECT count() AS total ${distinct}` as const

const row = z
  .object({
    machineId: z.number(),
    time: z.coerce.number(),
    group: z.string(),
    description: z.string(),
    total: z.coerce.number(),
  })
  .transform(({ time, total, ...reported }) => ({
    row: { ...reported, at: new Date(time) },
    total,
  }))

/** An alarm that a machine raised. Its clearing, or the same alarm under another code, is not another one (D18);
 * one with another number is (D61). */
export type AlarmRow = z.output<typeof row>['row']

export type AlarmQuestion = RecordsQuestion & {
  readonly group?: string | undefined
  readonly description?: string | undefined
}

/** The alarms that machines raised in a window, newest first, and how many there are in all. */
export async function alarmPage(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, group, description, ...page }: AlarmQuestion & RowsOfPage,
): Promise<{ rows: AlarmRow[]; count: number }> {
  const params = {
    clientId,
    machineIds,
    ...period,
    group: group ?? null,
    description: description ?? null,
    // Of one moment, also while records stream in.
    revision: context.counters.revision,
  }
  const found = await select(context, {
    name: 'read.alarmPage',
    sql,
    params: { ...params, ...rowsOfPage(page) },
    row,
  })
  return pageOf(page, found, async () => {
    const [counted] = await select(context, {
      name: 'read.alarmCount',
      sql: countSql,
      params,
      row: z.object({ total: z.coerce.number() }),
    })
    return counted?.total ?? 0
  })
}
