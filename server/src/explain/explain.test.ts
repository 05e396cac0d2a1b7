// @slow

import {
  alarmGroupsPie,
  daySummary,
  type ExplainedInterval,
  type ExplainedTerm,
  explain,
  explainIntervals,
  machineStatusPie,
  productsPie,
  stateBars,
} from '@packboard/contract'
import { atDepth, partOf } from '@packboard/model/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import {
  type FactoryFloor,
  floorNow,
  goldenStart,
  openFactoryFloor,
} from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
/** Advances a little with every request: the requests of one person are limited per second. */
let now = floorNow

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
})
afterAll(() => floor?.close())

type Query = Record<string, string>

async function read<Shape extends { parse(body: unknown): unknown }>(
  call: { path: string; answer: Shape },
  query: Query,
) {
  now += 60
  const { status, body } = await floor.get(call.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return call.answer.parse(body) as ReturnType<Shape['parse']>
}

/** All rows of a figure, page by page. */
async function rowsOf(query: Query, pageSize: number): Promise<ExplainedInterval[]> {
  const rows: ExplainedInterval[] = []
  let after = ''
  for (;;) {
    const page = await read(explainIntervals, { ...query, after, pageSize: String(pageSize) })
    expect(page.rows.length).toBeLessThanOrEqual(pageSize)
    rows.push(...page.rows)
    if (page.next === null) return rows
    expect(page.next).not.toBe(after)
    after = page.next
  }
}

const whole = (amounts: readonly number[], unit: number) =>
  amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * unit)), 0n)
const amounts = (rows: readonly ExplainedInterval[]) => rows.map(({ amount }) => amount)

const golden: Query = { machineId: 'VF-401', machine: 'VF-401' }
/** A window whose edges lie inside of intervals. */
const restless: Query = {
  machineId: 'FW-101',
  machine: 'FW-101',
  start_time: '06:17',
  end_time: '09:43',
}

const nameOf = ({ term, of, machine }: ExplainedTerm) =>
  [term, of, machine].filter(Boolean).join(' ')

test('OEEE of the golden shift: its formula with its numbers', async () => {
  const panel = await read(explain, { ...golden, figure: 'oeee' })
  expect(panel).toMatchObject({ unit: '%', restatement: null })
  expect(panel.definition).toBe('figures.md#oeee')
  expect(panel.value?.toFixed(2)).toBe('64.54')
  expect(panel.coverage?.toFixed(2)).toBe('95.83')
  const terms = Object.fromEntries(panel.terms.map((term) => [nameOf(term), term.value]))
  expect(terms).toMatchObject({
    run: 30_000,
    idle: 6_000,
    alarm: 3_600,
    ancillary: 1_800,
    plannedTime: 41_400,
    'packs Mint Drops 200 g': 24_000,
    'rejects Mint Drops 200 g': 280,
    'target Mint Drops 200 g': 60,
    'packs Fudge Bites 120 g': 4_000,
    'target Fudge Bites 120 g': 80,
    idealTime: 27_000,
    goodTime: 26_720,
    external: 2_400,
  })
  expect((100 * 26_720) / 41_400).toBe(panel.value)
  expect(panel.excluded).toEqual([{ what: 'offline', seconds: 1_800 }])
  expect(panel.terms.find(({ term }) => term === 'target')?.basis).toBe('recipe')
})

test('several machines have terms of their own', async () => {
  const { terms } = await read(explain, { figure: 'oeee' })
  const names = terms.map(nameOf)
  expect(names).toContain('packs Mint Drops 200 g VF-401')
  expect(names).toContain('target Milk Bar 45 g FW-101')
  expect(new Set(names).size).toBe(terms.length)
})

test.each([
  ['the golden shift', golden, 3],
  ['a restless machine', restless, 120],
  ['all machines together', {}, 200],
] as const)(
  'the rows of OEEE of %s are its numerator and its denominator',
  async (_what, query, pageSize) => {
    const { value, terms } = await read(explain, { ...query, figure: 'oeee' })
    const rows = await rowsOf({ ...query, figure: 'oeee' }, pageSize)
    const planned = whole(
      rows.map(({ plannedSeconds }) => plannedSeconds),
      1e3,
    )
    expect(planned).toBe(
      BigInt(Math.round(Number(terms.find(({ term }) => term === 'plannedTime')?.value) * 1e3)),
    )
    const good = rows.reduce((sum, { goodSeconds }) => sum + (goodSeconds ?? 0), 0)
    expect(Math.abs((100 * good * 1e3) / Number(planned) - (value ?? Number.NaN))).toBeLessThan(
      1e-9,
    )
    const shares = amounts(rows).reduce((sum, amount) => sum + amount, 0)
    expect(Math.abs(shares - (value ?? Number.NaN))).toBeLessThan(1e-9)
  },
)

