// @slow

import { type StopRow, type StopSort, stopCauses, stopList, stopSorts } from '@packboard/contract'
import { machineState } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FactoryFloor, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

beforeAll(async () => {
  floor = await openFactoryFloor()
})
afterAll(() => floor?.close())

type Query = Record<string, string>
const golden: Query = { machineId: 'VF-401' }

async function stopsOf(query: Query = {}) {
  const { status, body } = await floor.get(stopList.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return stopList.answer.parse(body)
}

/** Every page of a list. */
async function allStops(query: Query = {}) {
  const rows: StopRow[] = []
  for (let page = 1; ; page++) {
    const { stops, count } = await stopsOf({ ...query, page: String(page), pageSize: '50' })
    rows.push(...stops)
    if (rows.length >= count) {
      expect(rows).toHaveLength(count)
      return rows
    }
  }
}

const causesOf = async (query: Query) =>
  stopCauses.answer.parse((await floor.get(stopCauses.path, query)).body).causes

test('the stop of the golden shift (D18, D24)', async () => {
  const { stops, count } = await stopsOf(golden)
  expect(count).toBe(1)
  expect(stops).toMatchObject([
    {
      machine: 'VF-401',
      seconds: 11_400,
      cause: 'Film snapped',
      group: 'Film',
      lostPacks: 11_400,
      beganBefore: false,
      counted: true,
    },
  ])
  const [stop] = stops
  const states = stop?.states.reduce((sum, { seconds }) => sum + seconds, 0)
  expect(states).toBe(11_400)
  // 30 minutes of the shift are offline, inside of this stop or at its end.
  const length = ((stop?.end.getTime() ?? 0) - (stop?.start.getTime() ?? 0)) / 1000
  expect(stop?.coverage).toBeCloseTo((100 * 11_400) / length, 9)
})

test('the stops together are Stop Causes, cause by cause, under any filter and at any edge', async () => {
  const windows: Query[] = [
    {},
    { machineId: 'FW-101' },
    { machineId: 'FW-101', end_time: '10:17' },
    { machineId: 'FW-101', start_time: '09:41', end_time: '10:17' },
    { product: 'Mint Drops 200 g' },
    { recipe: 'Film' },
    { recipe: 'Execute' },
    { machineId: 'FW-101', recipe: '5' },
    { tool: 'Tube 140' },
  ]
  let seen = 0
  for (const query of windows) {
    const [stops, causes] = await Promise.all([allStops(query), causesOf(query)])
    seen += stops.length
    const sums = causes.map(({ group, cause }) => {
      const own = stops.filter((stop) => stop.group === group && stop.cause === cause)
      const lost = own.map(({ lostPacks }) => lostPacks)
      return {
        ...{ group, cause },
        ms: own.reduce((sum, { seconds }) => sum + Math.round(seconds * 1000), 0),
        count: own.filter(({ counted }) => counted).length,
        lostPacks: lost.includes(null)
          ? null
          : lost.reduce<number>((sum, one) => sum + (one ?? 0), 0),
      }
    })
    for (const [index, { seconds, count, lostPacks }] of causes.entries()) {
      const sum = sums[index]
      expect([query, sum?.ms, sum?.count]).toEqual([query, Math.round(seconds * 1000), count])
      if (lostPacks === null) expect(sum?.lostPacks).toBeNull()
      else expect(sum?.lostPacks).toBeCloseTo(lostPacks, 6)
    }
    expect(new Set(stops.map(({ group, cause }) => JSON.stringify([group, cause]))).size).toBe(
      causes.filter(({ seconds }) => seconds > 0).length,
    )
  }
  expect(seen).toBeGreaterThan(20)
})

test('a part of a figure lists its stops alone; a part that the filter leaves out has none', async () => {
  const [cause] = await causesOf({ machineId: 'FW-101' })
  if (cause === undefined) throw new Error('FW-101 never stopped')
  const own = await allStops({
    ...{ machineId: 'FW-101', figure: 'cause', part: cause.cause, partGroup: cause.group },
  })
  expect(own.length).toBeGreaterThan(0)
  expect(new Set(own.map((stop) => `${stop.group}|${stop.cause}`))).toEqual(
    new Set([`${cause.group}|${cause.cause}`]),
  )
  expect(own.reduce((sum, { seconds }) => sum + Math.round(seconds * 1000), 0)).toBe(
    Math.round(cause.seconds * 1000),
  )
  const alarm = await allStops({ ...golden, figure: 'alarm' })
  expect(alarm.map(({ seconds }) => seconds)).toEqual([3_600])
  const snap = await allStops({ ...golden, figure: 'state', part: 'Film Snap' })
  expect(snap.map(({ seconds, states }) => [seconds, states])).toEqual([
    [3_600, [{ code: 21, seconds: 3_600 }]],
  ])
  expect(await allStops({ ...golden, recipe: '5', figure: 'state', part: 'Film Snap' })).toEqual([])
  expect(await allStops({ ...golden, figure: 'product', part: 'Absent' })).toEqual([])
})

test('a stop that began before the window says so and counts only its part', async () => {
  const [whole] = (await stopsOf(golden)).stops
  if (whole === undefined) throw new Error('no stop')
  // A quarter of an hour after it began, for a quarter of an hour.
  const clock = (minutes: number) =>
    new Date(whole.start.getTime() + minutes * 60_000).toISOString().slice(11, 16)
  const cut = await stopsOf({ ...golden, start_time: clock(15), end_time: clock(30) })
  expect(cut.stops).toMatchObject([
    { seconds: 900, cause: 'Film snapped', beganBefore: true, open: true, counted: false },
  ])
  expect(cut.stops[0]?.lostPacks).toBeCloseTo(900, 6)
})

test('sorted by any column in both orders, page by page, and found by an instant in it', async () => {
  const query = { machineId: 'FW-101', end_time: '07:30' }
  const all = await allStops(query)
  expect(all.length).toBeGreaterThan(8)
  expect(all.length).toBeLessThanOrEqual(200)
  const pageSize = Math.ceil(all.length / 3)
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => stopsOf({ ...query, page: `${page}`, pageSize: `${pageSize}` })),
  )
  expect(pages.flatMap(({ stops }) => stops)).toEqual(all)
  expect(pages.map(({ count }) => count)).toEqual(Array(4).fill(all.length))
  const key = (stop: StopRow) => `${stop.machine} ${stop.start.toISOString()}`
  const values: Record<StopSort, (stop: StopRow) => string | number> = {
    start: ({ start }) => start.getTime(),
    seconds: ({ seconds }) => seconds,
    cause: ({ cause }) => cause,
    state: ({ state }) => machineState(state).name,
    product: ({ product }) => product,
    tool: ({ tool }) => tool,
    user: ({ user }) => user,
    machine: ({ machine }) => machine,
    lostPacks: ({ lostPacks }) => lostPacks ?? Number.NaN,
    coverage: ({ coverage }) => coverage,
  }
  for (const sort of stopSorts) {
    for (const order of ['ascending', 'descending']) {
      const { stops } = await stopsOf({ ...query, sort, order, pageSize: '200' })
      expect(stops.map(key).sort()).toEqual(all.map(key).sort())
      const known = stops.map(values[sort]).filter((value) => !Number.isNaN(value))
      const sign = order === 'ascending' ? 1 : -1
      expect([sort, order, known]).toEqual([
        sort,
        order,
        known.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)),
      ])
    }
  }
  const third = all[2]
  if (third === undefined) throw new Error('too few stops')
  const at = new Date((third.start.getTime() + third.end.getTime()) / 2).toISOString()
  expect((await stopsOf({ ...query, at })).stops).toEqual([third])
})

