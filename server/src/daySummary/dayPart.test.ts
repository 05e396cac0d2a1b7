import { expect, test } from 'vitest'
import { dayPart } from './readDays.ts'

const year = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-12-31T00:00:00Z') }
const hours = (date: string, zone: string, period = year) => {
  const { from, to } = dayPart(period, date, zone)
  return (to.getTime() - from.getTime()) / 3_600_000
}

test.each([
  ['2026-03-29', 'Europe/London', 23],
  ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ['2026-10-25', 'Europe/London', 25],
  ['2026-06-01', 'Asia/Kolkata', 24],
])('%s in %s has %d hours', (date, zone, length) => {
  expect(hours(date, zone)).toBe(length)
})

test('a day without a midnight begins with the first minute that it has', () => {
  expect(dayPart(year, '2026-04-24', 'Africa/Cairo').from).toEqual(new Date('2026-04-23T22:00:00Z'))
  expect(hours('2026-04-24', 'Africa/Cairo')).toBe(23)
})

test('a day that the zone left out, or that the window does not meet, is empty', () => {
  const old = { from: new Date('2011-12-01T00:00:00Z'), to: new Date('2012-01-31T00:00:00Z') }
  expect(hours('2011-12-30', 'Pacific/Apia', old)).toBe(0)
  expect(hours('2011-12-29', 'Pacific/Apia', old)).toBe(24)
  expect(hours('2025-06-01', 'UTC')).toBe(0)
})

test('the window cuts the day', () => {
  const period = { from: new Date('2026-06-01T06:00:00Z'), to: new Date('2026-06-01T18:00:00Z') }
  expect(hours('2026-06-01', 'UTC', period)).toBe(12)
})
