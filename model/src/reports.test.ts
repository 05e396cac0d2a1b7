import { expect, test } from 'vitest'
import { dueReportPeriods, reportPeriodAt, reportPeriodToSend } from './reports.ts'
import type { ShiftStart } from './shifts.ts'

const zone = 'Europe/London'
const starts: ShiftStart[] = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
  { weekday, start: '06:00', name: 'Day' },
  { weekday, start: '18:00', name: 'Night' },
])
const at = (text: string) => new Date(text)
const iso = (list: readonly { period: { from: Date; to: Date } }[]) =>
  list.map(({ period }) => `${period.from.toISOString()} ${period.to.toISOString()}`)
const due = (now: string, since = '2026-01-01T00:00:00Z') =>
  iso(dueReportPeriods('shift', { zone, starts }, { since: at(since), now: at(now) }))

test('a shift is due 15 minutes after its end, at the millisecond, and for 24 hours', () => {
  expect(due('2026-02-03T06:14:59.999Z')).not.toContain(
    '2026-02-02T18:00:00.000Z 2026-02-03T06:00:00.000Z',
  )
  expect(due('2026-02-03T06:15:00.000Z')).toEqual([
    '2026-02-02T06:00:00.000Z 2026-02-02T18:00:00.000Z',
    '2026-02-02T18:00:00.000Z 2026-02-03T06:00:00.000Z',
  ])
  // What ended before the report was set up is not sent.
  expect(due('2026-02-03T06:15:00.000Z', '2026-02-02T18:00:00Z')).toHaveLength(1)
})

test('a night over a change of the clock is 11 or 13 hours long, a day 23 or 25, and each is due once', () => {
  const night = 'shift' as const
  const lengths = (kind: 'shift' | 'day', instant: string) => {
    const { period } = reportPeriodAt(kind, { zone, starts }, at(instant))
    return (period.to.getTime() - period.from.getTime()) / 3_600_000
  }
  expect(lengths(night, '2026-03-29T00:30:00Z')).toBe(11)
  expect(lengths(night, '2026-10-25T00:30:00Z')).toBe(13)
  expect(lengths('day', '2026-03-29T12:00:00Z')).toBe(23)
  expect(lengths('day', '2026-10-25T12:00:00Z')).toBe(25)
  const seen = new Set<string>()
  for (let minute = 0; minute < 3 * 1_440; minute += 5) {
    const now = new Date(Date.parse('2026-10-24T00:00:00Z') + minute * 60_000).toISOString()
    for (const one of due(now, '2026-10-24T00:00:00Z')) seen.add(one)
  }
  expect([...seen].sort()).toEqual([
    '2026-10-23T17:00:00.000Z 2026-10-24T05:00:00.000Z',
    '2026-10-24T05:00:00.000Z 2026-10-24T17:00:00.000Z',
    '2026-10-24T17:00:00.000Z 2026-10-25T06:00:00.000Z',
    '2026-10-25T06:00:00.000Z 2026-10-25T18:00:00.000Z',
    '2026-10-25T18:00:00.000Z 2026-10-26T06:00:00.000Z',
    '2026-10-26T06:00:00.000Z 2026-10-26T18:00:00.000Z',
  ])
})

test('a week begins on Monday at 00:00 of the zone; a client without shifts has days', () => {
  const week = reportPeriodAt('week', { zone, starts }, at('2026-10-25T12:00:00Z'))
  expect(iso([week])).toEqual(['2026-10-18T23:00:00.000Z 2026-10-26T00:00:00.000Z'])
  const none = { zone, starts: [] }
  expect(iso([reportPeriodToSend('shift', none, { now: at('2026-02-03T10:00:00Z') })])).toEqual([
    '2026-02-02T00:00:00.000Z 2026-02-03T00:00:00.000Z',
  ])
  const start = at('2026-02-03T10:00:00Z')
  expect(reportPeriodToSend('shift', { zone, starts }, { now: start, start }).name).toBe('Day')
})
