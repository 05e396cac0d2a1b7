// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { type AlarmStatistic, alarmGroupCounts, alarmStatistics } from '../read.ts'
import type { StoredAlarm } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { alarmReachMs } from './alarmStatistics.ts'
import type { ContextFilter } from './contextFilter.ts'

const scope = grantClientScope(1)
const at = (seconds: number) => morning + seconds * 1_000
const period = (from: number, to: number) => ({ from: new Date(at(from)), to: new Date(at(to)) })
let telemetry: Telemetry
let nextMachine = 10

const jam = { group: 'Jaws', description: 'Pack in jaws' }
const film = { group: 'Film', description: 'Film end' }

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const alarms = [
    alarmOf({ ...film, raisedAt: at(10), clearedAt: at(40) }),
    // Cleared in a second record, below.
    alarmOf({ ...film, raisedAt: at(100) }),
    // Never cleared, and raised again.
    alarmOf({ ...jam, raisedAt: at(50) }),
    alarmOf({ ...jam, raisedAt: at(80), clearedAt: at(90) }),
    alarmOf({ ...jam, raisedAt: at(280) }),
    // Alike but for their number, and under a code.
    alarmOf({ ...film, raisedAt: at(200), sequence: 1, clearedAt: at(205) }),
    alarmOf({ ...film, raisedAt: at(200), sequence: 2, clearedAt: at(206) }),
    alarmOf({ ...film, raisedAt: at(200), sequence: 2, code: 'E7' }),
    alarmOf({ ...film, machineId: 2, raisedAt: at(20), clearedAt: at(25) }),
  ]
  const foreign = alarms.map((alarm) => ({ ...alarm, clientId: 2, group: 'Strange' }))
  const samples = [
    sampleOf({ at: at(0), product: 'A' }),
    sampleOf({ at: at(60), product: 'B' }),
    sampleOf({ at: at(120), product: 'B' }),
  ]
  await commitBatch(telemetry, batchOf({ alarms: [...alarms, ...foreign], samples }))
  const late = alarmOf({ ...film, raisedAt: at(100), clearedAt: at(160) })
  await commitBatch(telemetry, batchOf({ alarms: [late] }))
  // The clearing is corrected, and what came before is sent again: it says nothing new (D62).
  const corrected = { ...late, clearedAt: at(150) }
  await commitBatch(telemetry, batchOf({ alarms: [corrected] }))
  await commitBatch(telemetry, batchOf({ alarms: [late] }))
})
afterAll(() => telemetry?.close())

async function rowsOf(window: { from: Date; to: Date }, filter: ContextFilter = {}) {
  const question = { machineIds: [1, 2], period: window, filter }
  return alarmStatistics(telemetry, scope, question)
}
const row = (
  of: typeof jam,
  raised: number,
  count: number,
  seconds: number,
  over: object = {},
) => ({
  ...{ ...of, raised, count, ms: seconds * 1_000, open: 0, withoutEnd: 0 },
  ...over,
})

test('an alarm stands until its clearing or the next one of its text, else to the end of the window', async () => {
  // Film: 30 + 50 s, the two of one instant 0 and 6 s, machine 2 5 s. Jaws: 50 to 80 by the next one, 10 s, 280 on.
  expect(await rowsOf(period(0, 300))).toEqual([
    row(film, 5, 5, 91, { withoutEnd: 1 }),
    row(jam, 3, 3, 60, { open: 1, withoutEnd: 1 }),
  ])
})

test('a window has the part that lies in it, and counts what was raised before and still stood', async () => {
  expect(await rowsOf(period(30, 120))).toEqual([
    // From 30 to 40, from 100 to 120: cleared after the window, so it stood at its end.
    row(film, 1, 2, 30, { open: 1 }),
    row(jam, 2, 2, 40, { withoutEnd: 1 }),
  ])
  // At its clearing an alarm is over; one that begins with the end of the window is not in it.
  expect(await rowsOf(period(40, 50))).toEqual([])
  expect(await rowsOf(period(85, 90))).toEqual([row(jam, 0, 1, 5)])
  expect(await rowsOf(period(90, 100))).toEqual([])
  // An hour later nobody cleared the last one, and nothing else stands.
  expect(await rowsOf(period(3_600, 7_200))).toEqual([row(jam, 0, 1, 3_600, { open: 1 })])
  expect(await rowsOf(period(50, 50))).toEqual([])
})

test('one that was raised longer before the window than a week is not looked for', async () => {
  const reach = alarmReachMs / 1_000
  expect(await rowsOf(period(280 + reach, 290 + reach))).toEqual([row(jam, 0, 1, 10, { open: 1 })])
  expect(await rowsOf(period(281 + reach, 290 + reach))).toEqual([])
})

