import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows, type RecordsQuestion } from './answerRows.ts'

/** An alarm that a machine raised, each once (D61), with when it was first received. Ms since 1970. */
export type RaisedAlarm = {
  readonly machineId: number
  readonly at: number
  readonly receivedAt: number
  readonly group: string
  readonly description: string
}

const sql = `
  SELECT machine_id AS machineId, toFloat64(toUnixTimestamp64Milli(raised_at)) AS at,
    toFloat64(min(toUnixTimestamp64Milli(received_at))) AS receivedAt,
    toString(alarm_group) AS group, toString(description) AS description
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
    AND (isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})
    AND batch <= {revision:UInt64}
  GROUP BY machine_id, raised_at, alarm_group, description, sequence
  ORDER BY machineId, at, group, description
  LIMIT {most:UInt32}
` as const

const columns = {
  machineId: 'UInt32',
  at: 'Float64',
  receivedAt: 'Float64',
  group: 'String',
  description: 'String',
} as const

/** The alarms that machines raised in a window, machine by machine and oldest first; a group or a text leaves out the others. */
export async function raisedAlarms(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    machineIds,
    period,
    group,
    description,
  }: RecordsQuestion & {
    readonly group?: string | undefined
    readonly description?: string | undefined
  },
): Promise<RaisedAlarm[]> {
  const found: RaisedAlarm[] = []
  if (machineIds.length === 0 || period.from >= period.to) return found
  const most = answerRows.stopParts
  const params = {
    ...{ clientId, machineIds: [...machineIds], from: period.from, to: period.to },
    ...{ group: group ?? null, description: description ?? null },
    revision: context.counters.revision,
    most: most + 1,
  }
  await selectRows(context, { name: 'read.raisedAlarms', sql, params, columns }, (rows) => {
    for (const row of rows) found.push(row)
    checkRows(found.length, most)
  })
  return found
}
