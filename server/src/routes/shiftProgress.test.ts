import { compare, setPlan, shiftProgress } from '@packboard/contract'
import { settingsFromBeginning } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'
import { addNeighbours } from '../../testing/neighbours.ts'

/** The plan of the running shift against what was made: Friday 10 April 2026, 12:00 UTC, 13:00 in London. */
let floor: FactoryFloor
const ahead = 0
const minute = 60_000
/** 06:00 in London, when the shift begins. */
const begins = floorNow - 7 * 60 * minute

/** A pack rate by minutes after the start: `[until, packs a minute]`; the machine counts once a minute. */
async function makes(serialNo: string, rates: readonly (readonly [until: number, rate: number])[]) {
  let [packs, from] = [1_000, 0]
  const records: object[] = []
  for (const [until, rate] of rates) {
    for (let at = from; at < until; at += 1, packs += rate) {
      records.push(
        factory
          .at(begins + at * minute)
          .sample(serialNo, { state: rate > 0 ? 10 : 8, product: 'Progress Bar', packs }),
      )
    }
    from = until
  }
  await floor.send(serialNo, records)
}

beforeAll(async () => {
  floor = await openFactoryFloor(() => floorNow + ahead)
  await addNeighbours(floor.server.deps.management)
  for (const clientId of [1, 2]) {
    await settingsFromBeginning(floor.server.deps.management, [
      { clientId, kind: 'targetSpeed', product: 'Progress Bar', value: 20 * clientId },
    ])
  }
  // 10 a minute for five hours, half an hour of nothing, then 16 a minute.
  await makes('FW-201', [
    [300, 10],
    [330, 0],
    [420, 16],
  ])
  await makes('FW-202', [[420, 20]])
  // The neighbour's machine makes more.
  await makes('FW-511', [[420, 40]])
  const token = (await floor.server.signIn('admin')).accessToken
  const shifts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
  ])
  for (const [clientId, own] of [
    [1, shifts],
    [2, shifts],
    [3, []],
  ] as const) {
    const path = `/api/admin/shifts/${clientId}`
    const set = await floor.server.ask(path, { method: 'PUT', token, body: { shifts: own } })
    expect(set.status).toBe(200)
  }
})
afterAll(() => floor?.close())

async function plan(entries: readonly object[]) {
  const token = (await floor.server.signIn('admin')).accessToken
  const body = { weeks: [{ line: null, validFrom: '2026-01-01', entries }], exceptions: [] }
  const path = setPlan.path.replace(':clientId', '1')
  expect((await floor.server.ask(path, { method: 'PUT', token, body })).status).toBe(200)
}

async function progress(clientId = 1, person = 'admin') {
  const { accessToken: token } = await floor.server.signIn(person)
  const path = shiftProgress.path.replace(':clientId', String(clientId))
  const answer = await floor.server.ask(path, { token })
  expect(answer.status).toBe(200)
  return shiftProgress.answer.parse(await answer.json())
}
/** Of the 420 readings the first one only begins to count. */
const made = 300 * 10 + 89 * 16
const machine = async (machineId: string) =>
  (await progress()).machines.find((row) => row.machineId === machineId)

test('without a plan all of the shift is planned: due at target speed, forecast at the rate of the last hour', async () => {
  const { shift, at } = await progress()
  expect([shift?.name, shift?.from.getTime(), at.getTime()]).toEqual(['Early', begins, floorNow])
  // 420 of 480 minutes at 20 a minute; 16 a minute in the last hour, 60 minutes are left.
  expect(await machine('FW-201')).toMatchObject({
    ...{ made, due: 8_400, ofShift: 9_600, forecast: made + 60 * 16 },
    ...{ plannedSeconds: 420 * 60, leftSeconds: 3_600, ratePacks: 960, rateSeconds: 3_600 },
    target: { product: 'Progress Bar', ppm: 20, source: 'recipe' },
  })
})

test('a break makes nothing due, and the last planned hour goes back over it', async () => {
  await plan([
    { weekday: 5, from: '06:00', to: '14:00', kind: 'production' },
    // The half hour in which it made nothing, and ten minutes that are to come.
    { weekday: 5, from: '11:00', to: '11:30', kind: 'break' },
    { weekday: 5, from: '12:20', to: '12:50', kind: 'break' },
    { weekday: 5, from: '13:30', to: '13:40', kind: 'break' },
  ])
  // Planned since 11:30, and not from 12:20 to 12:50: what it made in that break is no part of the rate.
  expect(await machine('FW-201')).toMatchObject({
    ...{ made, due: 360 * 20, ofShift: 410 * 20, rateSeconds: 3_600, ratePacks: 59 * 16 },
    ...{ plannedSeconds: 360 * 60, leftSeconds: 50 * 60, forecast: made + (50 * 59 * 16) / 60 },
  })
})

test('a closed rest of the shift leaves the forecast at what was made', async () => {
  await plan([
    { weekday: 5, from: '06:00', to: '13:00', kind: 'production' },
    { weekday: 5, from: '13:00', to: '14:00', kind: 'closed' },
  ])
  expect(await machine('FW-201')).toMatchObject({ ...{ forecast: made, leftSeconds: 0 } })
  await plan([])
})

test('sums lack what one machine lacks; made is Packs Produced of the same time', async () => {
  const { machines, groups } = await progress()
  const all = groups.find(({ by }) => by === 'client')
  expect(all?.made).toBeCloseTo(
    machines.reduce((sum, { made }) => sum + made, 0),
    6,
  )
  const isWhole = machines.every(({ due }) => due !== null)
  expect(all?.due === null).toBe(!isWhole)
  const lines = groups.filter(({ by }) => by === 'line')
  expect(lines.reduce((sum, { made }) => sum + made, 0)).toBeCloseTo(all?.made ?? 0, 6)
  const { body } = await floor.get(compare.path, {
    ...{ by: 'machine', timezone: 'UTC', start_date: '2026-04-10', end_date: '2026-04-10' },
    ...{ start_time: '05:00', end_time: '12:00' },
  })
  const { total } = compare.answer.parse(body)
  expect(total.figures.metrics['Packs Produced']).toBeCloseTo(all?.made ?? 0, 6)
})

test('a neighbour has its own shift, and a client without shifts has none', async () => {
  const theirs = await progress(2)
  // In Oslo it is 14:00.
  expect(theirs.shift).toMatchObject({ name: 'Late', from: new Date(floorNow) })
  expect(theirs.machines.find(({ machineId }) => machineId === 'FW-511')).toMatchObject({
    ...{ made: 0, due: 0, ofShift: 16 * 60 * 40, forecast: null },
  })
  expect(theirs.machines.some(({ machineId }) => machineId === 'FW-201')).toBe(false)
  expect(await progress(3)).toMatchObject({ shift: null, machines: [], groups: [] })
})