test('a filter keeps the alarms that were raised in its context, with all of their time', async () => {
  const expectAll = async () => {
    const window = period(0, 300)
    expect(await rowsOf(window, { causeGroup: 'Jaws' })).toEqual([
      row(jam, 3, 3, 60, { open: 1, withoutEnd: 1 }),
    ])
    // Machine 2 sent no sample: its alarm has no context. The one of 50 s ends with the next of its text, whatever ran then.
    expect(await rowsOf(window, { product: 'A' })).toEqual([
      row(film, 1, 1, 30),
      row(jam, 1, 1, 30, { withoutEnd: 1 }),
    ])
    expect(await rowsOf(window, { product: 'B', causeGroup: 'Film' })).toEqual([
      row(film, 3, 3, 56, { withoutEnd: 1 }),
    ])
    expect(await rowsOf(window, { product: 'absent' })).toEqual([])
  }
  await expectAll()
  await telemetry.settled()
  await expectAll()
})

test('those that were raised in the window are as many as the slices of the groups count', async () => {
  for (const filter of [{}, { product: 'B' }, { causeGroup: 'Film' }, { state: 10 }]) {
    const question = { machineIds: [1, 2], period: period(15, 250), filter }
    const groups: Record<string, number> = {}
    for (const { group, raised } of await alarmStatistics(telemetry, scope, question)) {
      if (raised > 0) groups[group] = (groups[group] ?? 0) + raised
    }
    const counts = await alarmGroupCounts(telemetry, scope, question)
    expect(groups).toEqual(Object.fromEntries(counts.map(({ group, count }) => [group, count])))
  }
})

test('a neighbour has its own under the same numbers, and another client none', async () => {
  const question = { machineIds: [1, 2], period: period(0, 300), filter: {} }
  const own = await alarmStatistics(telemetry, grantClientScope(2), question)
  expect(new Set(own.map(({ group }) => group))).toEqual(new Set(['Strange']))
  expect(await alarmStatistics(telemetry, grantClientScope(3), question)).toEqual([])
})

const anyAlarm = fc.record({
  second: fc.integer({ min: 0, max: 60 }),
  sequence: fc.constantFrom(0, 0, 1),
  text: fc.constantFrom(jam, film),
  lasts: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
})

/** The definition, one alarm after the other. */
function slowly(alarms: readonly StoredAlarm[], from: number, to: number): AlarmStatistic[] {
  const rows = [film, jam].map((text) => {
    const own = alarms
      .filter(({ description, raisedAt }) => description === text.description && raisedAt < to)
      .sort((a, b) => a.raisedAt - b.raisedAt || (a.sequence ?? 0) - (b.sequence ?? 0))
    const sum = { ...text, raised: 0, count: 0, ms: 0, open: 0, withoutEnd: 0 }
    own.forEach(({ raisedAt, clearedAt }, i) => {
      const next = own[i + 1]?.raisedAt
      const end = Math.min(to, clearedAt ?? to, next ?? to)
      if (raisedAt < from && end <= from) return
      sum.count += 1
      if (raisedAt >= from) sum.raised += 1
      sum.ms += end - Math.max(raisedAt, from)
      if (next === undefined && (clearedAt === undefined || clearedAt > to)) sum.open += 1
      if (next !== undefined && (clearedAt === undefined || clearedAt > next)) sum.withoutEnd += 1
    })
    return sum
  })
  return rows.filter(({ count }) => count > 0)
}

test('any alarms in any window: the same as each alarm alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyAlarm, {
        selector: ({ second, sequence, text }) => `${second} ${sequence} ${text.group}`,
        maxLength: 12,
      }),
      fc.integer({ min: -5, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      async (found, begin, seconds) => {
        const machineId = nextMachine++
        const alarms = found.map(({ second, sequence, text, lasts }) =>
          alarmOf({
            ...{ ...text, machineId, sequence, raisedAt: at(second) },
            ...(lasts !== undefined && { clearedAt: at(second + lasts) }),
          }),
        )
        const bare = alarms.map(({ clearedAt: _, ...alarm }) => alarm)
        // First as they were raised, then with their clearings; in one batch for half of them.
        await commitBatch(telemetry, batchOf({ alarms: bare.filter((_, i) => i % 2 === 0) }))
        await commitBatch(telemetry, batchOf({ alarms }))
        const window = period(begin, begin + seconds)
        const question = { machineIds: [machineId], period: window, filter: {} }
        expect(await alarmStatistics(telemetry, scope, question)).toEqual(
          slowly(alarms, window.from.getTime(), window.to.getTime()),
        )
      },
    ),
    { ...runsOfProperty({ deep: 60, daily: 15 }), endOnFailure: true },
  )
}, 120_000)
