import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { sentNewer } from './sentNewer.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const at = (seconds: number) => morning + seconds * 1_000
/** Whether the machine had sent something newer than second 100 before second 500. */
const newer = (machineId: number, clientId = 1) =>
  sentNewer(telemetry, grantClientScope(clientId), {
    ...{ machineId, after: new Date(at(100)), receivedBefore: new Date(at(500)) },
  })
let next = 95_000
/** A machine that sent one sample. */
async function machineWith(second: number, received: number, more: Partial<StoredSample> = {}) {
  const machineId = next++
  const sample = sampleOf({ machineId, at: at(second), receivedAt: at(received), ...more })
  await commitBatch(telemetry, batchOf({ samples: [sample] }))
  return machineId
}

test('a newer sample counts that had come before the record, live', async () => {
  expect(await newer(await machineWith(101, 102))).toBe(true)
  expect(await newer(await machineWith(101, 499))).toBe(true)
  expect(await newer(await machineWith(100, 102))).toBe(false)
  expect(await newer(await machineWith(101, 500))).toBe(false)
  expect(await newer(await machineWith(101, 102, { imported: true }))).toBe(false)
  expect(await newer(next)).toBe(false)
})

test('what a neighbour sent under the same number does not count', async () => {
  const machineId = await machineWith(200, 201, { clientId: 2 })
  expect([await newer(machineId), await newer(machineId, 2)]).toEqual([false, true])
})
