import { AppError, type ClientScope, quarantineReasons } from '@packboard/model'
import { z } from 'zod'
import { quarantineId } from '../clickhouse/quarantineId.ts'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

const sql = `
  SELECT ${quarantineId} AS id, machine_id AS machineId, serial_no AS serialNo, reason, detail,
    toUnixTimestamp64Milli(received_at) AS receivedAt, source,
    leftUTF8(raw, {shown:UInt32}) AS raw, lengthUTF8(quarantine.raw) AS characters
  FROM quarantine
  WHERE client_id = {clientId:UInt32} AND ({serialNo:String} = '' OR serial_no = {serialNo:String})
  ORDER BY received_at DESC, serial_no, quarantine.raw
  LIMIT {pageSize:UInt32} OFFSET {offset:UInt64}
`

const countSql = `
  SELECT count() AS total FROM quarantine
  WHERE client_id = {clientId:UInt32} AND ({serialNo:String} = '' OR serial_no = {serialNo:String})
`

const row = z.object({
  /** The same record has the same one. */
  id: z.string(),
  machineId: z.number().nullable(),
  serialNo: z.string(),
  reason: z.enum(quarantineReasons),
  detail: z.string(),
  receivedAt: z.coerce.number().transform((at) => new Date(at)),
  source: z.string(),
  /** At most the first 10,000 characters: a page of records must not be as long as the longest of them. */
  raw: z.string(),
  /** Of the whole record. */
  characters: z.coerce.number(),
})

/** A quarantined record, with its reason (D10). */
export type QuarantinedRecord = z.output<typeof row>

const longestPage = 1_000
const shown = 10_000

/** The quarantined records of a client, newest first; pages begin at 1. */
export async function quarantineList(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    page,
    pageSize,
    serialNo = '',
  }: {
    readonly page: number
    readonly pageSize: number
    /** Only those that name this machine; of all when left out. */
    readonly serialNo?: string | undefined
  },
): Promise<{ records: QuarantinedRecord[]; count: number }> {
  if (!(page >= 1 && pageSize >= 1 && pageSize <= longestPage)) {
    throw new AppError('request.invalid')
  }
  const [records, [counted]] = await Promise.all([
    select(context, {
      name: 'read.quarantineList',
      sql,
      params: { clientId, serialNo, shown, pageSize, offset: BigInt((page - 1) * pageSize) },
      row,
    }),
    select(context, {
      name: 'read.quarantineCount',
      sql: countSql,
      params: { clientId, serialNo },
      row: z.object({ total: z.coerce.number() }),
    }),
  ])
  return { records, count: counted?.total ?? 0 }
}
