// @slow

import {
  type CompareFigures,
  compare,
  compareBys,
  daySummary,
  setOperatorRows,
  stopCauses,
} from '@packboard/contract'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

beforeAll(async () => {
  floor = await openFactoryFloor()
})
afterAll(() => floor?.close())

type Query = Record<string, string>

async function comparedBy(by: string, query: Query = {}, person = 'user') {
  const { status, body } = await floor.get(compare.path, { by, ...query }, person)
  expect([status, body]).toEqual([200, expect.anything()])
  return compare.answer.parse(body)
}

/** What the day summary and Stop Causes say of the same window and filter. */
async function ownFigures(query: Query): Promise<CompareFigures> {
  const [summary, causes] = await Promise.all([
    floor.get(daySummary.path, query),
    floor.get(stopCauses.path, query),
  ])
  const { metrics } = daySummary.answer.parse(summary.body)
  const rows = stopCauses.answer.parse(causes.body).causes
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const stops = sum(({ count }) => count)
  const stopMs = sum(({ seconds }) => Math.round(seconds * 1000))
  const lost = rows.some(({ lostPacks }) => lostPacks === null)
  return {
    metrics,
    stops,
    stopSeconds: stopMs / 1000,
    lostPacks: lost
      ? null
      : expect.closeTo(
          sum(({ lostPacks }) => lostPacks ?? 0),
          6,
        ),
    // Only where they are requested.
    ...{ microStops: null, changeovers: null, changeoverSeconds: null },
    ...{ unplannedStops: null, betweenStopsSeconds: null, meanStopSeconds: null },
    ...{ faults: null, mtbfSeconds: null, mttrSeconds: null },
  }
}

test('each row is the figure of its own window and filter, and the total that of the whole', async () => {
  for (const [by, field] of [
    ['machine', 'machine'],
    ['product', 'product'],
    ['tool', 'tool'],
  ] as const) {
    for (const filter of [{}, { recipe: 'Film' }] as Query[]) {
      const { rows, total } = await comparedBy(by, filter)
      expect(rows.length).toBeGreaterThan(1)
      for (const { key, figures } of rows) {
        if (key === '') continue
        expect([key, figures]).toEqual([key, await ownFigures({ ...filter, [field]: key })])
      }
      expect(total.figures).toEqual(await ownFigures(filter))
    }
  }
})

test('a line is all of its machines together; no machine of another client is in any row', async () => {
  const machines = await comparedBy('machine')
  const lines = await comparedBy('line')
  expect(machines.rows.map(({ key }) => key)).toContain('VF-401')
  expect(machines.rows.map(({ key }) => key)).not.toContain('FW-511')
  const packs = (of: typeof machines) =>
    of.rows.reduce((sum, { figures }) => sum + figures.metrics['Packs Produced'], 0)
  expect(packs(lines)).toBeCloseTo(packs(machines), 6)
  expect(packs(lines)).toBeCloseTo(lines.total.figures.metrics['Packs Produced'], 6)
  const { rows } = await comparedBy('product')
  expect(rows.map(({ key }) => key)).not.toContain('Havrekjeks 200 g')
  const foreign = await floor.get(compare.path, { by: 'machine', machineId: 'FW-511' })
  expect(foreign.status).toBe(404)
  for (const by of compareBys) {
    const other = await floor.get(compare.path, { by, clientId: '2' })
    expect([by, other.status]).toEqual([by, 404])
  }
})

test('a machine type is all of its machines together, as a ratio of sums', async () => {
  const types = await comparedBy('machineType')
  const machines = await comparedBy('machine')
  const own = types.rows.find(({ key }) => key === 'VFFS V-240')
  const two = machines.rows.filter(({ key }) => key === 'VF-401' || key === 'VF-402')
  expect(two).toHaveLength(2)
  const plannedOf = ({ metrics }: CompareFigures) =>
    metrics['Run Time Total'] +
    metrics['Idle Time Total'] +
    metrics.alarmSeconds +
    metrics.ancillarySeconds
  const planned = two.reduce((sum, { figures }) => sum + plannedOf(figures), 0)
  const ideal = two.reduce(
    (sum, { figures }) => sum + (figures.metrics.OEEE ?? 0) * plannedOf(figures),
    0,
  )
  expect(own?.figures.metrics.OEEE).toBeCloseTo(ideal / planned, 6)
  expect(own?.figures.metrics['Packs Produced']).toBe(
    two.reduce((sum, { figures }) => sum + figures.metrics['Packs Produced'], 0),
  )
  expect(types.total).toEqual(machines.total)
})

