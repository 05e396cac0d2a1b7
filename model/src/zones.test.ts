import { describe, expect, test } from 'vitest'
import { isDate, isTimeOfDay, isZone } from './zoneNames.ts'
import {
  addDays,
  localDate,
  resolveWallTime,
  startOfDay,
  wallTime,
  wallTimeToInstant,
  zoneLabel,
  zoneOffsetMinutes,
} from './zones.ts'

const iso = (at: Date) => at.toISOString()

describe('the name of a zone', () => {
  test.each(['Europe/London', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'America/Port-au-Prince'])(
    '%s is a zone',
    (name) => expect(isZone(name)).toBe(true),
  )

  test.each(['', '+01:00', 'europe/london', 'EUROPE/LONDON', 'Nowhere/Town', 'All', "UTC' OR 1=1"])(
    '%j is none',
    (name) => expect(isZone(name)).toBe(false),
  )

  test.each([
    ['Europe/London', '2026-11-21T12:00:00Z', 'Europe/London (UTC+0)'],
    ['Europe/London', '2026-07-01T12:00:00Z', 'Europe/London (UTC+1)'],
    ['Asia/Kolkata', '2026-11-21T12:00:00Z', 'Asia/Kolkata (UTC+5:30)'],
    ['America/St_Johns', '2026-11-21T12:00:00Z', 'America/St_Johns (UTC-3:30)'],
    ['Australia/Lord_Howe', '2026-07-01T12:00:00Z', 'Australia/Lord_Howe (UTC+10:30)'],
    ['UTC', '2026-07-01T12:00:00Z', 'UTC (UTC+0)'],
  ])('%s at %s is labelled with its offset', (zone, at, label) => {
    expect(zoneLabel(zone, new Date(at))).toBe(label)
  })
})

describe('a clock time that does not exist moves forward to the next that does (D16)', () => {
  test.each([
    ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:00:00.000Z'],
    ['Europe/London', '2026-03-29', '01:00', '2026-03-29T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:10', '2026-10-03T15:30:00.000Z'],
    ['America/St_Johns', '2026-03-08', '02:30', '2026-03-08T05:30:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '00:15', '2026-09-06T04:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '15:00', '2011-12-30T10:00:00.000Z'],
  ])('%s %s %s', (zone, date, time, expected) => {
    for (const side of ['start', 'end'] as const) {
      const { at, exists } = resolveWallTime({ date, time }, zone, side)
      expect([iso(at), exists]).toEqual([expected, false])
    }
  })
})

describe('a clock time that exists twice is the first for a start and the second for an end (D16)', () => {
  test.each([
    [
      'Europe/London',
      '2026-10-25',
      '01:30',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-05',
      '01:45',
      '2026-04-04T14:45:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ],
    [
      'America/St_Johns',
      '2026-11-01',
      '01:15',
      '2026-11-01T03:45:00.000Z',
      '2026-11-01T04:45:00.000Z',
    ],
    [
      'America/Santiago',
      '2026-04-04',
      '23:59',
      '2026-04-05T02:59:00.000Z',
      '2026-04-05T03:59:00.000Z',
    ],
  ])('%s %s %s', (zone, date, time, first, second) => {
    expect(iso(wallTimeToInstant({ date, time }, zone, 'start'))).toBe(first)
    expect(iso(wallTimeToInstant({ date, time }, zone, 'end'))).toBe(second)
  })
})

test('an ordinary clock time is one moment for both sides', () => {
  const wall = { date: '2026-11-21', time: '06:00' }
  for (const side of ['start', 'end'] as const) {
    expect(iso(wallTimeToInstant(wall, 'Asia/Kolkata', side))).toBe('2026-11-21T00:30:00.000Z')
  }
})

test('a moment is read off the wall of each zone', () => {
  const at = new Date('2026-11-20T20:15:59.999Z')
  expect(wallTime(at, 'Europe/London')).toEqual({ date: '2026-11-20', time: '20:15' })
  expect(wallTime(at, 'Asia/Kolkata')).toEqual({ date: '2026-11-21', time: '01:45' })
  expect(wallTime(at, 'America/St_Johns')).toEqual({ date: '2026-11-20', time: '16:45' })
  expect(localDate(at, 'Pacific/Apia')).toBe('2026-11-21')
  expect(zoneOffsetMinutes('America/St_Johns', at)).toBe(-210)
})

test('a day without midnight begins with the first minute that it has', () => {
  expect(iso(startOfDay('2026-04-24', 'Africa/Cairo'))).toBe('2026-04-23T22:00:00.000Z')
  expect(wallTime(startOfDay('2026-04-24', 'Africa/Cairo'), 'Africa/Cairo').time).toBe('01:00')
  expect(iso(startOfDay('2026-09-06', 'America/Santiago'))).toBe('2026-09-06T04:00:00.000Z')
})

test('days and times of day are checked against the calendar and the clock', () => {
  expect(['2024-02-29', '2026-12-31'].map(isDate)).toEqual([true, true])
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '21-11-2026', ''].map(isDate)).toEqual(
    Array(5).fill(false),
  )
  expect(['00:00', '23:59'].map(isTimeOfDay)).toEqual([true, true])
  expect(['24:00', '7:00', '12:60', '12:00:00', ''].map(isTimeOfDay)).toEqual(Array(5).fill(false))
  const never = { date: '2026-02-30', time: '06:00' }
  expect(() => wallTimeToInstant(never, 'UTC', 'start')).toThrow('No such time: 2026-02-30 06:00')
})

test('days are added on the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
})
