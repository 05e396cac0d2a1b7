import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/** What became of the records of one machine since its first one. */
export type IngestCount = {
  readonly machineId: number
  /** Stored; late and conflicting ones are among them. */
  readonly accepted: number
  readonly duplicate: number
  readonly late: number
  readonly quarantined: number
  readonly conflicting: number
  /** Empty samples that Packboard wrote while the session of the machine lived; in no other count (D58). */
  readonly alive: number
}

const sql = `
  SELECT machine_id AS machineId, sum(accepted) AS accepted, sum(duplicate) AS duplicate, sum(late) AS late,
    sum(quarantined) AS quarantined, sum(conflicting) AS conflicting, sum(alive) AS alive
  FROM ingest_count
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
  GROUP BY machine_id
  ORDER BY machine_id
`

/** Nothing is dropped silently (D10): the counts of machines, at most some seconds old. */
export async function ingestCounts(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds }: { readonly machineIds: readonly number[] },
): Promise<IngestCount[]> {
  return select(context, {
    name: 'read.ingestCounts',
    sql,
    params: { clientId, machineIds },
    row: z.object({
      machineId: z.number(),
      accepted: z.coerce.number(),
      duplicate: z.coerce.number(),
      late: z.coerce.number(),
      quarantined: z.coerce.number(),
      conflicting: z.coerce.number(),
      alive: z.coerce.number(),
    }),
  })
}
