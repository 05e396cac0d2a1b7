import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { lookupValues } from './lookupValues.ts'

let telemetry: Telemetry
const at = (seconds: number) => morning + seconds * 1_000
beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const samples = [
    sampleOf({ machineId: 1, at: at(0), product: 'Oat bar', tool: 'T2' }),
    sampleOf({ machineId: 1, at: at(65), product: 'Nut bar', tool: 'T1', state: 5 }),
    sampleOf({ machineId: 2, at: at(30), product: 'Éclair', tool: 'T2' }),
    sampleOf({ machineId: 2, at: at(200), product: '', tool: '' }),
    sampleOf({ machineId: 3, clientId: 2, at: at(0), product: 'Secret', tool: 'T9' }),
  ]
  await commitBatch(telemetry, batchOf({ samples }))
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const question = (from: number, to: number, filter: object = {}) => ({
  machineIds: [1, 2, 3],
  period: { from: new Date(at(from)), to: new Date(at(to)) },
  filter,
})
const products = (...requested: Parameters<typeof question>) =>
  lookupValues(telemetry, scope, { ...question(...requested), field: 'product' })

test('values are those with time in the window, once each and in order, of my client alone', async () => {
  const expectAll = async () => {
    expect(await products(0, 600)).toEqual(['Nut bar', 'Oat bar', 'Éclair'])
    expect(await products(0, 65)).toEqual(['Oat bar', 'Éclair'])
    expect(await products(64.999, 65.001, { tool: 'T2' })).toEqual(['Oat bar', 'Éclair'])
    const requested = question(0, 600)
    expect(await lookupValues(telemetry, scope, { ...requested, field: 'tool' })).toEqual([
      'T1',
      'T2',
    ])
    expect(await lookupValues(telemetry, scope, { ...requested, field: 'machine' })).toEqual([1, 2])
  }
  await expectAll()
  await telemetry.settled()
  await expectAll()
})

test('the filters of the other fields narrow it, its own does not', async () => {
  expect(await products(0, 600, { product: 'Oat bar' })).toEqual(['Nut bar', 'Oat bar', 'Éclair'])
  expect(await products(0, 600, { tool: 'T1', product: 'Oat bar' })).toEqual(['Nut bar'])
  const idle = { ...question(0, 600, { state: 5 }), field: 'machine' } as const
  expect(await lookupValues(telemetry, scope, idle)).toEqual([1])
})
