import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { readNewestBatch } from './newestBatch.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const command = (query: string) => telemetry.context.connection.writer().command({ query })
const newest = () => readNewestBatch(telemetry.context)

test('the newest batch is that of the newest record, also where the counts and the ledger do not know of it', async () => {
  expect(await newest()).toBe(0n)
  for (const second of [1, 2, 3]) {
    await commitBatch(
      telemetry,
      batchOf({ samples: [sampleOf({ clientId: second, at: morning + second * 1_000 })] }),
    )
  }
  const { revision } = telemetry.context.counters
  expect(await newest()).toBe(revision)
  // As after a kill: neither was written.
  await command('TRUNCATE TABLE ingest_count')
  await command('TRUNCATE TABLE ledger_position')
  expect(await newest()).toBe(revision)
})

test('a number that only the counts know of is never given again', async () => {
  await telemetry.commits.flushCounts()
  const { revision } = telemetry.context.counters
  await command(`INSERT INTO ingest_count (client_id, machine_id, hour, accepted, duplicate, late, quarantined, conflicting, alive, upto)
    VALUES (1, 1, now(), 1, 0, 0, 0, 0, 0, ${revision + 7n})`)
  expect(await newest()).toBe(revision + 7n)
})
