import type { FilterWindow } from '@packboard/model'
import { expect, test } from 'vitest'
import { windowOf } from './filterWire.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const requested = (reported: Partial<FilterWindow>): FilterWindow => ({
  startDate: '2026-11-20',
  startTime: '06:00',
  endDate: '2026-11-20',
  endTime: '18:00',
  zone: 'UTC',
  ...reported,
})
const at = (text: string) => new Date(text)

test('a window runs without break from day and time to day and time', () => {
  expect(windowOf(requested({ endDate: '2026-11-21', endTime: '06:00' }), now)).toEqual({
    from: at('2026-11-20T06:00:00Z'),
    to: at('2026-11-21T06:00:00Z'),
  })
})

test('what is still to come is part of no figure: the end is now', () => {
  expect(windowOf(requested({ endDate: '2026-11-21', endTime: '23:59' }), now + 0.7)).toEqual({
    from: at('2026-11-20T06:00:00Z'),
    to: at('2026-11-21T12:00:00Z'),
  })
})

test.each([
  ['an end before the start', { endTime: '05:00' }],
  ['an end at the start', { endTime: '06:00' }],
  ['a start that is still to come', { startDate: '2026-11-22', endDate: '2026-11-23' }],
])('%s is an empty window', (_what, reported) => {
  const window = windowOf(requested(reported), now)
  expect('from' in window && window.from).toEqual('to' in window && window.to)
})

test.each([
  ['zone', { zone: 'Mars/Olympus' }],
  ['zone', { zone: '+01:00' }],
  ['startDate', { startDate: '2026-02-30' }],
  ['endDate', { endDate: '2025-02-29' }],
  ['startTime', { startTime: '24:00' }],
  ['endTime', { endTime: '6:00' }],
  ['startDate', { startDate: '1979-12-31', endDate: '1980-06-01' }],
  ['startDate', { startDate: '2023-01-01', endDate: '2026-11-20' }],
] as const)('what cannot be answered names %s: %o', (field, reported) => {
  expect(windowOf(requested(reported), now)).toMatchObject({
    at: field,
    sentence: expect.any(String),
  })
})

test('1,098 days are answered, a minute more is not', () => {
  const long = { startDate: '2023-11-18', startTime: '00:00', endDate: '2026-11-20' }
  expect(windowOf(requested({ ...long, endTime: '00:00' }), now)).toHaveProperty('from')
  expect(windowOf(requested({ ...long, endTime: '00:01' }), now)).toHaveProperty('sentence')
})

test.each([
  ['23 hours', 'Europe/London', '2026-03-29', 23],
  ['23.5 hours', 'Australia/Lord_Howe', '2026-10-04', 23.5],
  ['24 hours', 'America/St_Johns', '2026-06-01', 24],
  ['24.5 hours', 'Australia/Lord_Howe', '2026-04-05', 24.5],
  ['25 hours', 'Europe/London', '2025-10-26', 25],
  ['24 hours, in a zone of half hours', 'Asia/Kolkata', '2026-06-01', 24],
  ['no hour, where the zone left the day out', 'Pacific/Apia', '2011-12-30', 0],
])('a day of %s: %s %s', (_what, zone, date, hours) => {
  const day = { startDate: date, endDate: date, startTime: '00:00', endTime: '23:59', zone }
  const window = windowOf(day, now)
  if (!('from' in window)) throw new Error(window.sentence)
  expect((window.to.getTime() - window.from.getTime()) / 3_600_000).toBe(hours)
})
