import {
  AppError,
  type ClientScope,
  quarantineReasons,
  type WholeInstallation,
} from '@packboard/model'
import { z } from 'zod'
import { longestKept, quarantineId } from '../clickhouse/quarantineId.ts'
import { select } from '../clickhouse/select.ts'
import { erasedRaw } from '../erasure/quarantineText.ts'
import type { Telemetry } from '../store.ts'

const listSql = `
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

const listRow = z.object({
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
export type QuarantinedRecord = z.output<typeof listRow>

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
      sql: listSql,
      params: { clientId, serialNo, shown, pageSize, offset: BigInt((page - 1) * pageSize) },
      row: listRow,
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

/**
 * A record that came as one line of JSON by HTTP, as one object by MQTT, or as a line of an imported file: only these mean the same when they are sent
 * again over HTTP. No record that could be accepted is as long as the limit, and none that was cut is what came.
 */
const linesSql = `
  SELECT raw FROM quarantine
  WHERE client_id = {clientId:UInt32}
    AND ({serialNo:String} = '' OR serial_no = {serialNo:String})
    AND source IN ('http', 'mqttJson', 'file') AND reason != 'cut'
    AND length(raw) <= {longest:UInt32} AND raw != {erased:String}
    AND position(raw, '\\n') = 0 AND isValidJSON(raw) AND JSONType(raw) = 'Object'
  ORDER BY received_at DESC, serial_no, raw
  LIMIT {most:UInt32} OFFSET {offset:UInt64}
`

/**
 * Quarantined records of a client, as they arrived, so that they can be sent again after the cause was fixed
 * (D10): the newest `most`, or those before them; the oldest of them first, as a machine would have sent them.
 */
export async function quarantineLines(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    serialNo = '',
    page,
    most,
  }: {
    /** Only those that name this machine; of all when left out. */
    readonly serialNo?: string | undefined
    readonly page: number
    readonly most: number
  },
): Promise<string[]> {
  if (!(page >= 1 && most >= 1)) throw new AppError('request.invalid')
  const offset = BigInt((page - 1) * most)
  const rows = await select(context, {
    name: 'read.quarantineLines',
    sql: linesSql,
    params: { clientId, serialNo, longest: longestKept, erased: erasedRaw, most, offset },
    row: z.object({ raw: z.string() }),
  })
  return rows.map(({ raw }) => raw).reverse()
}

const keptSql = `
  SELECT ${quarantineId} AS id, source, serial_no AS serialNo, reason, raw,
    toUnixTimestamp64Milli(received_at) AS receivedAt
  FROM quarantine
  WHERE client_id = {clientId:UInt32}
    AND ({serialNo:String} = '' OR serial_no = {serialNo:String})
    AND (empty({ids:Array(String)}) OR has({ids:Array(String)}, id))
    AND has({sources:Array(String)}, source)
    AND (received_at, id) > (fromUnixTimestamp64Milli({afterAt:Int64}, 'UTC'), {afterId:String})
    AND length(raw) <= {longest:UInt32} AND raw != {erased:String}
  ORDER BY received_at, id
  LIMIT 1 BY id
  LIMIT {most:UInt32}
`

const keptRow = z.object({
  id: z.string(),
  source: z.string(),
  serialNo: z.string(),
  reason: z.enum(quarantineReasons),
  raw: z.string(),
  receivedAt: z.coerce.number(),
})
export type KeptRow = z.output<typeof keptRow>

/** The oldest quarantined records of a client that came by these ways, as they arrived; the same record once. */
export async function keptRecords(
  { context }: Telemetry,
  { clientId }: ClientScope,
  {
    serialNo = '',
    ids = [],
    after = { receivedAt: 0, id: '' },
    sources,
    most,
  }: {
    readonly serialNo?: string | undefined
    /** Only these; all when left out. */
    readonly ids?: readonly string[] | undefined
    /** Only those behind this one. */
    readonly after?: { readonly receivedAt: number; readonly id: string } | undefined
    readonly sources: readonly string[]
    readonly most: number
  },
): Promise<KeptRow[]> {
  return select(context, {
    name: 'read.keptRecords',
    sql: keptSql,
    params: {
      clientId,
      serialNo,
      ids,
      sources,
      most,
      afterAt: BigInt(after.receivedAt),
      afterId: after.id,
      longest: longestKept,
      erased: erasedRaw,
    },
    row: keptRow,
  })
}

const countsSql = `
  SELECT machine_id AS machineId, count() AS records,
    countIf(reason = 'malformed' AND (position(detail, 'dictionary holds no state') > 0 OR position(detail, 'state:') = 1))
      AS unknownStates
  FROM quarantine
  WHERE received_at >= {since:DateTime64(3,'UTC')} AND client_id = {clientId:UInt32}
  GROUP BY machine_id
  ORDER BY machine_id
`

const countsRow = z.object({
  machineId: z.number().nullable(),
  records: z.coerce.number(),
  unknownStates: z.coerce.number(),
})

/** What is quarantined of a machine; null: of serial numbers that no machine of the client has. `unknownStates` are among the records. */
export type QuarantineCount = z.output<typeof countsRow>

/** How many records of each machine were quarantined since then, and of how many the state was one that Packboard does not know. */
export async function quarantineCounts(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { since }: { readonly since: Date },
): Promise<QuarantineCount[]> {
  return select(context, {
    name: 'read.quarantineCounts',
    sql: countsSql,
    params: { clientId, since },
    row: countsRow,
  })
}

const fullSql = `
  SELECT client_id AS clientId, machine_id AS machineId, count() AS records, sum(length(raw)) AS bytes
  FROM quarantine
  GROUP BY client_id, machine_id
  HAVING records >= {records:UInt64} OR bytes >= {bytes:UInt64}
  ORDER BY greatest(records / {records:UInt64}, bytes / {bytes:UInt64}) DESC, clientId, machineId
  LIMIT {most:UInt32}
`

const fullRow = z.object({
  clientId: z.number().nullable(),
  /** Null: machines that do not exist, of this client or of none, together. */
  machineId: z.number().nullable(),
  records: z.coerce.number(),
  bytes: z.coerce.number(),
})

/** How much of a machine is quarantined. */
export type FullQuarantine = z.output<typeof fullRow>

/** The machines of the whole installation of which at least so many records or bytes are quarantined, the fullest first. */
export async function fullQuarantines(
  { context }: Telemetry,
  _scope: WholeInstallation,
  {
    records,
    bytes,
    most,
  }: { readonly records: number; readonly bytes: number; readonly most: number },
): Promise<FullQuarantine[]> {
  return select(context, {
    name: 'read.fullQuarantines',
    sql: fullSql,
    params: { records: BigInt(records), bytes: BigInt(bytes), most },
    row: fullRow,
  })
}
