// @slow

import { compare, compareTrend, daySummary, stopCauses } from '@packboard/contract'
import { shiftsOfClient } from '@packboard/management'
import {
  addDays,
  earlierWindow,
  type FilterWindow,
  filterPeriod,
  grantClientScope,
} from '@packboard/model'
import { atDepth, partOf, testSeed } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

/** The clock advances before each window: otherwise the requests of one person would be throttled. */
let ahead = 0
let floor: FactoryFloor
const now = () => floorNow + ahead

beforeAll(async () => {
  floor = await openFactoryFloor(now)
  for (const serialNo of ['FW-101', 'FW-512']) {
    const records = weeks(serialNo)
    for (let at = 0; at < records.length; at += 10_000) {
      await floor.send(serialNo, records.slice(at, at + 10_000))
    }
  }
})
afterAll(() => floor?.close())

/** Every 80 s, with an hour of silence each 37: over the days on which clocks change in London and on Lord Howe Island. */
function weeks(serialNo: string): object[] {
  const from = Date.parse('2026-03-21T00:00:00Z')
  const samples = Math.floor((floorNow - from) / 80_000)
  return Array.from({ length: samples }, (_, index) => index)
    .filter((index) => index % (37 * 45) > 45)
    .map((index) =>
      factory.at(from + index * 80_000).sample(serialNo, {
        seq: index,
        state: [10, 10, 21, 10, 8][index % 5],
        product: 'Milk Bar 45 g',
        tool: 'Former 45',
        user: 'P. Okafor',
        speed: 100 + (index % 60),
        packs: 100_000 + index * 7,
      }),
    )
}

const wire = (window: FilterWindow, until?: Date | null) => ({
  ...{ start_date: window.startDate, start_time: window.startTime },
  ...{ end_date: window.endDate, end_time: window.endTime, timezone: window.zone },
  ...(until && { until: until.toISOString() }),
  ...{ machineId: 'FW-101', machine: 'FW-101' },
})

async function read<Answer>(
  call: { readonly path: string; readonly answer: { parse(body: unknown): Answer } },
  query: Record<string, string>,
): Promise<Answer> {
  const { status, body } = await floor.get(call.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return call.answer.parse(body)
}

const times = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 47))
  .map(([hour, minute]) => [hour, minute].map((part) => String(part).padStart(2, '0')).join(':'))
const dates = fc.nat(20).map((days) => addDays('2026-03-21', days))
/** Days, a day from one time of day to the same, months, shifts of the client, and anything else. */
const windows = fc
  .tuple(
    fc.constantFrom('days', 'fromTimeToTime', 'months', 'shift', 'any'),
    fc.constantFrom('Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'),
    dates,
    fc.nat(3),
    times,
    times,
  )
  .map(([kind, zone, startDate, days, startTime, endTime]): FilterWindow => {
    const endDate = addDays(startDate, days)
    switch (kind) {
      case 'days':
        return { startDate, startTime: '00:00', endDate, endTime: '23:59', zone }
      case 'fromTimeToTime':
        return { startDate, startTime, endDate: addDays(endDate, 1), endTime: startTime, zone }
      case 'months':
        return {
          ...{ startDate: '2026-03-01', startTime: '00:00' },
          ...{ endDate: days > 1 ? '2026-03-31' : '2026-04-30', endTime: '23:59', zone },
        }
      case 'shift':
        return {
          ...{ startDate, startTime: '06:00', endDate: startDate, endTime: '14:00' },
          zone: 'Europe/London',
        }
      default:
        return { startDate, startTime, endDate: addDays(endDate, 1), endTime, zone }
    }
  })
/** How much of the window has passed: some still run. */
const questions = fc.tuple(windows, fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })))

/** Two windows each, so that none needs long; a day takes two of them. */
const batches = Array.from({ length: 100 }, (_, index) => index)
const ofThisRun = partOf(batches, atDepth({ deep: batches.length, daily: 2 }))
const windowsOf = (batch: number) =>
  fc.sample(questions, { seed: testSeed + batch, numRuns: 2 }).map(([window, share]) => {
    const { from, to } = filterPeriod(window)
    const until = share === null ? null : new Date(Math.floor(+from + share * (+to - +from)))
    return { window, until }
  })

