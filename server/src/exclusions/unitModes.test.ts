// @slow

import { clientPlan, compare, daySummary, explain, setPlan, stopList } from '@packboard/contract'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let now = floorNow
beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  for (const serialNo of ['FW-102', 'FW-512']) await floor.send(serialNo, maintenance(serialNo))
})
afterAll(() => floor?.close())

/** 06:00 UTC: 20 minutes of run, 20 of idle in maintenance, from 06:30:10 on under another name, 20 of idle in production; FW-512 is the neighbour's. */
function maintenance(serialNo: string) {
  const begin = Date.parse('2026-04-07T06:00:00Z')
  const at = (seconds: number, record: object) =>
    factory.at(begin + seconds * 1_000).sample(serialNo, { product: 'Milk Bar 45 g', ...record })
  return Array.from({ length: 120 }, (_, index) =>
    at(index * 30, { state: index < 40 ? 10 : 8, packs: Math.min(index, 40) }),
  ).concat([
    at(1_200.5, { unitMode: ' Maintenance' }),
    at(1_810, { unitMode: 'Cleaning' }),
    at(2_400.5, { unitMode: 'PRODUCING' }),
  ])
}

const hour = {
  ...{ machineId: 'FW-102', machine: 'FW-102' },
  ...{ start_date: '2026-04-07', end_date: '2026-04-07', start_time: '06:00', end_time: '07:00' },
}

async function ask(path: string, query: Record<string, string>) {
  now += 100
  const { status, body } = await floor.get(path, query, 'clientadmin')
  expect([path, status]).toEqual([path, 200])
  return body
}
const metrics = async () => daySummary.answer.parse(await ask(daySummary.path, hour)).metrics

async function put(path: string, body: object, person = 'clientadmin') {
  const { accessToken: token } = await floor.server.signIn(person)
  const answer = await floor.server.ask(path, { method: 'PUT', token, body })
  return answer.status
}
const planPath = setPlan.path.replace(':clientId', '1')
const rules = (unitModes: object[]) => put(planPath, { weeks: [], exceptions: [], unitModes })

test('not-run time in another mode leaves planned time, to the ms, without any plan', async () => {
  const { plan, coverage } = await metrics()
  expect(plan).toMatchObject({ plannedSeconds: 2_400, modeSeconds: 1_200, closedSeconds: 0 })
  expect(coverage).toBe(100)
  const panel = explain.answer.parse(await ask(explain.path, { ...hour, figure: 'oeee' }))
  expect(panel.excluded).toEqual([{ what: 'mode', seconds: 1_200 }])
})

test('a rule of the client holds from its day on, switches modes off and names more that are production', async () => {
  expect(await rules([{ validFrom: '2026-04-08', counts: false, production: [] }])).toBe(200)
  expect((await metrics()).plan).toMatchObject({ modeSeconds: 1_200 })
  const later = { validFrom: '2026-04-07', counts: true, production: ['cleaning '] }
  expect(await rules([{ validFrom: null, counts: false, production: [] }, later])).toBe(200)
  expect((await metrics()).plan).toMatchObject({ modeSeconds: 609.5 })
  const known = await ask(clientPlan.path.replace(':clientId', '1'), {})
  expect(clientPlan.answer.parse(known).unitModes).toEqual([
    { validFrom: null, counts: false, production: [], setBy: 'clientadmin' },
    { ...later, production: ['cleaning'], setBy: 'clientadmin' },
  ])
  expect(await rules([{ ...later, counts: false }])).toBe(200)
  expect((await metrics()).plan).toBeUndefined()
  expect(await rules([later, later])).toBe(400)
  // What a call leaves out stays.
  expect(await put(planPath, { weeks: [], exceptions: [] })).toBe(200)
  expect((await metrics()).plan).toBeUndefined()
  const ofNeighbour = await tables(floor.server.deps.management)
    .selectFrom('unit_mode_rule')
    .select('client_id')
    .where('client_id', '<>', 1)
    .execute()
  expect(ofNeighbour).toEqual([])
  expect(await rules([])).toBe(200)
  expect((await metrics()).plan).toMatchObject({ modeSeconds: 1_200 })
})

test('a stop has the threshold of its machine type on the day on which it began, in every place', async () => {
  const begin = Date.parse('2026-04-07T08:00:00Z')
  const states = [10, 8, 8, 8, 10, 10, 8, 8, 8, 8, 10, 10]
  for (const serialNo of ['FW-102', 'FW-512']) {
    await floor.send(
      serialNo,
      states.map((state, index) => {
        return factory.at(begin + index * 30_000).sample(serialNo, { state, packs: 60 + index })
      }),
    )
  }
  const window = { ...hour, start_time: '08:00', end_time: '09:00' }
  const found = async () => {
    const list = stopList.answer.parse(await ask(stopList.path, window))
    const row = await ask(compare.path, { ...window, by: 'machine', stopLengths: 'yes' })
    const { figures } = compare.answer.parse(row).total
    return [list.stops.map(({ micro }) => micro), list.reasons.microStops, figures.microStops]
  }
  const [{ id = 0 } = {}] = await tables(floor.server.deps.management)
    .selectFrom('machine as m')
    .select('m.machine_type_id as id')
    .where('m.serial_no', '=', 'FW-102')
    .execute()
  const entry = { clientId: null, machineTypeId: id, kind: 'stopThreshold' } as const
  const set = (validWall: string, value: number | null) =>
    settingsFromBeginning(floor.server.deps.management, [{ ...entry, validWall, value }])
  // Stops of 90 s and of 120 s, and the one that goes on after the last record.
  const before = await found()
  expect(before.slice(1)).toEqual([1, 1])
  await set('2026-04-08 00:00', 60)
  expect(await found()).toEqual(before)
  await set('2026-04-07 00:00', 121)
  expect((await found()).slice(1)).toEqual([2, 2])
  await set('2026-04-07 00:00', 90)
  expect((await found()).slice(1)).toEqual([0, 0])
  await set('2026-04-07 00:00', null)
  expect(await found()).toEqual(before)
})
