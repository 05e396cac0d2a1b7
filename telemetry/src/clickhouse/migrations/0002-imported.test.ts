import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../../testing/records.ts'
import type { Telemetry } from '../../store.ts'
import { commitBatch } from '../../write.ts'
import { imported } from './0002-imported.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

test('a sample that was stored before the step, or that a machine sent, is not imported', async () => {
  expect(imported.name).toBe('imported samples')
  const { connection } = telemetry.context
  await connection.writer().command({
    query: `INSERT INTO sample (client_id, machine_id, at, source_at, received_at, sequence)
      SELECT 1, 1, now64(3), now64(3), now64(3), 7`,
  })
  const samples = [
    sampleOf({ sequence: 8 }),
    sampleOf({ at: morning + 1_000, sequence: 9, imported: true }),
  ]
  await commitBatch(telemetry, batchOf({ samples }))
  const answer = await connection.reader().query({
    query: 'SELECT sequence, imported FROM sample ORDER BY sequence',
    format: 'JSONEachRow',
  })
  expect(await answer.json()).toEqual([
    { sequence: 7, imported: false },
    { sequence: 8, imported: false },
    { sequence: 9, imported: true },
  ])
})