/** The call of a page for the period before: its window, up to the instant at which it is cut. */
async function earlierOf({ window, until }: { window: FilterWindow; until: Date | null }) {
  const plan = (await shiftsOfClient(floor.server.deps.management, grantClientScope(1))) ?? null
  const present = new Date(Math.min(now(), until?.getTime() ?? Number.POSITIVE_INFINITY))
  const earlier = earlierWindow(window, 'before', { plan, until: present })
  if (earlier === null) throw new Error('The window is empty.')
  const whole = filterPeriod(earlier.window)
  return {
    query: wire(earlier.window, earlier.until),
    period: { from: whole.from, to: earlier.until ?? whole.to },
  }
}

const before = { previous: 'yes', by: 'machine' }

test.each(ofThisRun)(
  'the period before is what the day summary says of it, to the digit (%i)',
  async (batch) => {
    for (const question of windowsOf(batch)) {
      ahead += 20_000
      const { query, period } = await earlierOf(question)
      const ofDays = await read(daySummary, query)
      const compared = await read(compare, { ...wire(question.window, question.until), ...before })
      const shown = JSON.stringify(question)
      expect([shown, compared.total.previous?.metrics]).toEqual([shown, ofDays.metrics])
      expect(compared.rows.map(({ previous }) => previous?.metrics)).toEqual([ofDays.metrics])
      expect(compared.previousPeriod).toEqual(period)
      // What the screens show as before of each cause adds up to the comparison.
      const { causes } = await read(stopCauses, query)
      const [seconds, count] = (['seconds', 'count'] as const).map((of) =>
        causes.reduce((sum, cause) => sum + cause[of], 0),
      )
      const previous = compared.total.previous
      expect([shown, count, seconds]).toEqual([
        shown,
        previous?.stops,
        expect.closeTo(previous?.stopSeconds ?? Number.NaN, 6),
      ])
    }
  },
)

test.each(ofThisRun.slice(ofThisRun.length / 2))(
  'its course is that of its own window (%i)',
  async (batch) => {
    ahead += 20_000
    const [question] = windowsOf(batch)
    if (!question) throw new Error('no window')
    const { query, period } = await earlierOf(question)
    const trend = await read(compareTrend, { ...wire(question.window, question.until), ...before })
    const own = await read(compareTrend, { ...query, by: 'machine' })
    expect(trend.previousPeriod).toEqual(period)
    // On days of 25 hours one of the two may have other steps.
    if (own.step === trend.step) expect(trend.total.previous).toEqual(own.total.oeee)
  },
)

test.each([
  [
    'a day that runs, up to the same time of the day before',
    ['2026-04-10', '00:00', '2026-04-10', '23:59', 'UTC'],
    ['2026-04-09T00:00:00', '2026-04-09T12:00:00'],
  ],
  [
    'a month that runs, up to the same time of the same day',
    ['2026-04-01', '00:00', '2026-04-30', '23:59', 'Europe/London'],
    ['2026-03-01T00:00:00', '2026-03-10T13:00:00'],
  ],
  [
    'a month that is over, of the month before',
    ['2026-03-01', '00:00', '2026-03-31', '23:59', 'UTC'],
    ['2026-02-01T00:00:00', '2026-03-01T00:00:00'],
  ],
  [
    'a day after one of 23 hours',
    ['2026-03-30', '00:00', '2026-03-30', '23:59', 'Europe/London'],
    ['2026-03-29T00:00:00', '2026-03-29T23:00:00'],
  ],
  [
    'a shift, of the shift before',
    ['2026-04-08', '06:00', '2026-04-08', '14:00', 'Europe/London'],
    ['2026-04-07T21:00:00', '2026-04-08T05:00:00'],
  ],
  [
    'hours that run, of as many that have passed',
    ['2026-04-10', '10:00', '2026-04-10', '16:00', 'UTC'],
    ['2026-04-10T04:00:00', '2026-04-10T06:00:00'],
  ],
])('%s', async (_, [startDate = '', startTime = '', endDate = '', endTime = '', zone = ''], is) => {
  ahead = 0
  const window = { startDate, startTime, endDate, endTime, zone }
  const requested = { ...wire(window), previous: 'yes', by: 'machine' }
  const { previousPeriod } = await read(compare, requested)
  const { from, to } = previousPeriod ?? {}
  expect([from, to].map((at) => at?.toISOString().slice(0, 19))).toEqual(is)
})

test('a window with no time has no period before, and none is named unless it is wanted', async () => {
  const window = {
    ...wire({
      startDate: '2026-04-08',
      startTime: '10:00',
      endDate: '2026-04-08',
      endTime: '10:00',
      zone: 'UTC',
    }),
    by: 'machine',
  }
  expect((await read(compare, { ...window, previous: 'yes' })).previousPeriod).toBeNull()
  expect((await read(compare, window)).previousPeriod).toBeNull()
})
