import { setTimeout as sleep } from 'node:timers/promises'
import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

let store: TestStore
let writer: Telemetry
beforeAll(async () => {
  store = await createTestStore()
  writer = await store.open()
}, 60_000)
afterAll(async () => {
  await writer?.close()
  await store?.remove()
})

const place = { clientId: 1, machineId: 1 }
/** A sample each half minute, of machine 1 and of a neighbour. */
const samplesOf = (from: number, to: number) =>
  Array.from({ length: (to - from) * 2 }, (_, i) => morning + from * 60_000 + i * 30_000).flatMap(
    (at) => [
      sampleOf({ ...place, at, packCounter: (at - morning) / 1_000 }),
      sampleOf({ clientId: 2, machineId: 2, at }),
    ],
  )
const packs = async (telemetry: Telemetry) => {
  const period = { from: new Date(morning), to: new Date(morning + 3_600_000) }
  const [totals] = await machineTotals(telemetry, grantClientScope(1), { machineIds: [1], period })
  return totals?.packs
}

test('a process beside the one that writes sees the minutes that are written after its start', async () => {
  await commitBatch(writer, batchOf({ samples: samplesOf(0, 10) }))
  await writer.settled()
  const other = await store.open({ writesAlone: false })
  try {
    await other.settled()
    // As long as its background work takes to read what it may cache.
    await sleep(500)
    const before = await packs(other)
    await commitBatch(writer, batchOf({ samples: samplesOf(10, 20) }))
    await writer.settled()
    expect(before).toBe(packsUntil(10))
    expect(await packs(other)).toBe(await packs(writer))
    expect(await packs(writer)).toBeGreaterThan(before ?? Number.NaN)
  } finally {
    await other.close()
  }
})

/** The counter's last reading before a minute. */
const packsUntil = (minute: number) => minute * 60 - 30
