import { type ClientScope, quarantineReasons } from '@packboard/model'
import { z } from 'zod'
import { longestKept, quarantineId } from '../clickhouse/quarantineId.ts'
import { select } from '../clickhouse/select.ts'
import { erasedRaw } from '../erasure/quarantineText.ts'
import type { Telemetry } from '../store.ts'

const sql = `
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

const row = z.object({
  id: z.string(),
  source: z.string(),
  serialNo: z.string(),
  reason: z.enum(quarantineReasons),
  raw: z.string(),
  receivedAt: z.coerce.number(),
})
export type KeptRow = z.output<typeof row>

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
    sql,
    params: {
      ...{ clientId, serialNo, ids, sources, most },
      ...{ afterAt: BigInt(after.receivedAt), afterId: after.id },
      ...{ longest: longestKept, erased: erasedRaw },
    },
    row,
  })
}
