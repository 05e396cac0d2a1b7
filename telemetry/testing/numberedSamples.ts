import { z } from 'zod'
import { bulkLimits, select } from '../src/clickhouse/select.ts'
import type { Telemetry } from '../src/store.ts'
import { morning, sampleOf } from './records.ts'

/** Batches whose rows can be distinguished: the pack counter is the number of the batch. */
export const batchRows = 200

export function numberedSample(batch: number, row: number) {
  const at = morning + batch * batchRows * 1_000 + row * 1_000
  return sampleOf({
    machineId: 1 + (row % 4),
    at,
    packCounter: batch,
    product: `Product ${row % 3}`,
  })
}

/** What is wrong in a store after a crash: acknowledged batches that are not whole, and rows that are there twice. */
export async function damage(telemetry: Telemetry, acknowledged: readonly number[]) {
  const rows = await select(telemetry.context, {
    name: 'test.damage',
    sql: `SELECT toUInt32(pack_counter) AS batch, toUInt32(count()) AS stored,
        toUInt32(uniqExact(machine_id, source_at, sequence)) AS different
      FROM sample GROUP BY batch`,
    params: {},
    limits: bulkLimits,
    row: z.object({ batch: z.number(), stored: z.number(), different: z.number() }),
  })
  const found = new Map(rows.map((row) => [row.batch, row]))
  return {
    missing: acknowledged.filter((batch) => found.get(batch)?.different !== batchRows),
    twice: rows.filter(({ stored, different }) => stored !== different).map(({ batch }) => batch),
  }
}
