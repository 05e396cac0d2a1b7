import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { storedStates } from '../../testing/storedStates.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write/commitBatch.ts'
import { select } from './select.ts'

let store: TestStore
let first: Telemetry
let isHeld = true

beforeAll(async () => {
  store = await createTestStore()
  first = await store.open({
    now: () => morning,
    owner: { mayWrite: () => isHeld, generation: 1n },
  })
})
afterAll(async () => {
  // It has nothing left that it could write.
  await first?.close().catch(() => undefined)
  await store?.remove()
})

test('a process that may no longer hold the store writes nothing, and what it still writes is ended', async () => {
  await commitBatch(first, batchOf({ samples: [sampleOf()] }))
  // As long as one may write, its writer is the writer of the store.
  const running = first.context.connection.writer().command({
    query: "INSERT INTO FUNCTION null('one UInt8') SELECT sleepEachRow(1) FROM numbers(120)",
    clickhouse_settings: { max_block_size: '1', function_sleep_max_microseconds_per_block: '0' },
  })
  running.catch(() => undefined)
  await expect
    .poll(async () => {
      const rows = await select(first.context, {
        name: 'test.running',
        sql: `SELECT count() AS running FROM system.processes
          WHERE current_database = currentDatabase() AND query_kind = 'Insert'`,
        params: {},
        row: z.object({ running: z.coerce.number() }),
      })
      return rows[0]?.running
    })
    .toBe(1)

  isHeld = false
  const second = await store.open({
    now: () => morning,
    owner: { mayWrite: () => true, generation: 2n },
  })
  try {
    await expect(running).rejects.toThrow()
    const late = batchOf({ samples: [sampleOf({ at: morning + 1_000, state: 4 })] })
    await expect(commitBatch(first, late)).rejects.toMatchObject({ code: 'ingest.busy' })
    await commitBatch(second, late)
    await commitBatch(second, batchOf({ samples: [sampleOf({ clientId: 2, machineId: 7 })] }))
    expect(await storedStates(second)).toEqual([
      { machineId: 1, state: 10 },
      { machineId: 1, state: 4 },
      { machineId: 7, state: 10 },
    ])
  } finally {
    await second.close()
  }
})
