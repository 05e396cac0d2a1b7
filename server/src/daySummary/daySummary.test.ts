import { dayDetails, daySummary, explain, exportFile, machineStatusPie } from '@packboard/contract'
import { testDepth } from '@packboard/model/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, goldenStart, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

/** Days on which clocks change, in zones that change them by an hour and by half of one. */
const oddDays = [
  ['Europe/London', '2026-03-29', 23, '2026-03-29T00:00:00Z'],
  ['Australia/Lord_Howe', '2025-10-05', 23.5, '2025-10-04T13:30:00Z'],
  ['Asia/Kolkata', '2026-02-10', 24, '2026-02-09T18:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00Z'],
  ['Europe/London', '2025-10-26', 25, '2025-10-25T23:00:00Z'],
] as const

const hour = 3_600_000
const product = 'Milk Bar 45 g'

beforeAll(async () => {
  floor = await openFactoryFloor()
  // A machine that runs without a break: an hour before each odd day until an hour after, one pack a minute.
  for (const [, , hours, begins] of oddDays) {
    const start = Date.parse(begins) - hour
    const minutes = Math.round((hours + 2) * 60)
    const records = Array.from({ length: minutes }, (_, minute) =>
      factory.at(start + minute * 60_000).sample('FW-202', {
        state: 10,
        product,
        tool: 'Former 45',
        speed: 1,
        packs: start / 60_000 + minute,
      }),
    )
    // It is cut off half a minute after its last sample.
    await floor.send('FW-202', [
      ...records,
      factory.at(start + minutes * 60_000).sample('FW-202', { state: 5, speed: 0 }),
    ])
  }
  // Days of a client without premium.
  await floor.send('FW-611', [
    factory.at(goldenStart).sample('FW-611', { state: 10, product: 'Oat', packs: 1 }),
    factory.at(goldenStart + 60_000).sample('FW-611', { state: 5, packs: 61 }),
  ])
})
afterAll(() => floor?.close())

async function summary(query: Record<string, string>, person?: string) {
  const { status, body } = await floor.get(daySummary.path, query, person)
  expect([status, body]).toEqual([200, expect.anything()])
  return daySummary.answer.parse(body)
}

test.each(oddDays)('%s %s has %d hours', async (timezone, date, hours) => {
  const wholeDay = { start_time: '00:00', end_time: '23:59', timezone, machine: 'FW-202' }
  const day = await summary({ ...wholeDay, start_date: date, end_date: date })
  expect(day.metrics).toMatchObject({
    'Run Time Total': hours * 3_600,
    windowSeconds: hours * 3_600,
    coverage: 100,
    'Packs Produced': hours * 60,
  })
  // The same day in a longer window: a run that crosses midnight is split there.
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  const near = (days: number) =>
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (dayOfMonth ?? 1) + days))
      .toISOString()
      .slice(0, 10)
  const days = await summary({ ...wholeDay, start_date: near(-1), end_date: near(1) })
  expect(
    days.groupedData.map((row) => [row.Day, row['Run Time'], row['Number of Packs Packed']]),
  ).toEqual([
    [near(1), 3_600, 60],
    [date, hours * 3_600, hours * 60],
    // The very first reading of a machine counts nothing, and after days of silence nothing is counted.
    [near(-1), 3_600, expect.any(Number)],
  ])
  expect(days.groupedData[1]?.['Average Packs Per Minute']).toBe(1)
  const pie = await floor.get(machineStatusPie.path, {
    ...wholeDay,
    machine: 'All',
    machineId: 'FW-202',
    start_date: date,
    end_date: date,
  })
  expect(machineStatusPie.answer.parse(pie.body).data.pieChunks[0]).toEqual({
    x: 'Run',
    y: hours * 3_600,
  })
})

test('rows are of one product with one tool on one machine, newest day first; together they are the cards', async () => {
  const { metrics, groupedData, tableData } = await summary({
    start_date: '2026-04-07',
    end_date: '2026-04-09',
    start_time: '00:00',
    end_time: '23:59',
    timezone: 'Asia/Kolkata',
  })
  const of = (serialNo: string) => groupedData.filter(({ Machine }) => Machine === serialNo)
  expect(of('VF-401')).toEqual([
    {
      Day: '2026-04-08',
      Machine: 'VF-401',
      Product: 'Fudge Bites 120 g',
      Tool: 'Tube 140',
      'Run Time': 3_000,
      'Idle Time': 0,
      'Number of Packs Packed': 4_000,
      'Average Packs Per Minute': 80,
    },
    {
      Day: '2026-04-08',
      Machine: 'VF-401',
      Product: 'Mint Drops 200 g',
      Tool: 'Tube 180',
      'Run Time': 27_000,
      'Idle Time': 6_000,
      'Number of Packs Packed': 24_000,
      'Average Packs Per Minute': 24_000 / 450,
    },
  ])
  expect(tableData).toEqual(
    groupedData.map(({ Day, Machine, Product, Tool }) => ({ Day, Machine, Product, Tool })),
  )
  const sum = (key: 'Run Time' | 'Idle Time' | 'Number of Packs Packed') =>
    groupedData.reduce((total, row) => total + Math.round(row[key] * 1e3), 0) / 1e3
  expect(sum('Run Time')).toBe(metrics['Run Time Total'])
  expect(sum('Idle Time')).toBe(metrics['Idle Time Total'])
  expect(sum('Number of Packs Packed')).toBe(metrics['Packs Produced'])
  const order = groupedData.map(({ Day, Machine, Product, Tool }) =>
    [Day, Machine, Product, Tool].join('|'),
  )
  expect(order).toEqual([...order].sort())
})

