import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { estimatedSpeeds, estimatedTarget } from './estimatedTarget.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const at = (minutes: number) => morning + minutes * minuteMs
const requestedAt = (machineIds: number[], minutes: number) =>
  estimatedTarget(telemetry, scope, { machineIds, before: new Date(at(minutes)) })

/** One sample a minute; its speed lasts for the minute. */
const speeds = (machineId: number, ppm: readonly number[], more: object = {}) =>
  ppm.map((speedPpm, i) => sampleOf({ machineId, at: at(i), speedPpm, ...more }))

test('the 95th percentile is the nearest rank of the running minutes, from rows and from raw alike', async () => {
  const twenty = Array.from({ length: 20 }, (_, i) => 40 + ((i * 7) % 20))
  const stopped = [sampleOf({ machineId: 1, at: at(20), state: 5, speedPpm: 900 })]
  const samples = [...speeds(1, twenty), ...stopped]
  const neighbour = speeds(2, [500, 500, 500], { clientId: 2 })
  await commitBatch(telemetry, batchOf({ samples: [...samples, ...neighbour] }))
  // 20 minutes of 40 to 59 ppm: rank 19 is 58. Of 41 … 59 without the last minute: rank 19 of 19.
  const expected = new Map([[1, 58]])
  expect(await requestedAt([1, 2, 3], 25)).toEqual(expected)
  await telemetry.settled()
  expect(await requestedAt([1, 2, 3], 25)).toEqual(expected)
  expect(await requestedAt([1], 19.5)).toEqual(new Map([[1, 59]]))
})

test('a minute counts only when it was run all the time with a known speed, and is not older than 30 days', async () => {
  await commitBatch(
    telemetry,
    batchOf({
      samples: [
        ...speeds(11, [100, 100]),
        sampleOf({ machineId: 11, at: at(2), speedPpm: 60 }),
        sampleOf({ machineId: 11, at: at(2) + 30_000, state: 5, speedPpm: 900 }),
        sampleOf({ machineId: 12, at: at(0) }),
      ],
    }),
  )
  await telemetry.settled()
  expect(await requestedAt([11, 12], 10)).toEqual(new Map([[11, 100]]))
  const month = 30 * 24 * 60
  expect(await requestedAt([11], month + 1)).toEqual(new Map([[11, 100]]))
  expect(await requestedAt([11], month + 2)).toEqual(new Map())
})

test('minutes that the ledger has not reached are ranked among those that it has', async () => {
  const many = Array.from({ length: 600 }, (_, i) => 50 + ((i * 37) % 600) / 10)
  const all = speeds(21, many)
  await commitBatch(telemetry, batchOf({ samples: all.slice(0, 520) }))
  await telemetry.settled()
  await commitBatch(telemetry, batchOf({ samples: all.slice(520) }))
  const ascending = [...many].sort((a, b) => a - b)
  const expected = ascending[Math.ceil(0.95 * 600) - 1] ?? Number.NaN
  const [, found] = [...(await requestedAt([21], 600))][0] ?? []
  expect(found).toBeCloseTo(expected, 9)
  await telemetry.settled()
  expect(await requestedAt([21], 600)).toEqual(new Map([[21, found]]))
})

test('of each product the minutes count in which nothing else was packed, from rows and from raw alike', async () => {
  const half = { at: at(4) + 30_000, speedPpm: 90, product: 'B' }
  const samples = [
    ...speeds(31, [50, 60, 70, 80], { product: 'A' }),
    ...[sampleOf({ machineId: 31, at: at(4), speedPpm: 500, product: 'A' })],
    sampleOf({ machineId: 31, ...half }),
    sampleOf({ machineId: 31, at: at(5), speedPpm: 90, product: 'B' }),
    sampleOf({ machineId: 31, at: at(6), state: 5, speedPpm: 90, product: 'B' }),
  ]
  const neighbour = speeds(31, [900], { clientId: 2, product: 'A' })
  await commitBatch(telemetry, batchOf({ samples: [...samples, ...neighbour] }))
  const expected = [
    { machineId: 31, product: 'A', ppm: 80 },
    { machineId: 31, product: 'B', ppm: 90 },
  ]
  const question = { machineIds: [31], before: new Date(at(10)) }
  const inOrder = async () =>
    (await estimatedSpeeds(telemetry, scope, question)).sort((a, b) => a.ppm - b.ppm)
  expect(await inOrder()).toEqual(expected)
  await telemetry.settled()
  expect(await inOrder()).toEqual(expected)
})
