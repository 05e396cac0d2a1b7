import { clientPlan, daySummary, previewPlan, setPlan } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let now = floorNow
beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
})
afterAll(() => floor?.close())
beforeEach(async () => {
  await tables(floor.server.deps.management).deleteFrom('plan').execute()
})

/** The golden shift is on a Wednesday; the client's clock is an hour ahead of UTC. */
const closedFrom = (to: string) => ({
  weeks: [
    {
      line: null,
      validFrom: '2026-04-01',
      entries: [{ weekday: 3, from: '07:00', to, kind: 'production' }],
    },
  ],
  exceptions: [],
})

async function ask(path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  const { accessToken: token } = await floor.server.signIn('clientadmin')
  const answer = await floor.server.ask(path.replace(':clientId', '1'), { method, token, body })
  return answer.json()
}
const preview = async (body: object) => previewPlan.answer.parse(await ask(previewPlan.path, body))
const versionNow = async () => {
  const { accessToken: token } = await floor.server.signIn('clientadmin')
  const answer = await floor.server.ask(clientPlan.path.replace(':clientId', '1'), { token })
  return clientPlan.answer.parse(await answer.json()).version
}

async function oeeeOfTheDay() {
  now += 100
  const { status, body } = await floor.get(
    daySummary.path,
    {
      ...{ start_date: '2026-04-08', end_date: '2026-04-08', timezone: 'Europe/London' },
      ...{ start_time: '00:00', end_time: '23:59' },
    },
    'clientadmin',
  )
  expect(status).toBe(200)
  return daySummary.answer.parse(body).metrics.OEEE ?? 0
}

test('a plan says what it would move before it is saved, and moves exactly that', async () => {
  const before = await oeeeOfTheDay()
  const version = await versionNow()
  const { movedDays, largest, lookedAtDays } = await preview(closedFrom('15:30'))
  expect(lookedAtDays).toBe(31)
  expect(movedDays).toBeGreaterThan(0)
  expect(largest?.day).toBe('2026-04-08')
  // Nothing was stored.
  expect(await versionNow()).toBe(version)
  expect(await oeeeOfTheDay()).toBe(before)
  await ask(setPlan.path, closedFrom('15:30'), 'PUT')
  expect((await oeeeOfTheDay()) - before).toBeCloseTo(largest?.points ?? 0, 9)
})

test('the plan that is stored moves nothing, nor does one that begins tomorrow', async () => {
  await ask(setPlan.path, closedFrom('15:30'), 'PUT')
  expect(await preview(closedFrom('15:30'))).toMatchObject({ movedDays: 0, largest: null })
  const [week] = closedFrom('12:00').weeks
  const later = {
    weeks: [...closedFrom('15:30').weeks, { ...week, validFrom: '2026-04-11' }],
    exceptions: [],
  }
  expect(await preview(later)).toMatchObject({ movedDays: 0, largest: null })
})

test('closed time that stood still is no loss any more', async () => {
  const closed = { weeks: [{ line: null, validFrom: '2026-04-01', entries: [] }], exceptions: [] }
  const { largest } = await preview(closed)
  expect(largest).toMatchObject({ day: '2026-04-08' })
  expect(largest?.points).toBeGreaterThan(0)
})
