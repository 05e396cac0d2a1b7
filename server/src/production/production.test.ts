import {
  alarmChart,
  alarmGroupsPie,
  daySummary,
  machineStatusPie,
  productsPie,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals,
  stopCauses,
} from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import {
  type FactoryFloor,
  floorNow,
  goldenStart,
  openFactoryFloor,
} from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

beforeAll(async () => {
  floor = await openFactoryFloor()
})
afterAll(() => floor?.close())

type Query = Record<string, string>
const golden: Query = { machineId: 'VF-401' }

async function read<Shape extends { parse(body: unknown): unknown }>(
  call: { path: string; answer: Shape },
  query: Query = {},
) {
  const { status, body } = await floor.get(call.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return call.answer.parse(body) as ReturnType<Shape['parse']>
}

const productChunks = async (query?: Query) =>
  (await read(productsPie, query)).data.pieChunks.map(({ x, y }) => [x, y])
const statusChunks = async (query?: Query) =>
  Object.fromEntries((await read(machineStatusPie, query)).data.pieChunks.map(({ x, y }) => [x, y]))
const metrics = async (query?: Query) => (await read(daySummary, query)).metrics
const nanos = (packs: number) => Math.round(packs * 1e9)

test('the golden case comes through the door (D24)', async () => {
  const card = await metrics({ machine: 'VF-401' })
  expect(card).toMatchObject({
    'Packs Produced': 28_000,
    'Idle Time Total': 6_000,
    'Run Time Total': 30_000,
    rejects: 280,
    alarmSeconds: 3_600,
    ancillarySeconds: 1_800,
    unknownSeconds: 0,
    externalSeconds: 2_400,
    offlineSeconds: 1_800,
    windowSeconds: 43_200,
    qualityBasis: 'measured',
    targetSource: 'recipe',
    lowCoverage: false,
    targetTooLow: false,
  })
  const { availability, performance, quality, OEEE, machineOeee, coverage } = card
  const shown = [availability, performance, quality, OEEE, machineOeee, coverage]
  expect(shown.map((figure) => figure?.toFixed(2))).toEqual([
    '72.46',
    '90.00',
    '98.96',
    '64.54',
    '68.51',
    '95.83',
  ])
})

test('pies and bars of the golden shift', async () => {
  expect(await productChunks(golden)).toEqual([
    ['Mint Drops 200 g', 24_000],
    ['Fudge Bites 120 g', 4_000],
  ])
  const status = await read(machineStatusPie, golden)
  expect(status.data.pieChunks).toEqual([
    { x: 'Run', y: 30_000 },
    { x: 'Idle', y: 6_000 },
    { x: 'Alarm', y: 3_600 },
    { x: 'Ancillary', y: 1_800 },
    { x: 'Offline', y: 1_800 },
  ])
  expect((await read(stateBars, golden)).barChartData).toEqual([
    { x: 'Execute', y: 30_000 },
    { x: 'Film Snap', y: 3_600 },
    { x: 'Stopped', y: 3_600 },
    { x: 'Downstream', y: 2_400 },
    { x: 'Starting', y: 1_800 },
  ])
  expect((await read(alarmGroupsPie, golden)).data.pieChunks).toEqual([
    { x: 'Film', y: 1, seconds: 11_400 },
  ])
  expect((await read(stopCauses, golden)).causes).toEqual([
    {
      ...{ kind: 'cause', reason: null, group: 'Film', cause: 'Film snapped' },
      ...{ seconds: 11_400, count: 1, lostPacks: 11_400 },
    },
  ])
})

test('rejects are null where nothing was measured, and 0 where none came (D89)', async () => {
  const rejects = async (machine: string, start_time: string, end_time: string) =>
    (await metrics({ machine, start_time, end_time })).rejects
  // Stopped, after its reject counter was first reported.
  expect(await rejects('VF-401', '14:30', '15:30')).toBe(0)
  // OFFLINE from end to end, also where the counter is known from before.
  expect(await rejects('VF-401', '18:30', '20:00')).toBeNull()
  expect(await rejects('VF-401', '04:00', '05:30')).toBeNull()
  // It never reported one.
  expect(await metrics({ machine: 'FW-101' })).toMatchObject({
    rejects: null,
    qualityBasis: 'not measured',
  })
})

test('machines and products add up to the total, and the neighbour is in none of them', async () => {
  const [total, vf, fw, none] = await Promise.all(
    [{}, { machine: 'VF-401' }, { machine: 'FW-101' }, { machine: 'FW-102' }].map(metrics),
  )
  if (!total || !vf || !fw || !none) throw new Error('no answer')
  for (const key of [
    'Packs Produced',
    'Run Time Total',
    'Idle Time Total',
    'alarmSeconds',
  ] as const) {
    expect(nanos(vf[key]) + nanos(fw[key])).toBe(nanos(total[key]))
    expect(none[key]).toBe(0)
  }
  expect(none).toMatchObject({ OEEE: null, coverage: 0, offlineSeconds: 43_200, rejects: null })
  expect(total.windowSeconds).toBe(8 * 43_200)
  const products = await productChunks()
  const sum = products.reduce((packs, [, y]) => packs + nanos(Number(y)), 0)
  expect(sum).toBe(nanos(total['Packs Produced']))
  const each = await Promise.all(products.map(([x]) => metrics({ product: String(x) })))
  expect(each.map((card) => card['Packs Produced'])).toEqual(products.map(([, y]) => y))
  expect(products.length).toBeGreaterThan(3)
  expect(JSON.stringify(products)).not.toContain('kjeks')
})

test('every slice of a restless machine is part of the window, to the millisecond', async () => {
  const query = { machineId: 'FW-101', end_time: '10:17' }
  const status = await statusChunks(query)
  expect(Object.keys(status)).toEqual(['Run', 'Idle', 'Alarm', 'Ancillary', 'Offline', 'Unknown'])
  const ms = Object.values(status).reduce((sum, y) => sum + Math.round(Number(y) * 1_000), 0)
  expect(ms).toBe((4 * 60 + 17) * 60_000)
  const bars = (await read(stateBars, query)).barChartData
  const observed = bars.reduce((sum, { y }) => sum + Math.round(y * 1_000), 0)
  expect(observed).toBe(ms - Math.round(Number(status.Offline) * 1_000))
  expect(bars.map(({ y }) => y)).toEqual(bars.map(({ y }) => y).sort((a, b) => b - a))
  const stops = (await read(stopCauses, query)).causes
  const stopped = stops.reduce((sum, { seconds }) => sum + Math.round(seconds * 1_000), 0)
  expect(stopped).toBe(observed - Math.round(Number(status.Run) * 1_000))
})

test('filters keep the time and packs of a context, and no offline time (D17)', async () => {
  expect(await statusChunks({ ...golden, product: 'Fudge Bites 120 g' })).toEqual({
    Run: 3_000,
    Idle: 0,
    Alarm: 0,
    Ancillary: 0,
  })
  for (const recipe of ['21', 'Film Snap']) {
    expect(await statusChunks({ ...golden, recipe })).toMatchObject({ Run: 0, Alarm: 3_600 })
  }
  expect(await statusChunks({ ...golden, recipe: 'Film' })).toEqual({
    Run: 0,
    Idle: 6_000,
    Alarm: 3_600,
    Ancillary: 1_800,
  })
  expect(await statusChunks({ ...golden, tool: 'Tube 140', recipe: 'Film' })).toMatchObject({
    Idle: 0,
  })
  expect(await productChunks({ ...golden, tool: 'Tube 140' })).toEqual([
    ['Fudge Bites 120 g', 4_000],
  ])
  expect(await productChunks({ ...golden, product: 'fudge bites 120 g' })).toEqual([])
  expect(await productChunks({ ...golden, product: '' })).toEqual([])
  const filtered = await metrics({ machine: 'VF-401', product: 'Fudge Bites 120 g' })
  // Coverage refers to the whole window, the figure to the product only.
  expect(filtered).toMatchObject({
    offlineSeconds: 1_800,
    windowSeconds: 43_200,
    availability: 100,
  })
  expect(filtered.coverage?.toFixed(2)).toBe('95.83')
})

test('machineId and machine both narrow', async () => {
  expect(await productChunks({ machineId: 'VF-401', machine: 'FW-101' })).toEqual([])
  expect(await productChunks({ machine: 'VF-401' })).toHaveLength(2)
  expect(await statusChunks({ machine: 'ZZ-000' })).toEqual({
    Run: 0,
    Idle: 0,
    Alarm: 0,
    Ancillary: 0,
  })
})

test('the speed of up to 24 hours is drawn by the minute, and a gap stays a gap', async () => {
  const { data, aggregationInterval } = await read(speedPerMinute, golden)
  expect(aggregationInterval).toBe('as-is')
  expect(data.speed).toHaveLength(41_400 / 60)
  expect(data.speed[0]).toEqual({
    x: new Date(goldenStart),
    y: expect.closeTo(160 / 3, 5),
    min: expect.closeTo(160 / 3, 5),
    max: expect.closeTo(160 / 3, 5),
  })
  expect(data.speed.at(-1)).toMatchObject({ x: new Date(goldenStart + 41_340_000), y: 80 })
  expect(data.nextMachine).toEqual([{ x: new Date(goldenStart + 34_200_000), y: 0 }])
  const { alarm } = (await read(alarmChart, golden)).data
  expect(alarm).toEqual([
    {
      x: new Date(goldenStart + 26_998_000),
      y: expect.closeTo(160 / 3, 5),
      group: 'Film',
      description: 'Film snapped',
    },
  ])
})

test('a longer window has longer steps, their slowest minute, and no markers', async () => {
  const query = {
    ...golden,
    start_date: '2026-03-20',
    end_date: '2026-04-09',
    start_time: '00:00',
    timezone: 'Asia/Kolkata',
  }
  const { data, aggregationInterval } = await read(speedPerMinute, query)
  expect(aggregationInterval).toBe('1 hour')
  expect(data.nextMachine).toEqual([])
  const slowest = data.speed.filter(({ min }) => min === 0)
  expect(slowest.length).toBeGreaterThan(2)
  for (const { x, y, min, max } of data.speed) {
    // Local midnight lies at half past six in UTC.
    expect(x.getTime() % 3_600_000).toBe(1_800_000)
    expect(min).toBeLessThanOrEqual(y)
    expect(max).toBeGreaterThanOrEqual(y)
  }
  const { status, body } = await floor.get(alarmChart.path, query)
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      code: 'request.invalid',
      errors: [{ field: 'end_date', message: 'Alarms are drawn for at most 24 hours.' }],
    }),
  ])
})

