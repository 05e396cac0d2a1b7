import {
  daySummary,
  explain,
  explainIntervals,
  machineStatusPie,
  machinesData,
  setPlan,
  stepTotals,
  timeline,
} from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { grantClientScope, type PlanEntry } from '@packboard/model'
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

const golden = { machineId: 'VF-401', machine: 'VF-401' }

async function read<Shape extends { parse(body: unknown): unknown }>(
  call: { path: string; answer: Shape },
  query: Record<string, string> = golden,
) {
  now += 100
  const { status, body } = await floor.get(call.path, query)
  expect([call.path, status]).toEqual([call.path, 200])
  return call.answer.parse(body) as ReturnType<Shape['parse']>
}

/** Wednesday is the day of the golden shift; the zone of the client is an hour ahead of UTC then. */
async function plan(entries: readonly Omit<PlanEntry, 'weekday'>[], line: string | null = null) {
  const { accessToken: token } = await floor.server.signIn('clientadmin')
  const week = {
    line,
    validFrom: '2026-04-01',
    entries: entries.map((one) => ({ ...one, weekday: 3 })),
  }
  const body = { weeks: [week], exceptions: [] }
  const answer = await floor.server.ask(setPlan.path.replace(':clientId', '1'), {
    method: 'PUT',
    token,
    body,
  })
  expect(answer.status).toBe(200)
}

/** 06:00 to 18:00 UTC: the shift ran 27,000 s, then 3,600 alarm, 6,000 idle, 1,800 ancillary, 3,000 run, 1,800 silence. */
const untilIdle: Omit<PlanEntry, 'weekday'> = { from: '07:00', to: '15:30', kind: 'production' }
const wholeShift: Omit<PlanEntry, 'weekday'> = { from: '07:00', to: '19:00', kind: 'production' }

test('a plan that takes nothing out of a window changes not a byte of it', async () => {
  const calls = [daySummary, machineStatusPie, stepTotals] as const
  const texts = async () => {
    const found = []
    for (const { path } of calls) {
      now += 100
      found.push(JSON.stringify(await floor.get(path, golden)))
    }
    return found
  }
  const before = await texts()
  await plan([wholeShift])
  expect(await texts()).toEqual(before)
  expect((await read(daySummary)).metrics.plan).toBeUndefined()
  expect(
    await floor.server.deps.plans.window(grantClientScope(1), [{ id: 1, lineName: '' }], {
      from: new Date('2026-04-08T06:00:00Z'),
      to: new Date('2026-04-08T18:00:00Z'),
    }),
  ).toBeUndefined()
})

test('closed time leaves OEEE and coverage, and the next answer after a change has it', async () => {
  expect((await read(daySummary)).metrics).toMatchObject({ coverage: expect.closeTo(95.83, 2) })
  // Closed from 14:30 UTC, 30,600 s after the start: all idle and ancillary time, and the run of the second product.
  await plan([untilIdle])
  const { metrics } = await read(daySummary)
  expect(metrics).toMatchObject({
    'Run Time Total': 30_000,
    'Idle Time Total': 6_000,
    offlineSeconds: 1_800,
    windowSeconds: 43_200,
    OEEE: (100 * 26_720) / 33_600,
    availability: (100 * 30_000) / 33_600,
    // Nothing external is left in the planned time.
    machineOeee: (100 * 26_720) / 33_600,
    coverage: 100,
    lowCoverage: false,
    plan: {
      plannedSeconds: 33_600,
      notPlannedSeconds: 0,
      closedSeconds: 9_600,
      notScheduledSeconds: 1_800,
    },
  })
  expect((await read(machineStatusPie)).data.pieChunks).toEqual([
    { x: 'Run', y: 30_000 },
    { x: 'Idle', y: 6_000 },
    { x: 'Alarm', y: 3_600 },
    { x: 'Ancillary', y: 1_800 },
    { x: 'Not Scheduled', y: 1_800 },
  ])
  await plan([wholeShift])
  expect((await read(daySummary)).metrics.plan).toBeUndefined()
})

