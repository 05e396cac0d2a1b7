import { type ClientScope, machineStates } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** `unknownStates`: samples whose state is none that Packboard knows; they are stored, and their time is of unknown state (D13). */
const sql = `
  SELECT machine_id AS machineId, toUnixTimestamp64Milli(max(received_at)) AS receivedAt,
    countIf(isNotNull(state) AND NOT has({codes:Array(Int32)}, assumeNotNull(state))) AS unknownStates
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {since:DateTime64(3,'UTC')} AND NOT death AND NOT alive
  GROUP BY machine_id
`

const row = z.object({
  machineId: z.number(),
  receivedAt: z.coerce.number().transform((at): Date | null => new Date(at)),
  unknownStates: z.coerce.number(),
})

const codes = machineStates.map(({ code }) => code)

/** When the newest record of a machine came that it sent itself, null when none is known; and its samples of an unknown state. */
export type SampleArrivals = z.output<typeof row>

/** The arrivals of machines, by their samples since then and by what the process remembers of all kinds of records. */
export async function sampleArrivals(
  { context, commits }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, since }: { readonly machineIds: readonly number[]; readonly since: Date },
): Promise<SampleArrivals[]> {
  const params = { clientId, machineIds, codes, since }
  const rows = await select(context, { name: 'read.sampleArrivals', sql, params, row })
  const found = new Map(rows.map((arrivals) => [arrivals.machineId, arrivals]))
  return machineIds.map((machineId) => {
    const known = found.get(machineId) ?? { machineId, receivedAt: null, unknownStates: 0 }
    const { goodAt } = commits.recent.of(clientId, machineId)
    return goodAt !== null && goodAt > (known.receivedAt?.getTime() ?? 0)
      ? { ...known, receivedAt: new Date(goodAt) }
      : known
  })
}