test("a stop of three seconds is still on a year's chart: the slowest moment travels along (D27)", async () => {
  const began = goldenStart - 3 * 86_400_000
  const reported = (second: number, speed: number) =>
    factory.at(began + second * 1_000).sample('FW-202', { state: speed > 0 ? 10 : 5, speed })
  const running = Array.from({ length: 60 }, (_, i) => reported(i * 30, 100))
  await floor.send('FW-202', [...running, reported(901, 0), reported(904, 100)])
  const year = { start_date: '2025-04-10', end_date: '2026-04-10' }
  const { data, aggregationInterval } = await read(speedPerMinute, { machineId: 'FW-202', ...year })
  expect(aggregationInterval).toBe('6 hours')
  expect(data.speed).toEqual([
    { x: new Date(began), y: expect.closeTo(99.84, 2), min: 0, max: 100 },
  ])
})

test('the state lane shows the states of one machine in order', async () => {
  const lane = async (query: Query) =>
    (await read(stateLane, query)).parts.map(({ from, to, code }) => [
      code,
      (from.getTime() - goldenStart) / 1_000,
      (to.getTime() - goldenStart) / 1_000,
    ])
  expect(await lane(golden)).toEqual([
    [10, 0, 27_000],
    [21, 27_000, 30_600],
    [5, 30_600, 34_200],
    [19, 34_200, 36_600],
    [9, 36_600, 38_400],
    [10, 38_400, 41_400],
  ])
  expect(await lane({ ...golden, product: 'Fudge Bites 120 g' })).toEqual([[10, 38_400, 41_400]])
  expect(await lane({})).toEqual([])
  expect(await lane({ ...golden, start_date: '2026-04-06' })).toEqual([])
})