test('a window that is closed from end to end has no coverage, and never a low one', async () => {
  await plan([{ from: '03:00', to: '04:00', kind: 'production' }])
  const { metrics } = await read(daySummary, {
    ...golden,
    start_time: '17:45',
    end_time: '18:00',
  })
  expect(metrics).toMatchObject({ coverage: null, lowCoverage: false, OEEE: null })
})

test('a break takes out what does not run in it, to the minute, and running in it counts', async () => {
  // 13:10 to 13:50 UTC: 25,800 to 28,200 s, of which 1,200 s ran and 1,200 s were alarm.
  await plan([wholeShift, { from: '14:10', to: '14:50', kind: 'break' }])
  const { metrics } = await read(daySummary)
  expect(metrics.plan).toEqual({
    plannedSeconds: 41_400 - 1_200,
    notPlannedSeconds: 1_200 + 1_800,
    closedSeconds: 0,
    notScheduledSeconds: 0,
  })
  expect(metrics.coverage).toBeCloseTo(95.83, 2)
})

test('a line with a week of its own does not change the other lines', async () => {
  const { management } = floor.server.deps
  const rows = await tables(management)
    .selectFrom('machine as m')
    .innerJoin('line as l', 'l.id', 'm.line_id')
    .select(['m.serial_no', 'l.name'])
    .where('m.client_id', '=', 1)
    .execute()
  const other = rows.find(({ serial_no }) => serial_no === 'FW-101')
  expect(other?.name).not.toBe(rows.find(({ serial_no }) => serial_no === 'VF-401')?.name)
  await plan([untilIdle], other?.name ?? null)
  expect((await read(daySummary)).metrics.plan).toBeUndefined()
  const fw = { machineId: 'FW-101', machine: 'FW-101' }
  expect((await read(daySummary, fw)).metrics.plan).toMatchObject({ closedSeconds: 12_600 })
})

test('Explain shows what is taken out, and planned and excluded time are the window', async () => {
  await plan([untilIdle, { from: '14:10', to: '14:50', kind: 'break' }])
  const panel = await read(explain, { ...golden, figure: 'oeee' })
  const terms = new Map(panel.terms.map(({ term, value }) => [term, value]))
  expect(terms.get('breakTime')).toBe(1_200)
  expect(terms.get('closedTime')).toBe(7_800)
  expect(terms.get('plannedTime')).toBe(41_400 - 1_200 - 7_800)
  expect(panel.excluded).toEqual([
    { what: 'notScheduled', seconds: 1_800 },
    { what: 'break', seconds: 1_200 },
    { what: 'closed', seconds: 7_800 },
  ])
  const excluded = panel.excluded.reduce((sum, { seconds }) => sum + seconds, 0)
  expect(excluded + Number(terms.get('plannedTime'))).toBe(43_200)

  const { rows } = await read(explainIntervals, { ...golden, figure: 'oeee', pageSize: '200' })
  const planned = rows.reduce((sum, row) => sum + row.plannedSeconds, 0)
  expect(planned).toBe(terms.get('plannedTime'))
  const offline = await read(explain, { ...golden, figure: 'offline' })
  expect(offline.value).toBe(0)
  const gaps = await read(explainIntervals, { ...golden, figure: 'offline', pageSize: '200' })
  expect(gaps.rows).toEqual([])
})

test('lanes, timeline and cards know the closed time', async () => {
  await plan([untilIdle])
  const { steps } = await read(stepTotals)
  expect(steps.reduce((sum, { notScheduled }) => sum + (notScheduled ?? 0), 0)).toBe(1_800)
  const { lanes } = await read(timeline)
  const lane = lanes.find(({ machineId }) => machineId === 'VF-401')
  expect(lane?.closed).toEqual([[30_600_000, 43_200_000]])

  // Friday: no production is planned, so all of it is closed.
  const end = new Date(floorNow)
  const { body } = await floor.post(machinesData.path, {
    start_date: new Date(end.getTime() - 3_600_000).toISOString(),
    end_date: end.toISOString(),
    initialReq: 'yes',
    machinesIdArray: ['VF-401'],
  })
  const [card] = machinesData.answer.parse(body).dataArray
  expect(card?.Status).toBe('OFFLINE')
  expect(card?.closed?.some(({ from, to }) => from < end && end < to)).toBe(true)
})
