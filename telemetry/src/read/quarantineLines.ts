import { AppError, type ClientScope } from '@packboard/model'
import { z } from 'zod'
import { longestKept } from '../clickhouse/quarantineId.ts'
import { select } from '../clickhouse/select.ts'
import { erasedRaw } from '../erasure/quarantineText.ts'
import type { Telemetry } from '../store.ts'

/**
 * A record that came as one line of JSON by HTTP, as one object by MQTT, or as a line of an imported file: only these mean the same when they are sent
 * again over HTTP. No record that could be accepted is as long as the limit, and none that was cut is what came.
 */
const sql = `
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
    sql,
    params: { clientId, serialNo, longest: longestKept, erased: erasedRaw, most, offset },
    row: z.object({ raw: z.string() }),
  })
  return rows.map(({ raw }) => raw).reverse()
}
