import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOfProperty } from '../testing/depth.ts'
import { comparedWindow, type EarlierKind, earlierWindow } from './earlierWindow.ts'
import { type FilterWindow, filterPeriod, periodFilter } from './periods.ts'
import { shiftsIn } from './shifts.ts'
import { addDays, wallTime, wallTimeToInstant } from './zones.ts'

const zone = 'Europe/London'
const window = (
  startDate: string,
  startTime: string,
  endDate: string,
  endTime: string,
): FilterWindow => ({ startDate, startTime, endDate, endTime, zone })
const day = (date: string) => window(date, '00:00', date, '23:59')
const starts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
  { weekday, start: '06:00', name: 'Early' },
  { weekday, start: '14:00', name: 'Late' },
  { weekday, start: '22:00', name: 'Night' },
])
const plan = { zone, starts }
const of = (shown: FilterWindow, kind: EarlierKind, until: string | null = null) => {
  const found = earlierWindow(shown, kind, { plan, until: until === null ? null : new Date(until) })
  if (found === null) return null
  const { from, to } = filterPeriod(found.window)
  return [from.toISOString(), (found.until ?? to).toISOString()].map((at) => at.slice(0, 19))
}

describe('a window that is over', () => {
  test('the period before: a day, a month, a shift', () => {
    // On Sunday 29 March 2026 the clocks go from 01:00 to 02:00: that day has 23 hours.
    expect(of(day('2026-03-30'), 'before')).toEqual(['2026-03-29T00:00:00', '2026-03-29T23:00:00'])
    const march = window('2026-03-01', '00:00', '2026-03-31', '23:59')
    expect(of(march, 'before')).toEqual(['2026-02-01T00:00:00', '2026-03-01T00:00:00'])
    const early = window('2026-11-20', '06:00', '2026-11-20', '14:00')
    expect(of(early, 'before')).toEqual(['2026-11-19T22:00:00', '2026-11-20T06:00:00'])
  })

  test('a week before: the same times of the same weekday, whatever the clocks did meanwhile', () => {
    expect(of(day('2026-03-30'), 'week')).toEqual(['2026-03-23T00:00:00', '2026-03-24T00:00:00'])
    const hours = window('2026-11-20', '08:15', '2026-11-20', '09:45')
    expect(of(hours, 'week')).toEqual(['2026-11-13T08:15:00', '2026-11-13T09:45:00'])
  })

  test('where the clocks show its beginning twice, the period before ends with the first of them', () => {
    // On Sunday 25 October 2026 the clocks go from 02:00 back to 01:00: 01:30 is 00:30 and 01:30 of UTC.
    const night = window('2026-10-25', '01:30', '2026-10-25', '04:00')
    expect(of(night, 'before')).toEqual(['2026-10-24T21:00:00', '2026-10-25T00:30:00'])
  })

  test('a window longer than a week has none a week before', () => {
    expect(of(window('2026-11-01', '00:00', '2026-11-07', '23:59'), 'week')).not.toBeNull()
    expect(of(window('2026-11-01', '00:00', '2026-11-08', '00:01'), 'week')).toBeNull()
  })

  test('the same shift of the day before; what is no shift has none', () => {
    const night = window('2026-11-20', '22:00', '2026-11-21', '06:00')
    expect(of(night, 'shift')).toEqual(['2026-11-19T22:00:00', '2026-11-20T06:00:00'])
    expect(of(window('2026-11-20', '06:00', '2026-11-20', '13:00'), 'shift')).toBeNull()
    expect(earlierWindow(night, 'shift', { plan: null, until: null })).toBeNull()
    const monday = { zone, starts: [{ weekday: 1, start: '06:00', name: 'Early' }] }
    const week = periodFilter(
      { from: new Date('2026-11-16T06:00:00Z'), to: new Date('2026-11-23T06:00:00Z') },
      zone,
    )
    expect(earlierWindow(week, 'shift', { plan: monday, until: null })).toBeNull()
  })
})

describe('a window that still runs is compared with as much of the earlier one', () => {
  test('up to the same time of day, to the second', () => {
    expect(of(day('2026-11-20'), 'before', '2026-11-20T14:32:05Z')).toEqual([
      '2026-11-19T00:00:00',
      '2026-11-19T14:32:05',
    ])
    // 14:32 of British Summer Time, of the day after the change of 23 hours.
    expect(of(day('2026-03-30'), 'before', '2026-03-30T13:32:05Z')?.[1]).toBe('2026-03-29T13:32:05')
    expect(of(day('2026-03-30'), 'week', '2026-03-30T13:32:05Z')?.[1]).toBe('2026-03-23T14:32:05')
  })

  test('a shift after the same elapsed time', () => {
    const early = window('2026-11-20', '06:00', '2026-11-20', '14:00')
    expect(of(early, 'before', '2026-11-20T07:30:00Z')?.[1]).toBe('2026-11-19T23:30:00')
    expect(of(early, 'shift', '2026-11-20T07:30:00Z')?.[1]).toBe('2026-11-19T07:30:00')
  })

  test('never beyond the earlier window: on 31 March all of February', () => {
    const march = window('2026-03-01', '00:00', '2026-03-31', '23:59')
    expect(of(march, 'before', '2026-03-30T22:00:00Z')?.[1]).toBe('2026-03-01T00:00:00')
  })
})

