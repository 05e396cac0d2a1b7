import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows, type RecordsQuestion } from './answerRows.ts'

/** A minute of a machine with samples that came late or from a file. Ms since 1970. */
export type LateMinute = {
  readonly machineId: number
  readonly minute: number
  /** When the last of them was received. */
  readonly receivedAt: number
  /** A person imported one of them. */
  readonly imported: boolean
}

const sql = `
  SELECT machine_id AS machineId, toFloat64(begins) AS minute,
    toFloat64(max(received)) AS receivedAt, toUInt8(max(of_file)) AS fromFile
  FROM (
    SELECT machine_id, intDiv(toUnixTimestamp64Milli(at), 60000) * 60000 AS begins,
      argMax(toUnixTimestamp64Milli(received_at), batch) AS received, argMax(imported, batch) AS of_file,
      toUnixTimestamp64Milli(at) AS counted
    FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
      AND (imported OR toUnixTimestamp64Milli(received_at) - toUnixTimestamp64Milli(at) > {lateMs:Int64})
    GROUP BY machine_id, at, source_at, sequence
  )
  WHERE of_file OR received - counted > {lateMs:Int64}
  GROUP BY machine_id, begins
  LIMIT {most:UInt32}
` as const

const columns = {
  machineId: 'UInt32',
  minute: 'Float64',
  receivedAt: 'Float64',
  fromFile: 'UInt8',
} as const

/** The minutes of machines with samples that came more than `lateMs` after they were taken, or from a file; in any order. */
export async function lateMinutes(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, lateMs }: RecordsQuestion & { readonly lateMs: number },
): Promise<LateMinute[]> {
  const found: LateMinute[] = []
  if (machineIds.length === 0 || period.from >= period.to) return found
  const most = answerRows.spans
  const params = {
    ...{ clientId, machineIds: [...machineIds], from: period.from, to: period.to },
    lateMs: BigInt(lateMs),
    most: most + 1,
  }
  await selectRows(context, { name: 'read.lateMinutes', sql, params, columns }, (rows) => {
    for (const { fromFile, ...row } of rows) found.push({ ...row, imported: fromFile === 1 })
    checkRows(found.length, most)
  })
  return found
}
