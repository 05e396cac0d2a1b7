import { setReasons } from '@packboard/management'
import { openTestManagement, runSql, type TestManagement } from '@packboard/management/testing'
import { grantClientScope, type Reason } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweredStop, answerFor, anyAnswer, seedAnswers } from './seedAnswers.ts'

const now = Date.UTC(2026, 10, 21, 12)
const minute = 60_000
let opened: TestManagement
let machineId: number

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const reason = (digit: number, en: string, more: Partial<Reason> = {}): Reason => ({
  ...{ id: uuid(digit), parent: null, name: { en }, icon: 'film', planned: false },
  ...{ cause: 'machine', rank: digit, overrunSeconds: null, alarms: [], states: [] },
  retired: false,
  ...more,
})
const reasons = [
  reason(1, 'Infeed jam', { alarms: [{ kind: 'group', value: 'Infeed' }] }),
  reason(2, 'Product change', { states: [4] }),
  reason(3, 'Repair'),
  reason(4, 'Shift handover'),
  reason(5, 'Meal break'),
  reason(6, 'Other'),
]

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  const machines = await runSql<{ id: number }>(
    opened.management,
    `select id from machine where serial_no = 'FW-101'`,
  )
  machineId = machines[0]!.id
  const scope = grantClientScope(1)
  const editor = { userId: 1, username: 'admin' }
  await setReasons(opened.management, editor, scope, { reasons })
})
afterAll(() => opened?.close())

const stop = (hoursAgo: number, more: Partial<AnsweredStop> = {}): AnsweredStop => ({
  ...{ machineId: 0, serialNo: 'FW-101', alarmGroup: '', alarm: '', state: 13 },
  from: now - hoursAgo * 3_600_000,
  to: now - hoursAgo * 3_600_000 + 3 * minute,
  ...more,
})
/** Many stops alike: some of them are left open. */
const reasonsOf = (more: Partial<AnsweredStop>) =>
  new Set(
    Array.from({ length: 40 }, (_, index) =>
      answerFor({ ...stop(10 + index), ...more }, reasons, now),
    ).flatMap((answer) => (answer ? [answer.reason] : [])),
  )

test('an answer is what the list proposes, else what people say of such a stop', () => {
  expect(reasonsOf({ alarmGroup: 'Infeed', alarm: 'Jam' })).toEqual(new Set([uuid(1)]))
  expect(reasonsOf({ state: 4 })).toEqual(new Set([uuid(2)]))
  expect(reasonsOf({ alarmGroup: 'Temp', alarm: 'Front jaw' })).toEqual(new Set([uuid(3)]))
  expect(reasonsOf({ state: 13 })).toEqual(new Set([uuid(4)]))
  expect(reasonsOf({ state: 8 })).toEqual(new Set([uuid(6)]))
  const meal = answerFor({ ...stop(31), from: now - 31 * 3_600_000 - 20 * minute }, reasons, now)
  expect(meal?.reason ?? uuid(5)).toBe(uuid(5))
})

test('some stops are left open, most of all new ones, and nobody answers in the future', () => {
  const openOf = (hours: (index: number) => number) =>
    Array.from({ length: 400 }, (_, index) => answerFor(stop(hours(index)), reasons, now)).filter(
      (answer) => answer === null,
    ).length / 400
  const old = openOf((index) => 5 + index)
  expect(old).toBeGreaterThan(0.03)
  expect(old).toBeLessThan(0.15)
  expect(openOf((index) => 0.4 + index / 400)).toBeGreaterThan(0.35)
  for (let index = 0; index < 200; index += 1) {
    const answer = answerFor(stop(0.1 + index / 100), reasons, now)
    if (answer) expect(answer.at).toBeLessThanOrEqual(now)
  }
})

test('several people answer, and the same stop gets the same answer', () => {
  const all = Array.from({ length: 200 }, (_, index) => stop(5 + index))
  const first = all.map((one) => answerFor(one, reasons, now))
  expect(all.map((one) => answerFor(one, reasons, now))).toEqual(first)
  expect(new Set(first.flatMap((answer) => (answer ? [answer.username] : [])))).toEqual(
    new Set(['user', 'engineer', 'clientadmin']),
  )
})

test('they are stored in the order of their time, by the people of the client', async () => {
  expect(await anyAnswer(opened.management, 1)).toBe(false)
  const stops = Array.from({ length: 1_200 }, (_, index) => ({
    ...stop(5 + index / 4),
    machineId,
    to: stop(5 + index / 4).from + 3 * minute,
  }))
  const count = await seedAnswers(opened.management, 1, stops, { reasons, now })
  expect(count).toBeGreaterThan(1_000)
  expect(await anyAnswer(opened.management, 1)).toBe(true)
  expect(await anyAnswer(opened.management, 2)).toBe(false)
  const rows = await runSql<{ username: string | null; set_at: Date; ends: Date }>(
    opened.management,
    `select u.username, l.set_at, l.ends from stop_label l
     left join user_account u on u.id = l.set_by order by l.id`,
  )
  expect(rows).toHaveLength(count)
  expect(rows.every(({ username }) => username !== null)).toBe(true)
  const times = rows.map(({ set_at }) => set_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(rows.every(({ set_at, ends }) => set_at > ends)).toBe(true)
})
