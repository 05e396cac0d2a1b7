import { z } from 'zod'
import { bulkLimits, select } from '../src/clickhouse/select.ts'
import type { Telemetry } from '../src/store.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from './records.ts'

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

/** Records of every kind with the number of the batch; each machine has another number of each kind. */
export function numberedBatch(batch: number) {
  const at = morning + batch * batchRows * 1_000
  const places = [1, 2, 3].flatMap((machineId) =>
    Array.from({ length: machineId }, (_, row) => ({ machineId, time: at + row * 1_000 })),
  )
  return batchOf({
    samples: Array.from({ length: batchRows }, (_, row) => numberedSample(batch, row)),
    alarms: places.map(({ machineId, time }) => alarmOf({ machineId, raisedAt: time })),
    // A neighbour's machine.
    audits: [2, 5].map((machineId) => auditOf({ clientId: machineId - 1, machineId, at })),
    quarantined: [1, 1, null].map((machineId) => ({
      clientId: machineId,
      machineId,
      serialNo: machineId === null ? 'XX-1' : 'FW-1',
      reason: machineId === null ? ('unknownMachine' as const) : ('tooOld' as const),
      detail: 'for a test',
      receivedAt: at,
      source: 'http',
      raw: `{"batch":${batch}}`,
    })),
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
