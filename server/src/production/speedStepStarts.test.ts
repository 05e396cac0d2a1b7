import { cutIntoDays } from '@packboard/model'
import { expect, test } from 'vitest'
import { speedStepStarts } from './speedStepStarts.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)
const window = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })
const lengths = (found: ReturnType<typeof speedStepStarts>) =>
  found.steps.map((start, index) => ((found.steps[index + 1] ?? found.ends) - start) / hour)

test.each([
  [24, 'as-is', 1_440],
  [24 + 1 / 60, '5 minutes', 289],
  [125, '5 minutes', 1_500],
  [125 + 1 / 60, '15 minutes', 501],
  [375, '15 minutes', 1_500],
  [375 + 1 / 60, '1 hour', 376],
  [1_500, '1 hour', 1_500],
  [1_500 + 1 / 60, '6 hours', 251],
  [9_000, '6 hours', 1_500],
  [9_000 + 1 / 60, '1 day', 376],
  [1_098 * 24, '1 day', 1_098],
])('%d hours are drawn in steps of %s, %d of them (D27)', (hours, interval, count) => {
  const from = new Date('2024-01-01T00:00:00Z')
  const found = speedStepStarts({ from, to: new Date(from.getTime() + hours * hour) }, 'UTC')
  expect([found.interval, found.steps.length]).toEqual([interval, count])
})

test('an empty window has no steps', () => {
  expect(speedStepStarts(window('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'), 'UTC')).toEqual({
    interval: 'as-is',
    steps: [],
    ends: at('2026-01-01T00:00:00Z'),
  })
})

test('minutes lie on the grid; the first step begins before a window that begins inside it', () => {
  const found = speedStepStarts(window('2026-01-01T00:00:30Z', '2026-01-01T00:02:00.001Z'), 'UTC')
  expect(found.steps).toEqual(
    [0, 1, 2].map((minute) => at('2026-01-01T00:00:00Z') + minute * 60_000),
  )
  expect(found.ends).toBe(at('2026-01-01T00:03:00Z'))
})

test('steps of 15 minutes lie on the grid of UTC also in a zone of half hours', () => {
  const found = speedStepStarts(
    window('2026-01-01T00:10:00Z', '2026-01-08T00:00:00Z'),
    'Asia/Kolkata',
  )
  expect(found.interval).toBe('15 minutes')
  expect(found.steps[0]).toBe(at('2026-01-01T00:00:00Z'))
})

// Each window is long enough for the step and begins and ends away from midnight.
test.each([
  ['Europe/London', '2026-03-29', 23, [6, 6, 6, 5]],
  ['Australia/Lord_Howe', '2026-10-04', 23.5, [6, 6, 6, 5.5]],
  ['Asia/Kolkata', '2026-03-29', 24, [6, 6, 6, 6]],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, [6, 6, 6, 6, 0.5]],
  ['Europe/London', '2025-10-26', 25, [6, 6, 6, 6, 1]],
])('%s %s has %d hours: its steps of 6 hours last %j', (zone, date, hours, expected) => {
  const middle = at(`${date}T12:00:00Z`)
  const period = {
    from: new Date(middle - 100 * 24 * hour),
    to: new Date(middle + 100 * 24 * hour),
  }
  const found = speedStepStarts(period, zone)
  expect(found.interval).toBe('6 hours')
  const day = cutIntoDays(period, zone).find((part) => part.date === date)
  const begins = day?.period.from.getTime() ?? 0
  const first = found.steps.indexOf(begins)
  expect(lengths(found).slice(first, first + expected.length)).toEqual(expected)
  expect(expected.reduce((sum, length) => sum + length)).toBe(hours)
  expect(found.steps[first + expected.length]).toBe(begins + hours * hour)
})

test('an hour step of a day of 23.5 hours ends at the next midnight', () => {
  const period = window('2026-09-20T00:00:00Z', '2026-10-20T00:00:00Z')
  const found = speedStepStarts(period, 'Australia/Lord_Howe')
  expect(found.interval).toBe('1 hour')
  expect(lengths(found).filter((length) => length !== 1)).toEqual([0.5])
})

test('a day that the zone left out has no step, and its neighbours touch', () => {
  const found = speedStepStarts(
    window('2011-01-01T12:00:00Z', '2012-02-01T12:00:00Z'),
    'Pacific/Apia',
  )
  expect(found.interval).toBe('1 day')
  const dates = found.steps.map((start) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Apia' }).format(start),
  )
  expect(dates).toContain('2011-12-29')
  expect(dates).not.toContain('2011-12-30')
  expect(dates).toContain('2011-12-31')
  // One hour less and more where the clocks changed in April and September of that year.
  expect(
    lengths(found)
      .filter((length) => length !== 24)
      .sort(),
  ).toEqual([23, 25])
})

test('steps cover the window without hole and overlap in any zone', () => {
  for (const zone of [
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Cairo',
  ]) {
    for (const days of [0.3, 2, 10, 40, 200, 500]) {
      const from = at('2025-09-17T03:17:11.123Z')
      const to = from + days * 24 * hour
      const { steps, ends } = speedStepStarts({ from: new Date(from), to: new Date(to) }, zone)
      expect(steps[0]).toBeLessThanOrEqual(from)
      expect(steps[1] ?? ends).toBeGreaterThan(from)
      expect(steps.at(-1)).toBeLessThan(to)
      expect(ends).toBeGreaterThanOrEqual(to)
      expect(steps.every((start, index) => start < (steps[index + 1] ?? ends))).toBe(true)
    }
  }
})
