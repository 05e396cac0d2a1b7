import {
  compare,
  explain,
  machineSettings,
  machineTypeSettings,
  products,
  stopCauses,
} from '@packboard/contract'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let now = floorNow
const day = Date.parse('2026-04-10T08:00:00Z')
const window = {
  ...{ start_date: '2026-04-10', end_date: '2026-04-10', timezone: 'UTC' },
  ...{ start_time: '08:00', end_time: '10:00' },
}
const minute = 60_000

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  // Two machines that make one product, 30 packs a minute, for two hours; each stands for ten minutes.
  for (const serialNo of ['FW-201', 'FW-202']) {
    await floor.send(
      serialNo,
      Array.from({ length: 121 }, (_, index) =>
        factory.at(day + index * minute).sample(serialNo, {
          ...{ state: index >= 80 && index < 90 ? 18 : 10, product: 'Bar' },
          packs: 1_000 + 30 * Math.min(index, Math.max(80, index - 10)),
        }),
      ),
    )
  }
})
afterAll(() => floor?.close())

const call = async (method: string, path: string, body?: object, person = 'admin') => {
  now += 100
  const { accessToken: token } = await floor.server.signIn(person)
  const answer = await floor.server.ask(path, { method, token, ...(body && { body }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const put = (path: string, body: object, person?: string) => call('PUT', path, body, person)
const productsPath = products.path.replace(':clientId', '1')
const target = (more: object) =>
  put(productsPath, { targets: [{ product: 'Bar', ppm: 60, ...more }] })
const oeee = async () => {
  now += 100
  const { body } = await floor.get(compare.path, { ...window, by: 'machine' })
  const { rows } = compare.answer.parse(body)
  const of = (key: string) => rows.find((row) => row.key === key)?.figures
  return ['FW-201', 'FW-202'].map((key) => [of(key)?.metrics.OEEE, of(key)?.lostPacks])
}

test('two machines with one product have two speeds, each from its minute on, in all figures', async () => {
  const { management } = floor.server.deps
  await settingsFromBeginning(management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Bar', value: 60 },
  ])
  // 110 minutes of run in 120: 3,270 packs of 7,200.
  expect(await oeee()).toEqual(
    [
      [45.42, 600],
      [45.42, 600],
    ].map(([one, lost]) => [expect.closeTo(one ?? 0, 1), lost]),
  )
  await settingsFromBeginning(management, [
    {
      clientId: 1,
      serialNo: 'FW-202',
      kind: 'targetSpeed',
      product: 'Bar',
      value: 120,
      validFrom: new Date(day + 60 * minute),
    },
  ])
  // Packs of the minute of 09:00 are counted at 120: 1,770 at 60, 1,500 at 120; the stop lies after the change.
  const share = (100 * (1_770 + 1_500 / 2)) / 7_200
  expect(await oeee()).toEqual([
    [expect.closeTo(45.42, 1), 600],
    [expect.closeTo(share, 1), 1_200],
  ])
  const { body: causes } = await floor.get(stopCauses.path, {
    ...window,
    machineId: 'FW-202',
    machine: 'FW-202',
  })
  expect(JSON.stringify(causes)).toContain('"lostPacks":1200')
  now += 100
  const { body } = await floor.get(explain.path, {
    ...window,
    machineId: 'FW-202',
    machine: 'FW-202',
    figure: 'oeee',
  })
  const { terms } = explain.answer.parse(body)
  expect(terms.filter(({ term }) => term === 'target')).toMatchObject([
    { value: 60, basis: 'recipe', target: { of: 'clientProduct', since: null } },
    {
      value: 120,
      basis: 'recipe',
      target: { of: 'machineProduct', since: new Date(day + 60 * minute) },
    },
  ])
})

test('a change from now on or from tomorrow moves nothing of the past', async () => {
  const before = await oeee()
  expect((await target({ ppm: 300 })).status).toBe(200)
  expect(
    (
      await target({
        ppm: 400,
        machineId: 'FW-201',
        validFrom: '2026-04-11 00:00',
        reason: 'Trial',
      })
    ).status,
  ).toBe(200)
  const { id, typeId } = await machine('FW-201')
  const own = [
    { kind: 'holdLimit', value: 30 },
    { kind: 'category', code: 10, value: 'idle' },
  ]
  expect(
    (await put(machineSettings.path.replace(':id', String(id)), { settings: own })).status,
  ).toBe(200)
  const ofType = [{ kind: 'designSpeed', value: 20, validFrom: '2026-04-12 00:00' }]
  expect(
    (await put(machineTypeSettings.path.replace(':id', String(typeId)), { settings: ofType }))
      .status,
  ).toBe(200)
  const line = { lineName: 'Moved' }
  expect((await put(`/api/admin/updateLine/${id}`, line)).status).toBe(200)
  expect(await oeee()).toEqual(before)
  now += 100
  const { body } = await floor.get(compare.path, { ...window, by: 'line' })
  expect(compare.answer.parse(body).rows.map(({ key }) => key)).not.toContain('Moved')
  const settings = await call(
    'GET',
    machineSettings.path.replace(':id', String(id)),
    undefined,
    'engineer',
  )
  expect(settings.body.settings).toMatchObject([
    { kind: 'holdLimit', value: 30, enteredBy: 'admin' },
    { kind: 'category', code: 10, value: 'idle' },
    { kind: 'line', validFrom: null },
    { kind: 'line', value: 'Moved' },
  ])
})

test('what cannot be is refused with a sentence', async () => {
  for (const ppm of [0, -1, 1_000_001]) expect((await target({ ppm })).status).toBe(400)
  for (const validFrom of ['2026-04-10', '2026-02-30 10:00', '2026-04-10 24:00', null]) {
    expect((await target({ validFrom })).status).toBe(400)
  }
  expect(await target({ validFrom: '2026-04-09 12:00', reason: 'Wrong' })).toMatchObject({
    status: 400,
    body: {
      code: 'settings.previewNeeded',
      message:
        'This begins in the past. Please look at its preview first, and apply it from there.',
    },
  })
  const { id } = await machine('FW-201')
  const path = machineSettings.path.replace(':id', String(id))
  const wrong = [
    { kind: 'holdLimit', value: 0.5 },
    { kind: 'stopThreshold', value: 5 },
    { kind: 'category', value: 'run' },
    { kind: 'category', code: 10, value: 'other' },
    { kind: 'line', value: 1 },
  ]
  for (const one of wrong) expect((await put(path, { settings: [one] })).status).toBe(400)
  const known = await call('GET', productsPath)
  const stale = { version: Number(known.body.version) - 1, targets: [{ product: 'Bar', ppm: 7 }] }
  expect(await put(productsPath, stale)).toMatchObject({
    status: 409,
    body: { code: 'edit.conflict' },
  })
  expect((await put(productsPath, { targets: [] })).status).toBe(400)
})

async function machine(serialNo: string) {
  return tables(floor.server.deps.management)
    .selectFrom('machine')
    .select(['id', 'machine_type_id as typeId'])
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
}
