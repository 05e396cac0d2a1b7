import { expect, test } from 'vitest'
import { quietUntil } from './quietHours.ts'

const night = { from: '22:00', to: '06:00', zone: 'Europe/Rome' }
const until = (at: string, hours = night) => quietUntil(new Date(at), hours)?.toISOString()

test('quiet hours end on the wall of their zone, also in the nights in which the clocks change', () => {
  expect(until('2026-01-10T21:00:00Z')).toBe('2026-01-11T05:00:00.000Z')
  expect(until('2026-01-11T04:59:59Z')).toBe('2026-01-11T05:00:00.000Z')
  expect(until('2026-01-11T05:00:00Z')).toBeUndefined()
  expect(until('2026-01-10T20:59:00Z')).toBeUndefined()
  // An hour shorter, an hour longer.
  expect(until('2026-03-28T22:00:00Z')).toBe('2026-03-29T04:00:00.000Z')
  expect(until('2026-10-24T21:00:00Z')).toBe('2026-10-25T05:00:00.000Z')
  // They end in the hour that exists twice, with its second time; in one that does not exist, when the clocks jump.
  const short = { ...night, to: '02:30' }
  expect(until('2026-10-24T22:00:00Z', short)).toBe('2026-10-25T01:30:00.000Z')
  expect(until('2026-03-28T23:00:00Z', short)).toBe('2026-03-29T01:00:00.000Z')
})

test('quiet hours of a day, and none', () => {
  const lunch = { from: '12:00', to: '13:30', zone: 'America/New_York' }
  expect(until('2026-07-01T16:10:00Z', lunch)).toBe('2026-07-01T17:30:00.000Z')
  expect(until('2026-07-01T17:30:00Z', lunch)).toBeUndefined()
  expect(until('2026-07-01T17:00:00Z', { ...lunch, to: '12:00' })).toBeUndefined()
})
