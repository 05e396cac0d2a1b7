import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { activeParts, faultOf } from './readParts.ts'

let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

test('a part that was merged away between being listed and being read has no fault', async () => {
  for (const second of [0, 1, 2]) {
    const at = morning + second * 1_000
    const samples = [sampleOf({ at }), sampleOf({ at, clientId: 2, machineId: 2 })]
    await commitBatch(telemetry, batchOf({ samples }))
  }
  const samplesOf = async () =>
    (await activeParts(telemetry.context)).filter(({ table }) => table === 'sample')
  const listed = await samplesOf()
  await telemetry.context.connection.writer().command({
    query: 'OPTIMIZE TABLE sample FINAL',
    clickhouse_settings: { wait_end_of_query: 1 },
  })
  const merged = await samplesOf()
  const gone = listed.filter(({ name }) => merged.every((part) => part.name !== name))
  expect(gone.length).toBeGreaterThan(0)
  // The engine forgets a part some seconds or minutes after the merge: from then on it answers as of one that it never had.
  const forgotten = { table: 'sample', name: '202611_900_900_0' }
  for (const part of [...gone, ...merged, forgotten]) {
    expect(await faultOf(telemetry.context, part)).toBeUndefined()
  }
  // Another failure of the engine is no answer.
  await expect(faultOf(telemetry.context, { table: 'nothing', name: 'all_1_1_0' })).rejects.toThrow(
    'nothing',
  )
}, 30_000)