test('a run across local midnight is two rows', async () => {
  // In Auckland the golden shift runs from 18:00 on, and midnight comes six hours later.
  const { groupedData } = await summary({
    machine: 'VF-401',
    product: 'Mint Drops 200 g',
    start_date: '2026-04-08',
    end_date: '2026-04-09',
    start_time: '00:00',
    end_time: '23:59',
    timezone: 'Pacific/Auckland',
  })
  expect(
    groupedData.map((row) => [row.Day, row['Run Time'], row['Number of Packs Packed']]),
  ).toEqual(
    [
      [
        '2026-04-09',
        27_000 - 21_600,
        24_000 - Math.floor((24_000 * (21_600 - 30)) / 27_000 + 1e-9),
      ],
      ['2026-04-08', 21_600, Math.floor((24_000 * (21_600 - 30)) / 27_000 + 1e-9)],
    ].map(([day, run, packs]) => [day, run, expect.closeTo(Number(packs), -1)]),
  )
})

test('days are for premium clients, the cards of one machine are for all (D51)', async () => {
  const ask = (query: Record<string, string>, person = 'admin') =>
    floor.get(daySummary.path, { clientId: '3', ...query }, person)
  for (const person of ['admin', 'distributor']) {
    expect(await ask({}, person)).toMatchObject({
      status: 403,
      body: { code: 'client.noPremium' },
    })
    const { metrics, ...rows } = await summary({ clientId: '3', machine: 'FW-611' }, person)
    expect(rows).toEqual({ groupedData: [], tableData: [] })
    expect(metrics).toMatchObject({ 'Packs Produced': 60, 'Run Time Total': 60 })
    const modal = await floor.post(
      dayDetails.path,
      { clientId: 3, Day: '2026-04-08', Machine: 'FW-611', Product: 'Oat', Tool: '' },
      person,
    )
    expect(modal).toMatchObject({ status: 403, body: { code: 'client.noPremium' } })
  }
})

