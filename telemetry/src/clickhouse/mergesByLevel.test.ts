import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

/** Rows of each part, and how often they were written again. */
async function parts(): Promise<[rows: number, rewritten: number][]> {
  const answer = await telemetry.context.connection.writer().query({
    query: `SELECT toUInt32(rows) AS rows, toUInt32(level) AS level FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'sample' ORDER BY min_block_number`,
    format: 'JSONEachRow',
  })
  const found = await answer.json<{ rows: number; level: number }>()
  return found.map(({ rows, level }) => [rows, level])
}

const many = 20_000
const single = 60

test('records that come one by one are merged with each other, and hardly ever with the many that are there', async () => {
  const samples = Array.from({ length: many }, (_, number) =>
    sampleOf({ at: morning + Math.floor(number / 2) * 1_000, machineId: 1 + (number % 2) }),
  )
  await commitBatch(telemetry, batchOf({ samples: samples.slice(0, many / 2) }))
  await commitBatch(telemetry, batchOf({ samples: samples.slice(many / 2) }))
  for (let second = 0; second < single; second++) {
    const at = morning + 86_400_000 + second * 1_000
    await commitBatch(
      telemetry,
      batchOf({ samples: [sampleOf({ at, clientId: 2, machineId: 3 })] }),
    )
  }
  // Of 62 parts six times ten are one.
  await expect
    .poll(parts, { timeout: 20_000 })
    .toEqual([[many + 8, 1], ...Array(5).fill([10, 1]), [1, 0], [1, 0]])
}, 90_000)
