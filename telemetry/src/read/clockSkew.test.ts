import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { clockSkew } from './clockSkew.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const since = new Date(morning)

/** A sample of that second which was received so many ms after the machine said that it was. */
const reported = (second: number, skewMs: number, more: Partial<StoredSample> = {}) => {
  const sourceAt = morning + second * 1_000
  return sampleOf({ machineId: 81, sourceAt, receivedAt: sourceAt + skewMs, ...more })
}

test('the clock of a machine is the median of what its samples say, and nobody else’s', async () => {
  const timeless = [3, 4, 5, 6, 7].map((second) => reported(second, 0))
  const ahead = [10, 11, 12].map((second) => {
    const receivedAt = morning + second * 1_000
    const sourceAt = receivedAt + 20_000
    return sampleOf({ machineId: 82, at: receivedAt, sourceAt, receivedAt, flagged: true })
  })
  await commitBatch(
    telemetry,
    batchOf({
      samples: [
        // Before the requested time: the clock has been set since.
        ...[-9, -8, -7, -6, -5].map((second) => reported(second, 900_000)),
        reported(0, 250),
        reported(1, 300),
        // One that waited in the machine for ten minutes does not move the median.
        reported(2, 600_000),
        ...timeless,
        reported(8, 70_000, { death: true }),
        ...ahead,
        reported(9, 0, { machineId: 83 }),
        ...[0, 1, 2].map((second) => reported(second, 5_555, { clientId: 2, machineId: 84 })),
      ],
    }),
  )
  expect(await clockSkew(telemetry, scope, { machineIds: [84, 83, 82, 81], since })).toEqual([
    { machineId: 84, skewMs: null, leastMs: null },
    { machineId: 83, skewMs: null, leastMs: null },
    { machineId: 82, skewMs: -20_000, leastMs: -20_000 },
    { machineId: 81, skewMs: 300, leastMs: 250 },
  ])
  const [neighbour] = await clockSkew(telemetry, grantClientScope(2), { machineIds: [84], since })
  expect(neighbour).toEqual({ machineId: 84, skewMs: 5_555, leastMs: 5_555 })
  const later = { machineIds: [81], since: new Date(morning + 60_000) }
  expect(await clockSkew(telemetry, scope, later)).toEqual([
    { machineId: 81, skewMs: null, leastMs: null },
  ])
  expect(await clockSkew(telemetry, scope, { machineIds: [], since })).toEqual([])
})

test('a history that was sent in one go does not make the clock late', async () => {
  const sentAt = morning + 10_000_000
  const history = Array.from({ length: 300 }, (_, index) => {
    const sourceAt = morning + index * 1_000
    return sampleOf({ machineId: 85, sourceAt, receivedAt: sentAt })
  })
  const live = Array.from({ length: 101 }, (_, index) => {
    const receivedAt = sentAt + index * 1_000
    return sampleOf({ machineId: 85, sourceAt: receivedAt - 70 - (index % 3), receivedAt })
  })
  await commitBatch(telemetry, batchOf({ samples: [...live, ...history] }))
  expect(await clockSkew(telemetry, scope, { machineIds: [85], since })).toEqual([
    { machineId: 85, skewMs: 71, leastMs: 70 },
  ])
})

test('a back-fill says nothing about the clock, except where there is nothing else', async () => {
  const live = [100, 101, 102].map((second) => reported(second, 400, { machineId: 95 }))
  const keptFor = (second: number, machineId: number) =>
    sampleOf({
      machineId,
      sourceAt: morning + second * 1_000,
      receivedAt: morning + 110_000 + second,
    })
  const kept = Array.from({ length: 30 }, (_, i) => keptFor(i, 95))
  // More than are looked at, after the live ones.
  const long = Array.from({ length: 150 }, (_, i) => keptFor(i * 0.1, 96))
  const newest = reported(100, 300, { machineId: 96 })
  await commitBatch(telemetry, batchOf({ samples: [...live, ...kept, newest, ...long] }))
  const found = await clockSkew(telemetry, scope, { machineIds: [95, 96], since })
  expect(found[0]).toEqual({ machineId: 95, skewMs: 400, leastMs: 400 })
  expect(found[1]?.skewMs).toBeGreaterThan(60_000)
})

test('a history in order does not make the clock late as soon as one live sample came after it', async () => {
  const sentAt = morning + 6_000_000
  const history = Array.from({ length: 90 }, (_, minute) =>
    sampleOf({ machineId: 97, sourceAt: morning + minute * 60_000, receivedAt: sentAt + minute }),
  )
  const live = sampleOf({ machineId: 97, sourceAt: sentAt + 30_000, receivedAt: sentAt + 30_045 })
  await commitBatch(telemetry, batchOf({ samples: [...history, live] }))
  expect(await clockSkew(telemetry, scope, { machineIds: [97], since })).toEqual([
    { machineId: 97, skewMs: 45, leastMs: 45 },
  ])
})

test('a machine that gathers its records for half a minute has the clock of the least delayed ones', async () => {
  const samples = Array.from({ length: 120 }, (_, second) => {
    const sourceAt = morning + second * 1_000
    const sentAt = morning + (Math.floor(second / 30) + 1) * 30_000
    return sampleOf({ machineId: 98, sourceAt, receivedAt: sentAt - 1_500 })
  })
  await commitBatch(telemetry, batchOf({ samples }))
  expect(await clockSkew(telemetry, scope, { machineIds: [98], since })).toEqual([
    { machineId: 98, skewMs: 12_500, leastMs: -500 },
  ])
})