test('the time before is the window of the same length that ends where this one begins', async () => {
  const { rows, total } = await comparedBy('machine', { start_time: '12:00', previous: 'yes' })
  const before = { start_time: '06:00', end_time: '12:00' }
  expect(total.previous).toEqual(await ownFigures(before))
  const own = rows.find(({ key }) => key === 'VF-401')
  expect(own?.previous).toEqual(await ownFigures({ ...before, machine: 'VF-401' }))
})

test('the shifts of one name are their windows together', async () => {
  // Of the demo's first client: Early from 06:00 and Late from 14:00 of London.
  const { rows, total } = await comparedBy('shift')
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(['Early', 'Late']))
  const sum = (of: (figures: CompareFigures) => number) =>
    rows.reduce((all, { figures }) => all + of(figures), 0)
  expect(sum(({ stops }) => stops)).toBe(total.figures.stops)
  expect(sum(({ stopSeconds }) => stopSeconds)).toBeCloseTo(total.figures.stopSeconds, 6)
  expect(sum(({ metrics }) => metrics.windowSeconds)).toBe(total.figures.metrics.windowSeconds)
  const early = await ownFigures({ end_time: '13:00' })
  expect(rows.find(({ key }) => key === 'Early')?.figures).toEqual(early)
  const days = { start_date: '2026-04-07' }
  const both = (await comparedBy('shift', days)).rows.find(({ key }) => key === 'Early')
  expect([both?.from, both?.to]).toEqual([null, null])
  expect(both?.figures.stops).toBe(early.stops)
  expect(both?.figures.metrics['Packs Produced']).toBe(early.metrics['Packs Produced'])
})

test('each day and week is what the cards and Stop Causes of the production page are in that window', async () => {
  const days = { start_date: '2026-04-07', end_date: '2026-04-08', machine: 'VF-401' }
  for (const by of ['day', 'week']) {
    const { rows } = await comparedBy(by, { ...days, start_time: '00:00', end_time: '23:59' })
    expect(rows.length).toBe(by === 'day' ? 2 : 1)
    for (const { key, from, to, figures } of rows) {
      const [start, end] = [from?.toISOString() ?? '', new Date((to?.getTime() ?? 0) - 1)]
      const own = {
        ...{ machineId: 'VF-401', machine: 'VF-401' },
        ...{ start_date: start.slice(0, 10), start_time: start.slice(11, 16) },
        ...{ end_date: end.toISOString().slice(0, 10), end_time: end.toISOString().slice(11, 16) },
      }
      expect([key, figures]).toEqual([key, await ownFigures(own)])
    }
  }
})

test('operators are compared where their client allows it, which only its administrator and an admin do', async () => {
  // Another person than in the other tests: each may ask only so much a minute.
  const own = 'clientadmin'
  const byOperator = () => floor.get(compare.path, { by: 'operator' }, own)
  expect(await byOperator()).toMatchObject({ status: 403, body: { code: 'request.notAllowed' } })
  const allow = async (person: string, clientId = '1') => {
    const token = (await floor.server.signIn(person)).accessToken
    const path = setOperatorRows.path.replace(':clientId', clientId)
    return (await floor.server.ask(path, { method: 'PUT', token, body: { setting: 'allowed' } }))
      .status
  }
  expect(await Promise.all(['user', 'engineer', 'distributor'].map((one) => allow(one)))).toEqual([
    403, 403, 403,
  ])
  // What another client allows is no matter here.
  expect(await allow('admin', '2')).toBe(200)
  expect((await byOperator()).status).toBe(403)
  expect(await allow('clientadmin')).toBe(200)

  const operators = await comparedBy('operator', { stopLengths: 'yes' }, own)
  expect(operators.stopLengths).toBe('none')
  expect(operators.rows.map(({ key }) => key)).toEqual(['J. Hughes', 'P. Okafor'])
  const { total } = await comparedBy('product', {}, own)
  expect(operators.total).toEqual(total)
  const sum = (of: (figures: CompareFigures) => number) =>
    operators.rows.reduce((all, { figures }) => all + of(figures), 0)
  expect(sum(({ stops }) => stops)).toBe(total.figures.stops)
  expect(sum(({ stopSeconds }) => stopSeconds)).toBeCloseTo(total.figures.stopSeconds, 6)
  expect(sum(({ metrics }) => metrics['Packs Produced'])).toBe(
    total.figures.metrics['Packs Produced'],
  )
  const long = { start_date: '2026-01-01', end_date: '2026-04-08' }
  const { status, body } = await floor.get(compare.path, { by: 'operator', ...long }, own)
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'request.invalid' })])
})