test('steps of the lanes add up to the figures of their window, whatever it is cut into', async () => {
  const sums = async (query: Query) => {
    const { steps, aggregationInterval } = await read(stepTotals, query)
    const sum = (of: (step: (typeof steps)[number]) => number) =>
      Math.round(steps.reduce((all, step) => all + of(step), 0) * 1e6) / 1e6
    return {
      aggregationInterval,
      count: steps.length,
      run: sum(({ run }) => run),
      idle: sum(({ idle }) => idle),
      alarm: sum(({ alarm }) => alarm),
      ancillary: sum(({ ancillary }) => ancillary),
      packs: sum(({ packs }) => packs),
      rejects: sum(({ rejects }) => rejects ?? 0),
    }
  }
  const shift = { run: 30_000, idle: 6_000, alarm: 3_600, ancillary: 1_800 }
  const whole = { ...shift, packs: 28_000, rejects: 280 }
  expect(await sums(golden)).toMatchObject({ ...whole, aggregationInterval: '5 minutes' })
  const days = { ...golden, start_date: '2026-03-01' }
  expect(await sums(days)).toMatchObject({ ...whole, aggregationInterval: '1 day', count: 1 })
  expect(await sums({ ...golden, product: 'Fudge Bites 120 g' })).toMatchObject({ run: 3_000 })
  expect((await read(stepTotals, { ...golden, product: 'Unheard Of' })).steps).toEqual([])
})

