import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { lateRecords } from './lateRecords.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)

test('late records are those that count and came after the time that was given to them', async () => {
  const at = (seconds: number) => morning + seconds * 1_000
  const sample = (seconds: number, receivedAt: number, more: object = {}) =>
    sampleOf({ machineId: 90_001, at: at(seconds), receivedAt: at(receivedAt), ...more })
  await commitBatch(
    telemetry,
    batchOf({
      samples: [
        sample(0, 1),
        sample(60, 1_000),
        sample(70, 420),
        sample(80, 421),
        sample(120, 2_000),
        sample(90, 3_000, { clientId: 2, machineId: 90_002 }),
      ],
    }),
  )
  await commitBatch(telemetry, batchOf({ samples: [sample(0, 900, { state: 5 })] }))
  const period = { from: new Date(at(0)), to: new Date(at(120)) }
  const onTimeUntil = new Date(at(420))
  const question = { machineIds: [90_001, 90_002], period, filter: {}, onTimeUntil }
  expect(await lateRecords(telemetry, scope, question)).toEqual({
    count: 3,
    firstReceivedAt: new Date(at(421)),
  })
  const requested = { ...question, onTimeUntil: new Date(at(5_000)) }
  expect(await lateRecords(telemetry, scope, requested)).toEqual({
    count: 0,
    firstReceivedAt: null,
  })
})
