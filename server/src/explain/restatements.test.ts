// @slow

import { daySummary, explain, settingsPreview } from '@packboard/contract'
import { machineDirectory } from '@packboard/management'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let now = floorNow
const minute = 60_000
const begin = Date.parse('2026-04-07T08:00:00Z')
/** Two hours, the change of the past begins at nine in UTC. */
const window = {
  ...{ start_date: '2026-04-07', end_date: '2026-04-07', timezone: 'UTC' },
  ...{ start_time: '08:00', end_time: '10:00', machineId: 'FW-201', machine: 'FW-201' },
}

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  for (const serialNo of ['FW-201', 'FW-511']) {
    await floor.send(
      serialNo,
      Array.from({ length: 121 }, (_, index) =>
        factory.at(begin + index * minute).sample(serialNo, {
          ...{ state: index % 20 < 5 ? 18 : 10, product: 'Bar', packs: 1_000 + 20 * index },
        }),
      ),
    )
  }
  const { management } = floor.server.deps
  await settingsFromBeginning(management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Bar', value: 40 },
  ])
  await (await machineDirectory(management)).refresh()
})
afterAll(() => floor?.close())

const call = async (method: string, path: string, body?: object) => {
  now += 100
  const { accessToken: token } = await floor.server.signIn('admin')
  const answer = await floor.server.ask(path, { method, token, ...(body && { body }) })
  const text = await answer.text()
  expect([path, answer.status, text]).toEqual([path, 200, expect.any(String)])
  return JSON.parse(text) as Record<string, unknown>
}

async function apply(path: string, body: object) {
  const { previewId, applyFrom, days } = settingsPreview.parse(
    await call('POST', `${path}/preview`, body),
  )
  expect(days).toBe(1)
  await call('PUT', path, { ...body, previewId, applyFrom })
  await expect.poll(async () => (await call('GET', path)).applying).toEqual([])
}

async function explained(figure: string, more: object = {}) {
  now += 100
  const { body } = await floor.get(explain.path, { ...window, figure, ...more })
  return explain.answer.parse(body)
}

async function metrics(more: object = {}) {
  now += 100
  const { body } = await floor.get(daySummary.path, { ...window, days: 'no', ...more })
  return daySummary.answer.parse(body).metrics
}

const wallOf = async () => {
  const { zone } = await call('GET', '/api/admin/products/1')
  // Nine in UTC on the clock of the client, which is London or Rome in summer.
  const hour = new Date(begin + 60 * minute).toLocaleTimeString('en-GB', {
    ...{ timeZone: String(zone), hour: '2-digit', minute: '2-digit' },
  })
  return `2026-04-07 ${hour}`
}

test('a target of the past has its line: the figure without it, by whom and why', async () => {
  const before = await metrics()
  expect(before.settingChanges).toBeUndefined()
  const validFrom = await wallOf()
  const target = { product: 'Bar', ppm: 80, validFrom, reason: 'The sheet was wrong' }
  await apply('/api/admin/products/1', { targets: [target] })
  const after = await metrics()
  expect(after.OEEE).not.toBe(before.OEEE)
  const change = {
    ...{ kind: 'targetSpeed', product: 'Bar', code: null, value: 80, by: 'admin' },
    ...{ from: new Date(begin + 60 * minute), reason: 'The sheet was wrong' },
  }
  expect(after.settingChanges).toMatchObject({ OEEE: before.OEEE, changes: [change] })
  const { settingChanges, value } = await explained('oeee')
  expect(settingChanges).toMatchObject({ before: before.OEEE, after: value, changes: [change] })
  // It moved no time, and nothing before it began.
  expect((await explained('run')).settingChanges).toBeUndefined()
  const hour = { start_time: '08:00', end_time: '08:59' }
  expect((await explained('oeee', hour)).settingChanges).toBeUndefined()
  expect((await metrics(hour)).settingChanges).toBeUndefined()
})

test('a category of the past is folded from the records as it was before', async () => {
  const [run, alarm, oeee] = [
    await explained('run'),
    await explained('alarm'),
    await explained('oeee'),
  ]
  const { id } = await tables(floor.server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', 'FW-201')
    .executeTakeFirstOrThrow()
  const validFrom = await wallOf()
  const category = { kind: 'category', code: 18, value: 'ancillary', validFrom, reason: 'Cleaning' }
  await apply(`/api/admin/machine/${id}/settings`, { settings: [category] })
  const moved = await explained('alarm')
  expect(moved.value).not.toBe(alarm.value)
  const changes = expect.arrayContaining([
    expect.objectContaining({ kind: 'category', code: 18, value: 'ancillary', reason: 'Cleaning' }),
  ])
  expect(moved.settingChanges).toEqual({ before: alarm.value, after: moved.value, changes })
  expect((await explained('run')).value).toBe(run.value)
  expect((await explained('run')).settingChanges).toBeUndefined()
  // Without all that was applied to its past: also without the target of above.
  const { settingChanges } = await explained('oeee')
  expect(settingChanges?.before).toBe(oeee.settingChanges?.before)
  const cards = { OEEE: settingChanges?.before, machineOeee: expect.any(Number), changes }
  expect((await metrics()).settingChanges).toEqual(cards)
  expect((await metrics({ start_date: '2026-01-01' })).settingChanges).toEqual({ changes })
  const year = { start_date: '2026-01-01' }
  const long = await explained('alarm', year)
  expect(long.settingChanges).toEqual({ after: long.value, changes })
})

test('a client whose past was not changed has no such line', async () => {
  now += 100
  const of = { clientId: '2', machineId: 'FW-511', machine: 'FW-511', figure: 'oeee' }
  const { body } = await floor.get(explain.path, { ...window, ...of }, 'admin')
  expect(explain.answer.parse(body).settingChanges).toBeUndefined()
})
