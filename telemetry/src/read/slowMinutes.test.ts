import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { slowMinutes } from './slowMinutes.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const minuteMs = 60_000
const at = (minutes: number) => morning + minutes * minuteMs

/** Minutes of a machine, one after the other, each with samples of 10 s. */
async function story(
  machineId: number,
  minutes: readonly Partial<StoredSample>[],
  place: { clientId?: number; from?: number } = {},
) {
  const { from = 0, clientId = 1 } = place
  const samples = minutes.flatMap((reported, minute) =>
    Array.from({ length: 6 }, (_, n) =>
      sampleOf({
        ...{ machineId, clientId, at: at(from + minute) + n * 10_000 },
        ...{ product: 'Bars', ...reported },
      }),
    ),
  )
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
}
const speeds = (...ppm: number[]) => ppm.map((speedPpm) => ({ speedPpm }))

async function slow(machineId: number, more: { minutes?: number; to?: number; clientId?: number }) {
  const { minutes = 1, to = 60, clientId = 1 } = more
  const found = await slowMinutes(telemetry, grantClientScope(clientId), {
    machineIds: [machineId],
    period: { from: new Date(at(0)), to: new Date(at(to)) },
    targets: [
      { machineId, product: 'Bars', ppm: 100 },
      { machineId: machineId + 1, product: 'Cubes', ppm: 1_000 },
    ],
    // The answer of one share does not depend on the others.
    shares: [0.3, 0.8, 2],
    leastMs: minutes * minuteMs,
  })
  return (found.get(0.8)?.get(machineId) ?? []).map(({ from, to }) => [
    ...[(from - morning) / minuteMs, (to - morning) / minuteMs],
  ])
}

test('minutes in a row under the share of the target are one time, and shorter ones are left out', async () => {
  await story(96_001, speeds(100, 79, 80, 79.9, 60, 50, 100, 70, 100, 10, 100, 60, 60, 100))
  const all = [
    [1, 2],
    [3, 6],
    [7, 8],
    [9, 10],
    [11, 13],
  ]
  expect(await slow(96_001, {})).toEqual(all)
  expect(await slow(96_001, { minutes: 2 })).toEqual([all[1], all[4]])
  expect(await slow(96_001, { minutes: 3 })).toEqual([all[1]])
  expect(await slow(96_001, { minutes: 4 })).toEqual([])
  expect(await slow(96_001, { minutes: 2, to: 5 })).toEqual([[3, 5]])
})

test('only run with a known speed and target counts', async () => {
  const slowly = { speedPpm: 50 }
  await story(96_011, [
    // Without a speed yet.
    ...[{}, slowly, { ...slowly, state: 5 }, slowly, { ...slowly, product: 'Cubes' }],
    ...[slowly, { ...slowly, product: '' }, { speedPpm: 100 }],
  ])
  expect(await slow(96_011, {})).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
})

test('stretches of hours are joined where they meet, and a neighbour has its own minutes', async () => {
  // From the last minutes of an hour into the next one.
  await story(96_021, speeds(100, 50, 50, 50, 50, 50, 100), { from: 57 })
  expect(await slow(96_021, { minutes: 5, to: 120 })).toEqual([[58, 63]])
  await story(96_031, speeds(50, 50, 100), { clientId: 2 })
  expect(await slow(96_031, {})).toEqual([])
  expect(await slow(96_031, { clientId: 2 })).toEqual([[0, 2]])
})
