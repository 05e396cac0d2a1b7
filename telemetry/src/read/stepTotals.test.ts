import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { contextTotals } from './contextTotals.ts'
import { stepTotals } from './stepTotals.ts'

let telemetry: Telemetry
const at = (seconds: number) => morning + seconds * 1_000
const pack = 1_000_000_000n
beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const reported = (machineId: number, seconds: number, more: Partial<StoredSample>) =>
    sampleOf({ machineId, at: at(seconds), product: 'A', speedPpm: 60, ...more })
  const samples = [
    reported(1, 0, { packCounter: 100, rejectCounter: 5 }),
    reported(1, 60, { packCounter: 160, rejectCounter: 6 }),
    reported(1, 70, { packCounter: 170, rejectCounter: 6, state: 5, speedPpm: 0 }),
    // After ten minutes of silence: what was counted is of the step in which it was read.
    reported(1, 700, { packCounter: 300, rejectCounter: 9 }),
    reported(2, 30, { packCounter: 7, product: 'B' }),
    reported(3, 0, { packCounter: 900, rejectCounter: 90, clientId: 2 }),
    reported(3, 60, { packCounter: 999, rejectCounter: 99, clientId: 2 }),
  ]
  await commitBatch(telemetry, batchOf({ samples }))
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const question = {
  machineIds: [1, 2, 3],
  period: { from: new Date(at(0)), to: new Date(at(900)) },
  filter: {},
}
const ask = (steps: readonly number[], more: object = {}) =>
  stepTotals(telemetry, scope, { ...question, steps: steps.map(at), ends: at(900), ...more })

const everyFiveMinutes = [0, 300, 600]

test('packs read after a gap are of the step of the later sample; a step without anything is absent', async () => {
  const look = async () =>
    (await ask(everyFiveMinutes)).map(({ x, packs, rejects }) => [
      (x.getTime() - morning) / 1_000,
      packs / pack,
      rejects && rejects / pack,
    ])
  const expected = [
    [0, 70n, 1n],
    [600, 130n, 3n],
  ]
  expect(await look()).toEqual(expected)
  await telemetry.settled()
  expect(await look()).toEqual(expected)
})

test('a machine that never reported a reject counter has none, and a filter keeps its own', async () => {
  expect(await ask(everyFiveMinutes, { machineIds: [2] })).toMatchObject([{ rejects: null }])
  expect(await ask(everyFiveMinutes, { filter: { product: 'B' } })).toMatchObject([
    { packs: 0n, rejects: null },
  ])
})

test('the steps add up to the window, however it is cut', async () => {
  const whole = await contextTotals(telemetry, scope, { ...question, by: ['category'] })
  const sums = (rows: readonly { readonly ms: number; readonly packs: bigint }[]) => ({
    ms: rows.reduce((sum, { ms }) => sum + ms, 0),
    packs: rows.reduce((sum, { packs }) => sum + packs, 0n),
  })
  for (const steps of [[0], everyFiveMinutes, [0, 60, 120, 660, 720]]) {
    const found = await ask(steps)
    const rows = found.map(({ ms, packs }) => ({
      ms: [...ms.values()].reduce((sum, part) => sum + part, 0),
      packs,
    }))
    expect(sums(rows)).toEqual(sums(whole))
  }
})