test.each([
  ['page', '0'],
  ['pageSize', '1001'],
  ['sort', 'nonsense'],
  ['figure', 'packs'],
  ['order', 'up'],
  ['at', 'yesterday'],
])('%s=%s is refused', async (field, value) => {
  expect((await floor.get(stopList.path, { ...golden, [field]: value })).status).toBe(400)
})

test('a list of all machines is of at most 31 days and 50 rows a page; that of one machine is not', async () => {
  const month = { start_date: '2026-03-08', start_time: '18:00' }
  const { stops, count } = await stopsOf({ ...month, pageSize: '50' })
  expect(stops).toHaveLength(Math.min(50, count))
  const long = { ...month, start_time: '16:59' }
  expect((await floor.get(stopList.path, long)).body).toMatchObject({
    code: 'stops.windowTooLong',
    message:
      'The stops of all machines are listed for at most 31 days. Please choose a shorter period or one machine.',
  })
  expect((await floor.get(stopList.path, { pageSize: '51' })).body).toMatchObject({
    code: 'request.invalid',
    message: 'A page of the stops of all machines has at most 50 rows.',
  })
  await stopsOf({ ...golden, ...long, pageSize: '1000' })
  await stopsOf({ machine: 'VF-401', ...long, pageSize: '1000' })
})

test('a month in which the clocks go back is not too long', async () => {
  const october = { start_date: '2025-10-01', end_date: '2025-10-31', timezone: 'Europe/London' }
  await stopsOf({ ...october, start_time: '00:00', end_time: '23:59' })
})

test("the neighbour's machine is not found, and none of its stops are in a list of all machines", async () => {
  expect((await floor.get(stopList.path, { machineId: 'FW-511' })).status).toBe(404)
  const machines = new Set((await allStops()).map(({ machine }) => machine))
  expect([...machines].filter((serialNo) => serialNo.startsWith('FW-5'))).toEqual([])
})