test('a window that was mostly not observed says of which days there are any data, under any filter', async () => {
  const days = { start_date: '2026-04-06', end_date: '2026-04-09', start_time: '00:00' }
  const whole = { ...days, end_time: '23:59', machineId: 'VF-401' }
  for (const filter of [{}, { product: 'Absent' }] as Query[]) {
    const { observedDays, previousObservedDays } = await comparedBy('product', {
      ...whole,
      ...filter,
      previous: 'yes',
    })
    expect(observedDays).toEqual({
      first: new Date('2026-04-08T00:00:00.000Z'),
      days: 1,
      ofDays: 4,
    })
    expect(previousObservedDays).toEqual({ first: null, days: 0, ofDays: 4 })
  }
  const { observedDays, previousObservedDays } = await comparedBy('product', {
    machineId: 'VF-401',
  })
  expect([observedDays, previousObservedDays]).toEqual([undefined, undefined])
})

test('more days than one answer may have are refused', async () => {
  const long = { start_date: '2024-04-08', end_date: '2026-04-08' }
  const { status, body } = await floor.get(compare.path, { by: 'day', ...long })
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'answer.tooManyRows' })])
})

test('an estimated target is of the days before the end of each row, as on the page of that day', async () => {
  const { management } = floor.server.deps
  const machine = await tables(management)
    .selectFrom('machine')
    .select('machine_type_id')
    .where('serial_no', '=', 'VF-401')
    .executeTakeFirstOrThrow()
  await settingsFromBeginning(management, [
    { clientId: null, machineTypeId: machine.machine_type_id, kind: 'designSpeed', value: null },
    { clientId: 1, serialNo: 'VF-401', kind: 'targetSpeed', value: null },
  ])
  const hour = (start: string, speed: number) =>
    Array.from({ length: 120 }, (_, index) =>
      factory.at(Date.parse(start) + index * 30_000).sample('VF-401', {
        state: 10,
        product: 'Unlisted',
        speed,
        packs: 100_000 * speed + (index * speed) / 2,
      }),
    )
  await floor.send('VF-401', [
    ...hour('2026-04-09T06:00:00Z', 60),
    ...hour('2026-04-10T06:00:00Z', 120),
  ])
  const days = { start_time: '00:00', end_time: '23:59', machine: 'VF-401' }
  const query = { ...days, start_date: '2026-04-09', end_date: '2026-04-10' }
  const { rows } = await comparedBy('day', query)
  expect(rows.map(({ key }) => key)).toEqual(['2026-04-09', '2026-04-10'])
  expect(rows.map(({ figures }) => figures.metrics.targetSource)).toEqual([
    'estimated',
    'estimated',
  ])
  for (const { key, figures } of rows) {
    const own = await ownFigures({ ...days, start_date: key, end_date: key })
    expect([key, figures]).toEqual([key, own])
  }
})