/** All of these prove one rule, and a page of rows is the dearest call: a daily run takes a part. */
const sums = [
  [golden, 4],
  [restless, 120],
  [{}, 200],
  [{ ...restless, product: 'Milk Bar 45 g', recipe: 'Jaws' }, 20],
] as const
const slicesOfPie = atDepth({ deep: 100, daily: 2 })

test('the rows of every metric add up to the card, to the last digit', async () => {
  for (const [query, pageSize] of partOf(sums, atDepth({ deep: 4, daily: 1 }))) {
    const { metrics } = await read(daySummary, query)
    const cards = {
      packs: metrics['Packs Produced'],
      run: metrics['Run Time Total'],
      idle: metrics['Idle Time Total'],
      alarm: metrics.alarmSeconds,
      ancillary: metrics.ancillarySeconds,
      unknown: metrics.unknownSeconds,
      offline: metrics.offlineSeconds,
    }
    for (const [figure, card] of Object.entries(cards)) {
      const panel = await read(explain, { ...query, figure })
      expect([figure, panel.value]).toEqual([figure, card])
      const unit = figure === 'packs' ? 1e9 : 1e3
      const rows = await rowsOf({ ...query, figure }, pageSize)
      expect([figure, whole(amounts(rows), unit)]).toEqual([figure, whole([card], unit)])
      for (const row of rows) expect(row.amount).not.toBe(0)
      if (figure !== 'packs' && figure !== 'offline') {
        expect(new Set(rows.map(({ category }) => category)).size).toBeLessThanOrEqual(1)
        const terms = panel.terms.map(({ value }) => value ?? 0)
        expect(whole(terms, 1e3)).toBe(whole([card], 1e3))
      }
    }
  }
})