const lookup = async (path: string, query: Query = {}) => {
  const { status, body } = await floor.get(path, query)
  expect(status).toBe(200)
  return body
}

test('selects offer what occurs under the rest of the filter', async () => {
  const tools = '/api/get_lookup_data2/1/PROD/tool'
  expect(await lookup(tools, { machine: 'VF-401' })).toEqual({ data: ['Tube 140', 'Tube 180'] })
  expect(await lookup(tools, { product: 'Fudge Bites 120 g' })).toEqual({ data: ['Tube 140'] })
  // The choice of the select itself does not narrow it.
  expect(await lookup(tools, { product: 'Fudge Bites 120 g', tool: 'None' })).toEqual({
    data: ['Tube 140'],
  })
  expect(await lookup('/api/get_lookup_data/1/VF-401/PROD/product')).toEqual({
    data: ['Fudge Bites 120 g', 'Mint Drops 200 g'],
  })
  const values = '/api/get_lookup_data_values/1/PROD'
  expect(await lookup(`${values}/machine`)).toEqual({ data: ['FW-101', 'VF-401'] })
  expect(await lookup(`${values}/machine`, { tool: 'Tube 140', machine: 'FW-101' })).toEqual({
    data: ['VF-401'],
  })
  expect(await lookup(`${values}/product`, { machine: 'FW-102' })).toEqual({ data: [] })
  expect(
    await lookup(`${values}/tool`, { start_date: '2026-04-09', end_date: '2026-04-09' }),
  ).toEqual({
    data: [],
  })
})

test('what is still to come is part of no figure', async () => {
  const later = { start_date: '2026-04-10', end_date: '2026-04-12', start_time: '06:00', ...golden }
  expect(await statusChunks(later)).toEqual({
    Run: 0,
    Idle: 0,
    Alarm: 0,
    Ancillary: 0,
    Offline: 21_600,
  })
  expect((await metrics({ ...later, machine: 'VF-401' })).windowSeconds).toBe(
    (floorNow - Date.parse('2026-04-10T06:00:00Z')) / 1_000,
  )
  const future = { ...golden, start_date: '2026-05-01', end_date: '2026-05-02' }
  expect(await statusChunks(future)).toEqual({ Run: 0, Idle: 0, Alarm: 0, Ancillary: 0 })
  expect((await read(speedPerMinute, future)).data).toEqual({ speed: [], nextMachine: [] })
  const backwards = { ...golden, start_time: '18:00', end_time: '06:00' }
  expect(await statusChunks(backwards)).toEqual({ Run: 0, Idle: 0, Alarm: 0, Ancillary: 0 })
})

test.each([
  ['start_date', { start_date: '2026-02-30' }],
  ['end_date', { end_date: '08-04-2026' }],
  ['start_time', { start_time: '24:00' }],
  ['end_time', { end_time: '6:00' }],
  ['timezone', { timezone: 'Mars/Olympus' }],
  ['start_date', { start_date: '2023-01-01' }],
  ['start_date', { start_date: '1979-12-31', end_date: '1980-01-02' }],
  ['product', { product: 'x'.repeat(513) }],
  ['machineId', { machineId: "' OR 1=1" }],
  ['clientId', { clientId: '0' }],
])('a request that cannot be answered names %s: %o', async (field, query) => {
  for (const { path } of [productsPie, speedPerMinute, stopCauses]) {
    const { status, body } = await floor.get(path, query)
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        code: 'request.invalid',
        errors: [expect.objectContaining({ field })],
      }),
    ])
  }
})

test('the chart of a day draws at most 20,000 pieces of state', async () => {
  const begin = Date.UTC(2025, 6, 1)
  const everySeconds = 4
  const states = [10, 8]
  const samples = Array.from({ length: 21_000 }, (_, index) =>
    factory.at(begin + index * everySeconds * 1_000).sample('FW-301', { state: states[index % 2] }),
  )
  for (let at = 0; at < samples.length; at += 5_000) {
    await floor.send('FW-301', samples.slice(at, at + 5_000))
  }
  const day = { machineId: 'FW-301', start_date: '2025-07-01', start_time: '00:00' }
  const window = (end_time: string) => ({ ...day, end_date: '2025-07-01', end_time })
  const { status, body } = await floor.get(stateLane.path, window('23:30'))
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'answer.tooManyRows' })])
  const { parts } = await read(stateLane, window('08:00'))
  expect(parts.length).toBeGreaterThanOrEqual((8 * 3_600) / everySeconds)
  expect(parts.length).toBeLessThanOrEqual(20_000)
})