test('a row opens on its part of its day: by the minute, with the changes of state, and by state', async () => {
  const row = {
    Day: '2026-04-08',
    Machine: 'VF-401',
    Product: 'Mint Drops 200 g',
    Tool: 'Tube 180',
  }
  const { status, body } = await floor.post(dayDetails.path, row)
  expect([status, body]).toEqual([200, expect.anything()])
  const { timeSeriesData, barChartData } = dayDetails.answer.parse(body)
  expect(barChartData).toEqual([
    { x: 'Execute', y: 27_000 },
    { x: 'Film Snap', y: 3_600 },
    { x: 'Stopped', y: 3_600 },
    { x: 'Downstream', y: 2_400 },
    { x: 'Starting', y: 1_800 },
  ])
  const changes = timeSeriesData.filter(({ isRecipeChange }) => isRecipeChange)
  const seconds = (at: Date) => (at.getTime() - goldenStart) / 1_000
  expect(
    changes.map(({ timestamp, recipe, speed }) => [seconds(timestamp), recipe, speed]),
  ).toEqual([
    [0, 10, expect.closeTo(160 / 3, 5)],
    [27_000, 21, 0],
    [30_600, 5, 0],
    [34_200, 19, 0],
    [36_600, 9, 20],
  ])
  const minutes = timeSeriesData.filter(({ isRecipeChange }) => !isRecipeChange)
  expect(minutes).toHaveLength(38_400 / 60)
  expect(minutes[450]).toEqual({
    timestamp: new Date(goldenStart + 27_000_000),
    speed: 0,
    isRecipeChange: false,
    recipe: 21,
  })
  const times = timeSeriesData.map(({ timestamp }) => timestamp.getTime())
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('a row of a day that the window does not meet is empty', async () => {
  const row = {
    Day: '2026-04-01',
    Machine: 'VF-401',
    Product: 'Mint Drops 200 g',
    Tool: 'Tube 180',
  }
  const { body } = await floor.post(dayDetails.path, row)
  expect(body).toEqual({ timeSeriesData: [], barChartData: [] })
  const other = await floor.post(dayDetails.path, { ...row, Day: '2026-04-08', Tool: 'Tube 140' })
  expect(other.body).toEqual({ timeSeriesData: [], barChartData: [] })
})

test.each([
  ['Day', { Day: '2026-02-30' }],
  ['Machine', { Machine: "' OR 1=1" }],
  ['timezone', { timezone: 'Nowhere' }],
])('a row with another %s than there is is refused by its name', async (field, reported) => {
  const row = { Day: '2026-04-08', Machine: 'VF-401', Product: 'A', Tool: 'T' }
  const { status, body } = await floor.post(dayDetails.path, { ...row, ...reported })
  expect([status, body]).toMatchObject([400, { errors: [{ field }] }])
})

test('"All" is no machine of a row', async () => {
  const row = { Day: '2026-04-08', Machine: 'All', Product: 'A', Tool: 'T' }
  expect(await floor.post(dayDetails.path, row)).toMatchObject({
    status: 404,
    body: { code: 'machine.notFound' },
  })
})

/** An hour of a sample a minute at 60 packs a minute, an hour of silence, and an hour again. */
const throughAGap = (serialNo: string) =>
  [
    ...Array.from({ length: 60 }, (_, i) => i),
    ...Array.from({ length: 60 }, (_, i) => 120 + i),
  ].map((minute) =>
    factory.at(goldenStart + minute * 60_000).sample(serialNo, {
      state: 10,
      speed: 60,
      product: minute < 120 ? 'Mint Drops 200 g' : 'Milk Bar 45 g',
      tool: 'Former 45',
      packs: minute * 60,
    }),
  )

test('packs that are read after a gap are produced and named, and are no part of OEEE (D63)', async () => {
  await floor.send('VF-402', throughAGap('VF-402'))
  await floor.send('FW-512', throughAGap('FW-512'))
  const day = await summary({ machine: 'VF-402' })
  expect(day.metrics).toMatchObject({
    'Packs Produced': 10_740,
    packsAfterGap: 3_660,
    'Run Time Total': 7_260,
    targetTooLow: false,
  })
  // 3,540 packs at the 60 ppm of one product, as many at the 190 ppm of the other.
  expect(day.metrics.performance).toBeCloseTo((100 * (3_540 + (3_540 * 60) / 190)) / 7_260, 9)
  expect(day.metrics.OEEE).toBeCloseTo((100 * (3_540 + (3_540 * 60) / 190)) / 7_260, 9)
  // They are of the product before the gap, and no part of its mean speed.
  expect(day.groupedData.map((row) => [row.Product, row['Number of Packs Packed']])).toEqual([
    ['Milk Bar 45 g', 3_540],
    ['Mint Drops 200 g', 7_200],
  ])
  expect(day.groupedData[1]?.['Average Packs Per Minute']).toBeCloseTo(3_540 / 60.5, 9)

  // Under a state, they belong to nothing.
  const running = await summary({ machine: 'VF-402', recipe: '10' })
  expect(running.metrics).toMatchObject({ 'Packs Produced': 7_080, packsAfterGap: 0 })
  const explained = await floor.get(explain.path, { machine: 'VF-402', figure: 'oeee' })
  expect(explain.answer.parse(explained.body).terms).toContainEqual(
    expect.objectContaining({ term: 'packsAfterGap', value: 3_660, unit: 'packs' }),
  )
})

// 10,500 products are two thirds of the work of this file.
test.runIf(testDepth === 'deep')(
  'an answer has at most 10,000 rows; a file has them all',
  async () => {
    const days = Array.from({ length: 21 }, (_, day) => Date.UTC(2025, 5, 1 + day))
    for (const day of days) {
      await floor.send(
        'FW-302',
        Array.from({ length: 500 }, (_, minute) =>
          factory.at(day + minute * 60_000).sample('FW-302', {
            state: 10,
            product: `Sort ${minute}`,
            packs: day / 60_000 + minute,
          }),
        ),
      )
    }
    const june = { machine: 'FW-302', start_date: '2025-06-01', start_time: '00:00' }
    const whole = { ...june, end_date: '2025-06-21', end_time: '23:59' }
    const { status, body } = await floor.get(daySummary.path, whole)
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'answer.tooManyRows' })])
    const less = await summary({ ...june, end_date: '2025-06-20', end_time: '23:59' })
    expect(less.groupedData).toHaveLength(10_000)
    expect(less.groupedData[0]).toMatchObject({
      Day: '2025-06-20',
      Machine: 'FW-302',
      Product: 'Sort 0',
    })
    const path = exportFile.path.replace(':table', 'day-summary').replace(':format', 'csv')
    const file = await floor.get(path, whole)
    const lines = String(file.body).trim().split('\r\n')
    expect([file.status, lines.length]).toEqual([200, 10_501])
    expect(lines[1]).toMatch(/^2025-06-21,FW-302,Sort 0,/)
    expect(lines.at(-1)).toMatch(/^2025-06-01,FW-302,Sort 99,/)
  },
  120_000,
)
