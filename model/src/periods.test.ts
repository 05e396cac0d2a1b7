import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutIntoDays,
  type FilterWindow,
  filterPeriod,
  isEmptyPeriod,
  joinedPeriods,
  type Period,
  periodFilter,
  periodSeconds,
} from './periods.ts'

const zones = [
  'UTC',
  'Europe/London',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Apia',
]

function filter(start: string, end: string, zone: string): FilterWindow {
  const [startDate = '', startTime = ''] = start.split(' ')
  const [endDate = '', endTime = ''] = end.split(' ')
  return { startDate, startTime, endDate, endTime, zone }
}

const hours = (period: Period) => periodSeconds(period) / 3600

describe('a filter means one stretch without break (D16)', () => {
  test('from yesterday 06:00 to today 18:00 are 36 hours', () => {
    const period = filterPeriod(filter('2026-11-20 06:00', '2026-11-21 18:00', 'Asia/Kolkata'))
    expect(period.from.toISOString()).toBe('2026-11-20T00:30:00.000Z')
    expect(hours(period)).toBe(36)
  })

  test('an end of 23:59 reaches to the end of that minute', () => {
    const day = filter('2026-11-21 00:00', '2026-11-21 23:59', 'Europe/London')
    expect(filterPeriod(day).to.toISOString()).toBe('2026-11-22T00:00:00.000Z')
    expect(filterPeriod({ ...day, endTime: '23:55' }).to.toISOString()).toBe(
      '2026-11-21T23:55:00.000Z',
    )
  })

  test('an end of 23:59 that exists twice is the second one', () => {
    const day = filter('2026-04-04 00:00', '2026-04-04 23:59', 'America/Santiago')
    expect(hours(filterPeriod(day))).toBe(25)
  })

  test('a start inside the repeated hour is the first, an end the second', () => {
    const repeated = filter('2026-10-25 01:30', '2026-10-25 01:30', 'Europe/London')
    expect(hours(filterPeriod(repeated))).toBe(1)
  })

  test('a start and an end inside the hour that was left out are the same moment', () => {
    const skipped = filterPeriod(filter('2026-03-29 01:10', '2026-03-29 01:50', 'Europe/London'))
    expect(isEmptyPeriod(skipped)).toBe(true)
    expect(periodSeconds(skipped)).toBe(0)
  })

  test('a whole day that the zone left out is no time', () => {
    const left = filter('2011-12-30 00:00', '2011-12-30 23:59', 'Pacific/Apia')
    expect(isEmptyPeriod(filterPeriod(left))).toBe(true)
  })

  test('an end before the start is an empty period', () => {
    const backwards = filter('2026-11-21 06:00', '2026-11-20 18:00', 'UTC')
    expect(isEmptyPeriod(filterPeriod(backwards))).toBe(true)
  })
})

describe('days have the length that the clocks give them (D15)', () => {
  test.each([
    ['Europe/London', '2026-03-29', 23],
    ['Europe/London', '2026-10-25', 25],
    ['Europe/London', '2026-11-21', 24],
    ['Asia/Kolkata', '2026-10-25', 24],
    ['America/St_Johns', '2026-03-08', 23],
    ['America/St_Johns', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Africa/Cairo', '2026-10-29', 25],
    ['America/Santiago', '2026-09-06', 23],
    ['America/Santiago', '2026-04-04', 25],
  ])('%s %s has %d hours', (zone, date, length) => {
    const [day, ...others] = cutIntoDays(
      filterPeriod(filter(`${date} 00:00`, `${date} 23:59`, zone)),
      zone,
    )
    expect(day?.date).toBe(date)
    expect(day && hours(day.period)).toBe(length)
    expect(others).toEqual([])
  })

  test('a day that the zone left out is not there', () => {
    const around = filterPeriod(filter('2011-12-29 00:00', '2011-12-31 23:59', 'Pacific/Apia'))
    expect(hours(around)).toBe(48)
    expect(cutIntoDays(around, 'Pacific/Apia').map(({ date }) => date)).toEqual([
      '2011-12-29',
      '2011-12-31',
    ])
  })

  test('the first and the last day are the parts that the period holds', () => {
    const period = filterPeriod(filter('2026-11-20 06:00', '2026-11-22 18:00', 'America/St_Johns'))
    expect(
      cutIntoDays(period, 'America/St_Johns').map((day) => [day.date, hours(day.period)]),
    ).toEqual([
      ['2026-11-20', 18],
      ['2026-11-21', 24],
      ['2026-11-22', 18],
    ])
  })
})

const anyZone = fc.constantFrom(...zones)
const anyMinute = fc
  .integer({ min: Date.UTC(2006, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minute) => new Date(minute * 60_000))
const anyPeriod = fc
  .tuple(anyMinute, fc.integer({ min: 1, max: 40 * 1440 }))
  .map(([from, minutes]): Period => ({ from, to: new Date(from.getTime() + minutes * 60_000) }))

test('the days of any period follow each other without gap and are all of it', () => {
  fc.assert(
    fc.property(anyPeriod, anyZone, (period, zone) => {
      const days = cutIntoDays(period, zone)
      expect(days[0]?.period.from).toEqual(period.from)
      expect(days.at(-1)?.period.to).toEqual(period.to)
      for (const [index, day] of days.entries()) {
        expect(isEmptyPeriod(day.period)).toBe(false)
        const next = days[index + 1]
        if (next === undefined) continue
        expect(next.period.from).toEqual(day.period.to)
        expect(next.date > day.date).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('the filter of a period means that period, or more where the clocks repeat themselves', () => {
  fc.assert(
    fc.property(anyPeriod, anyZone, (period, zone) => {
      const again = filterPeriod(periodFilter(period, zone))
      const spread = period.from.getTime() - again.from.getTime()
      expect(spread).toBeGreaterThanOrEqual(0)
      expect(spread).toBeLessThanOrEqual(3_600_000)
      expect(Math.abs(again.to.getTime() - period.to.getTime())).toBeLessThanOrEqual(3_600_000)
      expect(again.to.getTime()).toBeGreaterThanOrEqual(period.to.getTime())
    }),
    { numRuns: 300 },
  )
})

test('the end of a day reads 23:59 of that day', () => {
  const day = filter('2026-11-21 00:00', '2026-11-21 23:59', 'Asia/Kolkata')
  expect(periodFilter(filterPeriod(day), 'Asia/Kolkata')).toEqual(day)
})

test('periods that touch or overlap are one, whatever their order', () => {
  const period = (from: number, to: number) => ({ from: new Date(from), to: new Date(to) })
  expect(
    joinedPeriods([period(30, 40), period(0, 10), period(10, 20), period(12, 15), period(35, 50)]),
  ).toEqual([period(0, 20), period(30, 50)])
  expect(joinedPeriods([])).toEqual([])
})
