import { changeList } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, goldenStart, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

const minuteMs = 60_000
const harmfulAt = goldenStart + 300 * minuteMs + 20_000
const neutralAt = goldenStart + 120 * minuteMs + 20_000

beforeAll(async () => {
  floor = await openFactoryFloor()
  await floor.send('FW-102', worseFrom('FW-102', 300))
  await floor.send('FW-511', [change('FW-511', harmfulAt, 'Jaw gap (mm)')])
})
afterAll(() => floor?.close())

const change = (serialNo: string, time: number, description: string) => ({
  ...{ kind: 'audit', serialNo, time, userGroup: 'Operator', description },
  ...{ valueBefore: '145', valueAfter: '136' },
})

/** Ten hours: 120 packs a minute and 1 reject in 100; from a minute on 5 in 100, and it is held for 20 s of every 5 minutes. */
function worseFrom(serialNo: string, worseMinute: number): object[] {
  const records: object[] = []
  let [packs, rejects] = [0, 0]
  for (let minute = 0; minute < 600; minute++) {
    const isWorse = minute >= worseMinute
    const stops = isWorse && minute % 5 === 2
    for (const second of [0, 20, 40]) {
      records.push(
        factory.at(goldenStart + minute * minuteMs + second * 1_000).sample(serialNo, {
          state: stops && second === 20 ? 21 : 10,
          product: 'Milk Bar 45 g',
          packs,
          rejects,
        }),
      )
      if (stops && second === 20) continue
      packs += 40
      rejects += isWorse ? 2 : 0.4
    }
  }
  records.push(change(serialNo, harmfulAt, 'Seal temperature (°C)'))
  records.push(change(serialNo, harmfulAt + 10_000, 'Jaw gap (mm)'))
  records.push(change(serialNo, neutralAt, 'Film tension (%)'))
  return records
}

type Query = Record<string, string>

async function changesOf(query: Query = {}) {
  const { status, body } = await floor.get(changeList.path, { machineId: 'FW-102', ...query })
  expect([status, body]).toEqual([200, expect.anything()])
  return changeList.answer.parse(body)
}

test('the change after which it got worse comes first, with its figures before and after', async () => {
  const { from, rows, count } = await changesOf()
  expect([from.getTime(), count, rows.length]).toEqual([goldenStart, 3, 2])
  const [first, second] = rows
  expect(first).toMatchObject({
    ...{ at: new Date(goldenStart + 300 * minuteMs), rank: 1, isWorse: true },
    changes: [
      {
        ...{
          at: new Date(harmfulAt),
          userGroup: 'Operator',
          valueBefore: '145',
          valueAfter: '136',
        },
        description: 'Seal temperature (°C)',
      },
      { at: new Date(harmfulAt + 10_000), description: 'Jaw gap (mm)' },
    ],
    figures: {
      stops: { before: 0, after: 12, isWorse: true },
      rejects: { before: expect.closeTo(1, 6), after: expect.closeTo(5, 6), isWorse: true },
      speed: { before: 120, after: 120, isWorse: false },
    },
  })
  const { rejects } = first?.figures ?? {}
  // Nowhere else in ten hours it got worse as much; two changes with three figures each were tested.
  expect(rejects?.p).toBeLessThan(0.003)
  expect(rejects?.adjusted).toBeLessThanOrEqual(6 * (rejects?.p ?? 0))
  expect(second).toMatchObject({ rank: 2, isWorse: false, changes: [{ at: new Date(neutralAt) }] })
  expect(second?.figures?.rejects).toMatchObject({
    ...{ before: expect.closeTo(1, 6), after: expect.closeTo(1, 6), isWorse: false },
  })
})

test('half an hour after a change nothing is said yet', async () => {
  const asOf = (minutes: number) =>
    changesOf({ until: new Date(harmfulAt + minutes * minuteMs).toISOString() })
  const early = (await asOf(29)).rows.find(({ changes }) => changes.length === 2)
  expect(early).toMatchObject({ figures: null, isWorse: false })
  const later = (await asOf(32)).rows.find(({ changes }) => changes.length === 2)
  expect(later?.figures?.rejects.after).toBeCloseTo(5, 6)
})

test('a window without changes is empty, and of a long one the last 31 days are looked at', async () => {
  expect(await changesOf({ end_time: '07:00' })).toMatchObject({ rows: [], count: 0 })
  const { from } = await changesOf({ start_date: '2026-01-01', start_time: '00:00' })
  expect(from.getTime()).toBe(goldenStart + 12 * 60 * minuteMs - 31 * 86_400_000)
})

test("no machine, all machines and the neighbour's machine are refused; no change of theirs is in the list", async () => {
  expect((await floor.get(changeList.path, {})).status).toBe(400)
  expect((await floor.get(changeList.path, { machineId: 'All' })).status).toBe(400)
  expect((await floor.get(changeList.path, { machineId: 'FW-511' })).status).toBe(404)
  expect((await changesOf({ machineId: 'FW-101' })).rows).toEqual([])
})