/** An hour and more with a sample each half minute: micro-stops of 60 and 30 s, a stop of 120 s, and a changeover of 600 s. */
function hourWithStops(serialNo: string, [first, second]: readonly [string, string]) {
  const parts = [
    { until: 600, state: 10, product: first },
    { until: 660, state: 21, product: first },
    { until: 1_200, state: 10, product: first },
    { until: 1_500, state: 5, product: first },
    { until: 1_800, state: 5, product: second },
    { until: 2_400, state: 10, product: second },
    { until: 2_520, state: 21, product: second },
    { until: 3_000, state: 10, product: second },
    { until: 3_030, state: 19, product: second },
    { until: 3_630, state: 10, product: second },
  ]
  const begin = Date.parse('2026-04-06T06:00:00Z')
  return Array.from({ length: 3_630 / 30 }, (_, index) => {
    const part = parts.find(({ until }) => index * 30 < until)
    const { state, product } = part ?? { state: 10, product: second }
    const packs = state === 10 ? index : 0
    return factory
      .at(begin + index * 30_000)
      .sample(serialNo, { state, product, ...(packs > 0 && { packs }) })
  })
}

test('micro-stops are those after which the machine ran again within two minutes, changeovers those between two products', async () => {
  await floor.send('FW-102', hourWithStops('FW-102', ['Milk Bar 45 g', 'Nougat Bar 60 g']))
  await floor.send('FW-512', hourWithStops('FW-512', ['Havrekjeks 200 g', 'Saltkjeks 80 g']))
  const day = { start_date: '2026-04-06', end_date: '2026-04-06', machineId: 'FW-102' }
  // Another person: of one this test asks more at once than the limit of calls allows.
  const lengthsBy = (by: string, query: Query) =>
    comparedBy(by, { stopLengths: 'yes', ...query }, 'clientadmin')
  const lengths = async (query: Query = {}, by = 'machine') => {
    const answer = await lengthsBy(by, { ...day, ...query })
    expect(answer.stopLengths).toBe('given')
    const found = answer.rows.map(
      ({ key, figures: { stops, microStops, changeovers, changeoverSeconds } }) =>
        [key, stops, microStops, changeovers, changeoverSeconds] as const,
    )
    const { stops, microStops, changeovers, changeoverSeconds } = answer.total.figures
    return [...found, ['total', stops, microStops, changeovers, changeoverSeconds] as const]
  }
  const whole = [4, 2, 1, 600] as const
  expect(await lengths()).toEqual([
    ['FW-102', ...whole],
    ['total', ...whole],
  ])
  // A changeover is of the product that it changed to.
  expect(await lengths({}, 'product')).toEqual([
    ['Milk Bar 45 g', 2, 1, 0, 0],
    ['Nougat Bar 60 g', 2, 1, 1, 600],
    ['total', ...whole],
  ])
  expect(await lengths({ product: 'Nougat Bar 60 g' })).toEqual([
    ['FW-102', 2, 1, 1, 600],
    ['total', 2, 1, 1, 600],
  ])
  expect(await lengths({ recipe: 'Downstream' })).toEqual([
    ['FW-102', 1, 1, 0, 0],
    ['total', 1, 1, 0, 0],
  ])
  expect(await lengths({ start_time: '00:00', end_time: '23:59' }, 'day')).toEqual([
    ['2026-04-06', ...whole],
    ['total', ...whole],
  ])
  // The edge of the window cuts the changeover, on either side; the first micro-stop ends with the window, and still is one.
  expect((await lengths({ end_time: '06:29' })).at(-1)).toEqual(['total', 2, 1, 0, 0])
  expect((await lengths({ start_time: '06:25' })).at(-1)).toEqual(['total', 2, 1, 0, 0])
  const minute = { start_time: '06:10', end_time: '06:11' }
  expect((await lengths(minute)).at(-1)).toEqual(['total', 1, 1, 0, 0])
  // All machines of the client, the neighbour's not among them.
  const all = await lengthsBy('machine', { ...day, machineId: 'All' })
  expect(all.total.figures).toMatchObject({ microStops: 2, changeovers: 1 })
  const plain = await comparedBy('machine', day, 'clientadmin')
  expect(plain.stopLengths).toBe('none')
  const long = { start_date: '2025-03-01', machineId: 'FW-102' }
  const tooLong = await lengthsBy('machine', long)
  expect([tooLong.stopLengths, tooLong.total.figures.microStops]).toEqual(['tooLong', null])
})