test('the rows of every slice add up to the slice', async () => {
  const pies = {
    product: (await read(productsPie, restless)).data.pieChunks,
    state: (await read(stateBars, restless)).barChartData,
    alarmGroup: (await read(alarmGroupsPie, restless)).data.pieChunks,
  }
  expect(pies.alarmGroup.length).toBeGreaterThan(1)
  for (const [figure, chunks] of Object.entries(pies)) {
    for (const { x: part, y } of partOf(chunks, slicesOfPie)) {
      const query = { ...restless, figure, part }
      expect([part, (await read(explain, query)).value]).toEqual([part, y])
      const rows = await rowsOf(query, 120)
      const unit = figure === 'product' ? 1e9 : 1e3
      expect([part, whole(amounts(rows), unit)]).toEqual([part, whole([y], unit)])
      const times = rows.map(({ from }) => from.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  }
})

test('slices of the Machine Status pie and what their panel excludes are the window', async () => {
  for (const query of [
    restless,
    { ...restless, product: 'Milk Bar 45 g' },
    { ...restless, recipe: '8' },
  ]) {
    const { pieChunks } = (await read(machineStatusPie, query)).data
    const { excluded } = await read(explain, { ...query, figure: 'run' })
    const seconds = [...pieChunks.map(({ y }) => y), ...excluded.map((part) => part.seconds)]
    expect(whole(seconds, 1e3)).toBe(BigInt((3 * 60 + 26) * 60_000))
  }
})

test('alarms of all machines come machine by machine, then by time, on any page size', async () => {
  const query = { figure: 'alarmGroup', part: 'Film' }
  const { value } = await read(explain, query)
  const rows = await rowsOf(query, 3)
  expect(rows).toHaveLength(value ?? -1)
  expect(rows.at(-1)).toMatchObject({
    machine: 'VF-401',
    from: new Date(goldenStart + 26_998_000),
    to: new Date(goldenStart + 26_998_000),
    causeGroup: 'Film',
    cause: 'Film snapped',
    amount: 1,
  })
  expect(await rowsOf(query, 200)).toEqual(rows)
  // A rare alarm of a long window is found at once.
  const year = { ...query, start_date: '2025-04-09', machineId: 'VF-401' }
  expect(await rowsOf(year, 10)).toHaveLength(1)
})

test('a slice that the filter excludes is nothing, and so is a slice that no pie has', async () => {
  for (const query of [
    { ...golden, figure: 'product', part: 'Mint Drops 200 g', product: 'Fudge Bites 120 g' },
    { ...golden, figure: 'state', part: 'Executing' },
    { ...golden, figure: 'alarmGroup', part: 'Nothing' },
  ]) {
    expect((await read(explain, query)).value).toBe(0)
    expect(await rowsOf(query, 50)).toEqual([])
  }
})

test.each([
  ['figure', { figure: 'profit' }],
  ['pageSize', { figure: 'run', pageSize: '201' }],
  ['pageSize', { figure: 'run', pageSize: '0' }],
  ['after', { figure: 'run', after: 'garbage' }],
  ['after', { figure: 'alarmGroup', part: 'Film', after: 'garbage' }],
  ['after', { figure: 'run', after: 'x'.repeat(65) }],
])('pages that cannot be answered name %s', async (field, query) => {
  now += 60
  const { status, body } = await floor.get(explainIntervals.path, { ...golden, ...query })
  expect([status, body]).toMatchObject([400, { errors: [{ field }] }])
})

test('a figure that late records changed says what it was, until when, and how many came', async () => {
  const day = {
    start_date: '2026-04-09',
    end_date: '2026-04-09',
    machineId: 'FW-201',
    machine: 'FW-201',
  }
  const start = Date.parse('2026-04-09T06:00:00Z')
  const sampleAt = (minute: number, reported: object = {}) =>
    factory.at(start + minute * 60_000).sample('FW-201', {
      state: 10,
      product: 'Milk Bar 45 g',
      speed: 100,
      packs: minute * 100,
      ...reported,
    })
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => sampleAt(from + index))

  // On the day itself two hours of records arrived, except ten minutes in the middle.
  now = Date.parse('2026-04-09T18:01:00Z')
  await floor.send('FW-201', [...minutes(0, 60), ...minutes(70, 120)])
  const shown = (await read(daySummary, day)).metrics
  // A day later the ten minutes follow.
  now = floorNow + 600_000
  const cameLate = now
  await floor.send('FW-201', minutes(60, 70))

  const { metrics } = await read(daySummary, day)
  expect(metrics['Run Time Total']).toBeGreaterThan(shown['Run Time Total'])
  for (const [figure, before, after] of [
    ['run', shown['Run Time Total'], metrics['Run Time Total']],
    ['offline', shown.offlineSeconds, metrics.offlineSeconds],
    ['packs', shown['Packs Produced'], metrics['Packs Produced']],
    ['oeee', shown.OEEE, metrics.OEEE],
  ] as const) {
    const { restatement } = await read(explain, { ...day, figure })
    expect([figure, restatement]).toEqual([
      figure,
      { before, until: new Date(cameLate), after, records: 10 },
    ])
  }
  // No restatement for several machines, for a window that is not over, or for one without late records.
  const reported = async (query: Query) =>
    (await read(explain, { figure: 'run', ...query })).restatement
  expect(await reported({ ...day, machineId: 'All', machine: 'All' })).toBeNull()
  expect(await reported({ ...day, end_date: '2026-04-10' })).toBeNull()
  expect(await reported({ ...day, end_time: '06:30' })).toBeNull()
})

test('a figure and its explanation agree as of one instant, however many packs were made since', async () => {
  const day = {
    start_date: '2026-04-10',
    end_date: '2026-04-10',
    end_time: '23:59',
    machineId: 'FW-201',
    machine: 'FW-201',
  }
  const start = Date.parse('2026-04-10T08:00:00Z')
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      factory.at(start + (from + index) * 60_000).sample('FW-201', {
        state: 10,
        product: 'Milk Bar 45 g',
        speed: 100,
        packs: (from + index) * 100,
      }),
    )
  await floor.send('FW-201', minutes(0, 60))
  now = Math.max(now, start + 60 * 60_000)
  const until = new Date(start + 59 * 60_000).toISOString()
  const card = (await read(daySummary, { ...day, until })).metrics
  await floor.send('FW-201', minutes(60, 120))
  now = Math.max(now, start + 120 * 60_000)
  expect((await read(daySummary, day)).metrics['Packs Produced']).toBeGreaterThan(
    card['Packs Produced'],
  )
  for (const [figure, shown] of [
    ['packs', card['Packs Produced']],
    ['run', card['Run Time Total']],
    ['oeee', card.OEEE],
  ] as const) {
    const query = { ...day, figure, until }
    expect(await read(explain, query)).toMatchObject({ value: shown, restatement: null })
    const rows = await rowsOf(query, 200)
    if (figure !== 'oeee') expect(amounts(rows).reduce((a, b) => a + b, 0)).toBeCloseTo(shown, 6)
  }
  const { status, body } = await floor.get(explain.path, { ...day, figure: 'run', until: 'soon' })
  expect([status, body]).toMatchObject([400, { errors: [{ field: 'until' }] }])
})
