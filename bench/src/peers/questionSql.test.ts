import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { comparable, dayNumber, questionSql, shiftAt } from './question.ts'

const seconds = (text: string) => Date.parse(text) / 1_000
/** London goes back to UTC on 25 October 2026: that day has 25 hours. */
const days = [
  { date: '2026-10-24', from: seconds('2026-10-23T23:00Z'), to: seconds('2026-10-24T23:00Z') },
  { date: '2026-10-25', from: seconds('2026-10-24T23:00Z'), to: seconds('2026-10-26T00:00Z') },
  { date: '2026-10-26', from: seconds('2026-10-26T00:00Z'), to: seconds('2026-10-27T00:00Z') },
]
const window = { machineIds: [7], days, stepSeconds: 3_600 }
const dialect = {
  table: 'minute_row',
  quotient: (dividend: string, divisor: number) => `${dividend} / ${divisor}`,
  instant: String,
  seconds: 'began',
  packs: (sum: string) => sum,
  speed: (sum: string) => sum,
}

test('a minute is of its local day on both sides of the change of the clock, and of no other machine, client or day', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(
    'CREATE TABLE minute_row (client_id, machine_id, began INTEGER, category, product, tool, ms, packs)',
  )
  const insert = database.prepare("INSERT INTO minute_row VALUES (?, ?, ?, 'run', 'p', 't', ?, 1)")
  const minutes = [
    [90, 7, '2026-10-23T22:59Z', 1],
    [90, 7, '2026-10-23T23:00Z', 10],
    [90, 7, '2026-10-24T22:59Z', 20],
    [90, 7, '2026-10-24T23:00Z', 300],
    [90, 7, '2026-10-25T23:59Z', 400],
    [90, 7, '2026-10-26T00:00Z', 5_000],
    [90, 7, '2026-10-27T00:00Z', 60_000],
    [90, 8, '2026-10-24T12:00Z', 700_000],
    [91, 7, '2026-10-24T12:00Z', 800_000],
  ] as const
  for (const [client, machine, at, ms] of minutes) insert.run(client, machine, seconds(at), ms)
  const sql = questionSql({ ...window, name: 'day summary' }, dialect)
  const found = database.prepare(sql).all()
  database.close()
  expect(found.map((row) => Object.values(row).slice(0, 5))).toEqual([
    [dayNumber('2026-10-24'), 7, 'p', 't', 30],
    [dayNumber('2026-10-25'), 7, 'p', 't', 700],
    [dayNumber('2026-10-26'), 7, 'p', 't', 5_000],
  ])
})

test('the last of 25 hours is of its own day', () => {
  const at = seconds('2026-10-25T23:00Z')
  expect(Math.floor((at + shiftAt(days, at)) / 86_400)).toBe(dayNumber('2026-10-25'))
  expect(shiftAt(days, seconds('2026-10-24T23:00Z'))).toBe(3_600)
  expect(shiftAt(days, seconds('2026-10-26T00:00Z'))).toBe(0)
})

test('speeds of a day on which the clock changes are not compared, sums are', () => {
  const hour = (date: string, of: number) => `${dayNumber(date) * 24 + of}|1`
  const lines = [hour('2026-10-24', 23), hour('2026-10-25', 0), hour('2026-10-26', 0)]
  expect(comparable({ ...window, name: 'speed' }, lines)).toEqual([lines[0], lines[2]])
  expect(comparable({ ...window, name: 'states' }, lines)).toEqual(lines)
})
