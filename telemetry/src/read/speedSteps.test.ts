import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { speedSteps } from './speedSteps.ts'

let telemetry: Telemetry
const at = (seconds: number) => morning + seconds * 1_000
beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const reported = (machineId: number, seconds: number, speedPpm: number, more: object = {}) =>
    sampleOf({ machineId, at: at(seconds), speedPpm, product: 'A', ...more })
  const samples = [
    reported(1, 0, 60),
    reported(1, 60, 90),
    // Three seconds of standing in the third minute, then silence.
    reported(1, 125, 0, { state: 5 }),
    reported(1, 128, 80, { product: 'B' }),
    reported(2, 0, 20),
    reported(3, 0, 500, { clientId: 2 }),
  ]
  await commitBatch(telemetry, batchOf({ samples }))
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const ask = (steps: readonly number[], more: object = {}, from = 0) =>
  speedSteps(telemetry, scope, {
    machineIds: [1, 2, 3],
    period: { from: new Date(at(from)), to: new Date(at(600)) },
    filter: {},
    steps: steps.map(at),
    ends: at(600),
    ...more,
  })

test('each step has the mean over time of all machines, and the slowest and fastest that was held', async () => {
  const expected = [
    { x: new Date(at(0)), mean: (60 * 60 + 90 * 60 + 20 * 90) / 210, min: 20, max: 90 },
    { x: new Date(at(120)), mean: (90 * 5 + 80 * 52) / 60, min: 0, max: 90 },
    { x: new Date(at(180)), mean: 80, min: 80, max: 80 },
  ]
  const steps = [0, 120, 180, 300]
  expect(await ask(steps)).toEqual(expected)
  await telemetry.settled()
  expect(await ask(steps)).toEqual(expected)
})

test('a step is named by its beginning even where the window cuts it; only what is asked about counts', async () => {
  expect(await ask([0, 120], {}, 100)).toMatchObject([
    { x: new Date(at(0)), mean: 90 },
    { x: new Date(at(120)), min: 0, max: 90 },
  ])
  expect(await ask([0, 120], { filter: { product: 'B' } })).toEqual([
    { x: new Date(at(120)), mean: 80, min: 80, max: 80 },
  ])
  expect(await ask([60], { ends: at(120), filter: { state: 10 }, machineIds: [1] })).toEqual([
    { x: new Date(at(60)), mean: 90, min: 90, max: 90 },
  ])
  expect(await ask([])).toEqual([])
  await expect(ask([0.5])).rejects.toThrow(RangeError)
})
