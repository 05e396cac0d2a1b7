import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { lateMinutes } from './lateMinutes.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const at = (seconds: number) => morning + seconds * 1_000
/** A sample of a second that came so many seconds later. */
const sample = (second: number, after: number, more: Partial<StoredSample> = {}) =>
  sampleOf({ machineId: 94_001, at: at(second), receivedAt: at(second + after), ...more })
const commit = (...samples: StoredSample[]) => commitBatch(telemetry, batchOf({ samples }))

async function minutes(machineIds: number[], clientId = 1, to = 600) {
  const period = { from: new Date(at(0)), to: new Date(at(to)) }
  const question = { machineIds, period, lateMs: 60_000 }
  const found = await lateMinutes(telemetry, grantClientScope(clientId), question)
  return found
    .toSorted((a, b) => a.machineId - b.machineId || a.minute - b.minute)
    .map(({ minute, receivedAt, imported }) => [
      ...[(minute - morning) / 60_000, (receivedAt - morning) / 1_000, imported],
    ])
}

test('a minute is late by its last sample that came late, or that came by file', async () => {
  await commit(sample(0, 60), sample(59.999, 60), sample(60, 60.001), sample(61, 100))
  await commit(sample(90, 80), sample(125, 2), sample(180, 1, { imported: true }))
  await commit(sample(-1, 500), sample(600, 500), sample(0, 500, { machineId: 94_002 }))
  await commit(sample(300, 900, { clientId: 2, machineId: 94_003 }))
  expect(await minutes([94_001, 94_003])).toEqual([
    [1, 170, false],
    [3, 181, true],
  ])
  expect(await minutes([94_003], 2)).toEqual([[5, 1_200, false]])
  expect(await minutes([94_001], 1, 0)).toEqual([])
  expect(await minutes([])).toEqual([])
})

test('a sample that was corrected later is known from then; one that was only sent again was known before', async () => {
  await commit(sample(0, 1, { machineId: 94_004 }), sample(60, 1, { machineId: 94_004 }))
  await commit(sample(0, 400, { machineId: 94_004, state: 5 }))
  await commit(sample(60, 400, { machineId: 94_004 }))
  expect(await minutes([94_004])).toEqual([[0, 400, false]])
})
