import { compare, compareTrend, stopCauses, stopHeat } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FactoryFloor, openFactoryFloor } from '../../testing/factoryFloor.ts'
import { hourPieces } from './timePieces.ts'

let floor: FactoryFloor

beforeAll(async () => {
  floor = await openFactoryFloor()
})
afterAll(() => floor?.close())

type Query = Record<string, string>

async function trendBy(by: string, query: Query = {}) {
  const { status, body } = await floor.get(compareTrend.path, { by, ...query })
  expect([status, body]).toEqual([200, expect.anything()])
  return compareTrend.answer.parse(body)
}

async function comparedBy(by: string, query: Query = {}) {
  return compare.answer.parse((await floor.get(compare.path, { by, ...query })).body)
}

async function heat(query: Query = {}) {
  const { status, body } = await floor.get(stopHeat.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return stopHeat.answer.parse(body)
}

/** The window and filter of a comparison of one step. */
const windowOf = ({ from, to }: { from: Date; to: Date }): Query => {
  const end = new Date(to.getTime() - 1)
  return {
    ...{
      start_date: from.toISOString().slice(0, 10),
      start_time: from.toISOString().slice(11, 16),
    },
    ...{ end_date: end.toISOString().slice(0, 10), end_time: end.toISOString().slice(11, 16) },
    ...{ until: to.toISOString() },
  }
}

const days = {
  start_date: '2026-04-05',
  end_date: '2026-04-08',
  start_time: '00:00',
  end_time: '23:59',
}

test('each step is the OEEE of its own time, for every kind of row and under a filter', async () => {
  for (const [by, filter] of [
    ['machine', {}],
    ['line', {}],
    ['product', {}],
    ['machine', { recipe: 'Film' }],
  ] as const) {
    const { step, steps, rows, total } = await trendBy(by, { ...days, ...filter })
    expect(step).toBe('day')
    const last = steps.length - 1
    const own = steps[last]
    if (!own) throw new Error('no step')
    const alone = await comparedBy(by, { ...filter, ...windowOf(own) })
    expect(total.oeee[last]).toBe(alone.total.figures.metrics.OEEE)
    for (const { key, figures } of alone.rows) {
      const course = rows.find((row) => row.key === key)
      expect([key, course?.oeee[last]]).toEqual([key, figures.metrics.OEEE])
      expect(course?.oeee).toHaveLength(steps.length)
    }
    expect(rows.map(({ key }) => key)).not.toContain('FW-511')
  }
})

test('a short window goes by hours, a long one by weeks; before it is the time of the same length', async () => {
  const short = await trendBy('machine', {
    previous: 'yes',
    start_time: '10:00',
    end_time: '12:00',
  })
  expect([short.step, short.steps.length, short.total.previous?.length]).toEqual(['hour', 2, 2])
  const before = await trendBy('machine', { start_time: '08:00', end_time: '10:00' })
  expect(short.total.previous).toEqual(before.total.oeee)
  const long = await trendBy('machine', { ...days, start_date: '2026-01-05' })
  expect([long.step, long.steps.length]).toEqual(['week', 14])
  expect((await floor.get(compareTrend.path, { by: 'shift' })).status).toBe(400)
})

test('the hours of a week together are the stop time of the window, with and without a filter', async () => {
  for (const filter of [{}, { recipe: 'Film' }, { machine: 'VF-401' }] as Query[]) {
    const query = { ...days, ...filter }
    const { cells } = await heat(query)
    const { causes } = stopCauses.answer.parse((await floor.get(stopCauses.path, query)).body)
    const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
    expect(sum(cells.map(({ stopSeconds }) => stopSeconds))).toBeCloseTo(
      sum(causes.map(({ seconds }) => seconds)),
      6,
    )
    const worst = cells.toSorted((a, b) => b.stopSeconds - a.stopSeconds)[0]
    expect(worst?.weekday).toBe(3)
    expect(worst && worst.worst.to.getTime() - worst.worst.from.getTime()).toBe(3_600_000)
  }
  // At most four weeks, so that each weekday is there as often as any other.
  const { from, to, cells } = await heat({ ...days, start_date: '2025-04-08' })
  expect((to.getTime() - from.getTime()) / 86_400_000).toBe(28)
  expect(new Set(cells.map(({ times }) => times))).toEqual(new Set([4]))
})

test.each([
  ['Europe/London', '2026-10-25', 25],
  ['Europe/London', '2026-03-29', 23],
  ['Australia/Lord_Howe', '2026-04-05', 25],
  ['Asia/Kolkata', '2026-04-05', 24],
])('hours follow the clock of %s on %s', (zone, date, count) => {
  const from = new Date(`${date}T00:00:00Z`)
  const wide = { from: new Date(from.getTime() - 86_400_000), to: new Date(+from + 2 * 86_400_000) }
  const own = hourPieces(wide, zone).filter((piece) => piece.date === date)
  expect(own).toHaveLength(count)
  for (const [at, { period }] of own.slice(1).entries()) {
    expect(period.from).toEqual(own[at]?.period.to)
  }
})
