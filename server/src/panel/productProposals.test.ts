import { productProposals } from '@packboard/contract'
import { settingsFromBeginning } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
const minute = 60_000
const day = 24 * 60 * minute

beforeAll(async () => {
  floor = await openFactoryFloor()
  /** An hour of a product at a speed, as fast as the counter says. */
  const hour = (serialNo: string, product: string, ppm: number, at: number) =>
    Array.from({ length: 61 }, (_, index) =>
      factory.at(at + index * minute).sample(serialNo, {
        ...{ state: index === 60 ? 8 : 10, product, speed: ppm, packs: 5_000 + ppm * index },
      }),
    )
  await floor.send('FW-201', [
    // Older than 30 days.
    ...hour('FW-201', 'Old', 30, floorNow - 40 * day),
    ...hour('FW-201', 'Bag', 30, floorNow - 20 * day),
    ...hour('FW-201', 'Bar', 80, floorNow - 2 * day),
    ...hour('FW-201', 'Bin', 50, floorNow - day),
  ])
  await floor.send('FW-511', hour('FW-511', 'Secret', 70, floorNow - day))
  await settingsFromBeginning(floor.server.deps.management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Bar', value: 64 },
    { clientId: 1, kind: 'targetSpeed', product: 'Bin', value: 100 },
    { clientId: 1, kind: 'targetSpeed', product: 'Bag', value: 15 },
  ])
})
afterAll(() => floor?.close())

test('each product of 30 days has its proposal; above 100 % in the last week its target is too low', async () => {
  const path = productProposals.path.replace(':clientId', '1')
  const { status, body } = await floor.get(path, {}, 'engineer')
  expect(status).toBe(200)
  const found = productProposals.answer.parse(body)
  expect(found.filter(({ machineId }) => machineId === 'FW-201')).toEqual([
    {
      ...{ product: 'Bar', machineId: 'FW-201', present: 64, proposed: 80, tooLow: true },
      performanceWeek: expect.closeTo(1.25, 9),
    },
    {
      ...{ product: 'Bag', machineId: 'FW-201', present: 15, proposed: 30, tooLow: false },
      performanceWeek: null,
    },
    {
      ...{ product: 'Bin', machineId: 'FW-201', present: 100, proposed: 50, tooLow: false },
      performanceWeek: expect.closeTo(0.5, 9),
    },
  ])
  expect(JSON.stringify(found)).not.toContain('Secret')
})