const zones = fc.constantFrom(
  'Europe/London',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
)
const minuteOfDay = fc
  .integer({ min: 0, max: 1_438 })
  .map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
const two = (value: number) => String(value).padStart(2, '0')
const windows = fc
  .record({
    zone: zones,
    start: fc.integer({ min: 0, max: 900 }),
    days: fc.integer({ min: 0, max: 9 }),
    startTime: minuteOfDay,
    endTime: minuteOfDay,
  })
  .map(({ zone: where, start, days, startTime, endTime }): FilterWindow => {
    const startDate = addDays('2025-01-01', start)
    return { zone: where, startDate, startTime, endDate: addDays(startDate, days), endTime }
  })

test('a week before, the clocks show the same; two neighbours become neighbours', () => {
  fc.assert(
    fc.property(windows, minuteOfDay, (shown, later) => {
      const found = earlierWindow(shown, 'week', { plan: null, until: null })
      if (found === null) return
      const { from, to } = filterPeriod(found.window)
      const now = filterPeriod(shown)
      expect(to.getTime()).toBeLessThanOrEqual(now.from.getTime())
      for (const [at, time, date, side] of [
        [from, shown.startTime, shown.startDate, 'start'],
        [to, shown.endTime, shown.endDate, 'end'],
      ] as const) {
        const meant = { date: addDays(date, -7), time }
        expect(at).toEqual(wallTimeToInstant(meant, shown.zone, side))
      }
      // What begins at another time than the one at which clocks are set has its neighbour beside it.
      const next = { ...shown, startDate: shown.endDate, startTime: shown.endTime, endTime: later }
      const after = earlierWindow(next, 'week', { plan: null, until: null })
      if (after === null || repeats(found.window.endDate, shown.endTime, shown.zone)) return
      expect(filterPeriod(after.window).from).toEqual(to)
    }),
    runsOfProperty({ deep: 4_000, daily: 300 }),
  )
})

/** Is this a time that the clocks of the zone show twice on that day? */
const repeats = (date: string, time: string, where: string) =>
  wallTimeToInstant({ date, time }, where, 'start').getTime() !==
  wallTimeToInstant({ date, time }, where, 'end').getTime()

test('what is compared lies within the earlier window, grows with the time, and is all of it in the end', () => {
  const kinds = fc.constantFrom<EarlierKind>('before', 'week', 'shift')
  const shares = fc.tuple(fc.nat(1_000), fc.nat(1_000))
  fc.assert(
    fc.property(windows, kinds, shares, fc.boolean(), (given, kind, [a, b], asShift) => {
      const where = { zone: given.zone, starts }
      const [shift] = shiftsIn(starts, given.zone, filterPeriod(given))
      const shown = asShift && shift ? periodFilter(shift.period, given.zone) : given
      const now = filterPeriod(shown)
      const at = (share: number) =>
        new Date(now.from.getTime() + ((now.to.getTime() - now.from.getTime()) * share) / 1_000)
      const ends = (until: Date | null) => {
        const found = earlierWindow(shown, kind, { plan: where, until })
        if (found === null) return null
        const { from, to } = filterPeriod(found.window)
        const end = found.until ?? to
        expect(end.getTime()).toBeGreaterThanOrEqual(from.getTime())
        expect(end.getTime()).toBeLessThanOrEqual(to.getTime())
        expect(to.getTime()).toBeLessThanOrEqual(now.from.getTime())
        return end.getTime()
      }
      const whole = ends(null)
      expect(ends(now.to)).toBe(whole)
      const [early, late] = [ends(at(Math.min(a, b))), ends(at(Math.max(a, b)))]
      if (whole === null || early === null || late === null) return
      // Within the hour that clocks show twice the time of day stands still for what is compared by it.
      const back =
        wallTime(at(Math.min(a, b)), given.zone) > wallTime(at(Math.max(a, b)), given.zone)
      if (!back) expect(late - early).toBeGreaterThanOrEqual(-3_600_000)
    }),
    runsOfProperty({ deep: 4_000, daily: 300 }),
  )
})

test('what is compared is named in whole minutes, a day by its last minute', () => {
  const named = (from: string, to: string) =>
    Object.values(comparedWindow({ from: new Date(from), to: new Date(to) }, zone)).join(' ')
  expect(named('2026-11-20T00:00:00Z', '2026-11-20T14:32:59.9Z')).toBe(
    '2026-11-20 00:00 2026-11-20 14:32 Europe/London',
  )
  expect(named('2026-11-19T00:00:00Z', '2026-11-21T00:00:00Z')).toBe(
    '2026-11-19 00:00 2026-11-20 23:59 Europe/London',
  )
})
