import { expect, test } from 'vitest'
import {
  durationParts,
  formatClock,
  formatDateTime,
  formatDay,
  formatDuration,
  formatHoursMinutes,
  formatTimeInState,
  wholeMinutes,
} from './durations.ts'

test('a card shows hours, minutes and seconds', () => {
  expect(formatDuration(28_423)).toBe('7h 53m 43s')
  expect(formatDuration(0)).toBe('0h 00m 00s')
  expect(formatDuration(3599.6)).toBe('1h 00m 00s')
  expect(durationParts(2_288_999)).toEqual({ hours: '635', minutes: '49', seconds: '59' })
})

test('a metric card shows hours and minutes, rounded as a whole', () => {
  expect(formatHoursMinutes(7 * 3600 + 2 * 60 + 29)).toBe('7h 02m')
  expect(formatHoursMinutes(3_580)).toBe('1h 00m')
  expect(formatHoursMinutes(0)).toBe('0h 00m')
})

test('the table of days shows whole minutes', () => {
  expect([0, 29, 30, 3_600].map(wholeMinutes)).toEqual([0, 0, 1, 60])
})

test('the time in a state grows from seconds to hours and never runs ahead', () => {
  expect([0, 41.9, 401, 9_180, -3].map(formatTimeInState)).toEqual([
    '0s',
    '41s',
    '6m 41s',
    '2h 33m',
    '0s',
  ])
})

test('what is not known is a dash and no zero', () => {
  expect([formatDuration(null), formatHoursMinutes(null), formatDateTime(null, 'UTC')]).toEqual(
    Array(3).fill('–'),
  )
})

test('a moment is shown as DD-MM-YYYY HH:mm:ss on the clocks of the zone', () => {
  const at = new Date('2026-11-21T18:32:10.999Z')
  expect(formatDateTime(at, 'Europe/London')).toBe('21-11-2026 18:32:10')
  expect(formatDateTime(at, 'Asia/Kolkata')).toBe('22-11-2026 00:02:10')
  expect(formatDay(at, 'Pacific/Apia')).toBe('22-11-2026')
  expect(formatClock(at, 'America/St_Johns')).toBe('15:02:10')
})
