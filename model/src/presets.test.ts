import { describe, expect, test } from 'vitest'
import { filterPeriod, periodFilter, periodSeconds } from './periods.ts'
import { dateRangePresets, durationPresets, type Preset } from './presetNames.ts'
import {
  daySummaryDefault,
  overviewDefault,
  overviewStart,
  presetPeriod,
  presetWeek,
  productionDefault,
  snapToTimeStep,
  timeStepSeconds,
} from './presets.ts'

/** A Saturday, in the middle of the afternoon in London. */
const now = new Date('2026-11-21T14:32:10.500Z')

test('the lists are those of the specification, to the letter and in its order', () => {
  expect(dateRangePresets).toEqual([
    'Last 8 hours',
    'Last 16 hours',
    'Last 24 hours',
    'Today',
    'Yesterday',
    'Last 7 Days',
    'Last 30 Days',
    'This Month',
    'Last Month',
    'This Year',
    'Last Year',
  ])
  expect(durationPresets).toEqual([
    'Last Week',
    'Last Month',
    'Last Year',
    'Last 8 hours',
    'Last 16 hours',
    'Last 24 hours',
  ])
})

describe('each preset is a half-open period', () => {
  test.each<[Preset, string, string]>([
    ['Last 8 hours', '2026-11-21T06:32:10.500Z', '2026-11-21T14:32:10.500Z'],
    ['Last 16 hours', '2026-11-20T22:32:10.500Z', '2026-11-21T14:32:10.500Z'],
    ['Last 24 hours', '2026-11-20T14:32:10.500Z', '2026-11-21T14:32:10.500Z'],
    ['Today', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['Yesterday', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['Last 7 Days', '2026-11-15T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['Last 30 Days', '2026-10-22T23:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['This Month', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['Last Month', '2026-09-30T23:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['This Year', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['Last Year', '2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['Last Week', '2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ])('%s in Europe/London', (preset, from, to) => {
    const period = presetPeriod(preset, now, 'Europe/London')
    expect([period.from.toISOString(), period.to.toISOString()]).toEqual([from, to])
  })

  test('the calendar is that of the zone: in Kolkata it is tomorrow already', () => {
    const late = new Date('2026-11-30T20:00:00Z')
    const month = presetPeriod('This Month', late, 'Asia/Kolkata')
    expect(month.from.toISOString()).toBe('2026-11-30T18:30:00.000Z')
    expect(presetPeriod('Today', late, 'Asia/Kolkata').from).toEqual(month.from)
  })

  test('the year before January is last year, the month before January is December', () => {
    const newYear = new Date('2027-01-01T00:30:00Z')
    const month = presetPeriod('Last Month', newYear, 'UTC')
    expect(month.from.toISOString()).toBe('2026-12-01T00:00:00.000Z')
    expect(presetPeriod('Last Month', newYear, 'America/St_Johns').from.toISOString()).toBe(
      '2026-11-01T02:30:00.000Z',
    )
  })

  test('on a Monday, last week ends with yesterday; on a Sunday, with the Sunday before', () => {
    const week = (at: string) => presetPeriod('Last Week', new Date(at), 'UTC').to.toISOString()
    expect(week('2026-11-23T12:00:00Z')).toBe('2026-11-23T00:00:00.000Z')
    expect(week('2026-11-22T12:00:00Z')).toBe('2026-11-16T00:00:00.000Z')
  })

  test('weeks begin on Monday at 00:00 of the zone, also where the clocks change in them', () => {
    const weekOf = (preset: 'This week' | 'Last week', at: string, zone: string) => {
      const { from, to } = presetWeek(preset, new Date(at), zone)
      return [from.toISOString(), to.toISOString()]
    }
    const sunday = '2026-11-22T22:59:59Z'
    expect(weekOf('This week', sunday, 'Europe/Oslo')).toEqual([
      ...['2026-11-15T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ])
    // A second later it is Monday there.
    expect(weekOf('This week', '2026-11-22T23:00:00Z', 'Europe/Oslo')[0]).toBe(
      '2026-11-22T23:00:00.000Z',
    )
    expect(weekOf('Last week', sunday, 'Europe/Oslo')).toEqual([
      ...['2026-11-08T23:00:00.000Z', '2026-11-15T23:00:00.000Z'],
    ])
    const clocks = presetWeek('This week', new Date('2026-10-23T12:00:00Z'), 'Europe/Oslo')
    expect(periodSeconds(clocks)).toBe((7 * 24 + 1) * 3_600)
  })

  test('24 hours are 24 hours also over a change of the clocks, a day is a day', () => {
    const sunday = new Date('2026-10-25T18:00:00Z')
    expect(periodSeconds(presetPeriod('Last 24 hours', sunday, 'Europe/London'))).toBe(24 * 3600)
    expect(periodSeconds(presetPeriod('Today', sunday, 'Europe/London'))).toBe(25 * 3600)
    expect(periodSeconds(presetPeriod('Today', sunday, 'Australia/Lord_Howe'))).toBe(24 * 3600)
  })

  test.each(['Africa/Cairo', 'Pacific/Apia', 'America/Santiago', 'America/St_Johns'])(
    'whole days survive the way through the filter bar in %s',
    (zone) => {
      for (const preset of [
        'Today',
        'Yesterday',
        'Last 7 Days',
        'Last Month',
        'Last Year',
      ] as const) {
        const period = presetPeriod(preset, now, zone)
        expect(filterPeriod(periodFilter(period, zone))).toEqual(period)
      }
    },
  )
})

describe('what a screen shows before anybody chooses', () => {
  test.each([
    ['2026-11-21T05:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T06:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T23:59:59.999Z', '2026-11-21T06:00:00.000Z'],
  ])('the overview at %s begins at %s', (at, from) => {
    expect(overviewDefault(new Date(at))).toEqual({ from: new Date(from), to: new Date(at) })
  })

  test('the production page shows yesterday 06:00 to today 18:00 of the zone', () => {
    expect(productionDefault(new Date('2026-11-21T20:00:00Z'), 'Asia/Kolkata')).toEqual({
      startDate: '2026-11-21',
      startTime: '06:00',
      endDate: '2026-11-22',
      endTime: '18:00',
      zone: 'Asia/Kolkata',
    })
  })

  test('the day summary shows all of yesterday and all of today', () => {
    const window = daySummaryDefault(now, 'UTC')
    expect(window).toMatchObject({ startTime: '00:00', endTime: '23:59' })
    expect(periodSeconds(filterPeriod(window))).toBe(48 * 3600)
  })
})

describe('the start time of the overview', () => {
  test.each([
    ['06:00', 'Europe/London', '2026-11-21T06:00:00.000Z'],
    ['14:30', 'Europe/London', '2026-11-21T14:30:00.000Z'],
    ['14:35', 'Europe/London', '2026-11-20T14:35:00.000Z'],
    ['20:00', 'Asia/Kolkata', '2026-11-21T14:30:00.000Z'],
    ['20:05', 'Asia/Kolkata', '2026-11-20T14:35:00.000Z'],
    ['03:00', 'Pacific/Apia', '2026-11-21T14:00:00.000Z'],
  ])('%s in %s is the last time the clocks showed it', (time, zone, expected) => {
    expect(overviewStart(time, zone, now).toISOString()).toBe(expected)
  })

  test('it moves in steps of five minutes', () => {
    expect(timeStepSeconds).toBe(300)
    expect(['06:00', '06:04', '23:59'].map(snapToTimeStep)).toEqual(['06:00', '06:00', '23:55'])
    expect(() => snapToTimeStep('24:00')).toThrow(RangeError)
  })
})
