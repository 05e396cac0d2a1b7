import { describe, expect, test } from 'vitest'
import {
  dayAfter,
  dayStart,
  daysOf,
  momentOf,
  requestedSpan,
  stepsOf,
  windowOf,
} from './referenceWindow.ts'

const iso = (at: number) => new Date(at).toISOString()
const hour = 3_600_000

test.each([
  ['Europe/London', '2026-03-29', 23],
  ['Europe/London', '2026-10-25', 25],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['America/St_Johns', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Kathmandu', '2026-03-29', 24],
  ['Asia/Kolkata', '2026-10-25', 24],
  ['Pacific/Apia', '2026-04-05', 24],
  // A day without a midnight, and one that shows it twice.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-11-01', 25],
])('in %s the day %s has %d hours', (zone, date, hours) => {
  expect((dayStart(dayAfter(date), zone) - dayStart(date, zone)) / hour).toBe(hours)
})

test.each([
  ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, date, at) => {
  expect(iso(dayStart(date, zone))).toBe(at)
})

describe('a wall time (D16)', () => {
  test('that does not exist moves forward to the next that does', () => {
    const at = momentOf('2026-03-29', '01:30', 'Europe/London', 'start')
    expect(iso(at)).toBe('2026-03-29T01:00:00.000Z')
    const island = momentOf('2026-10-04', '02:15', 'Australia/Lord_Howe', 'end')
    expect(iso(island)).toBe('2026-10-03T15:30:00.000Z')
  })

  test('that exists twice is the first as a start and the second as an end', () => {
    const [start, end] = (['start', 'end'] as const).map((side) =>
      iso(momentOf('2026-10-25', '01:30', 'Europe/London', side)),
    )
    expect([start, end]).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
  })
})

const filter = { startTime: '06:00', endTime: '18:00', zone: 'UTC' }

test('a window runs without break: yesterday 06:00 to today 18:00 is 36 hours', () => {
  const { from, to } = requestedSpan({ ...filter, startDate: '2026-05-01', endDate: '2026-05-02' })
  expect((to - from) / hour).toBe(36)
})

test('an end of 23:59 reaches to the end of that minute, and no window reaches past now', () => {
  const requested = { ...filter, startDate: '2026-05-01', endDate: '2026-05-01', endTime: '23:59' }
  expect(iso(requestedSpan(requested).to)).toBe('2026-05-02T00:00:00.000Z')
  const now = Date.parse('2026-05-01T07:00:00.001Z')
  expect(windowOf(requested, now).to).toBe(now)
  const early = windowOf(requested, Date.parse('2026-05-01T05:00:00Z'))
  expect(early.to).toBe(early.from)
})

test('a window is cut where the days of the zone begin', () => {
  const zone = 'Australia/Lord_Howe'
  const span = requestedSpan({
    startDate: '2026-04-04',
    startTime: '12:00',
    endDate: '2026-04-06',
    endTime: '12:00',
    zone,
  })
  expect(daysOf(span, zone).map(({ date, from, to }) => [date, (to - from) / hour])).toEqual([
    ['2026-04-04', 12],
    ['2026-04-05', 24.5],
    ['2026-04-06', 12],
  ])
})

test.each([
  [24, 'as-is'],
  [24.01, '5 minutes'],
  [125, '5 minutes'],
  [125.1, '15 minutes'],
  [375, '15 minutes'],
  [376, '1 hour'],
  [1_500, '1 hour'],
  [1_501, '6 hours'],
  [9_000, '6 hours'],
  [9_001, '1 day'],
])('%d hours are drawn %s (D27)', (hours, name) => {
  const span = { from: 0, to: hours * hour }
  expect(stepsOf(span, 'UTC', { from: 0, to: 1 }).name).toBe(name)
})

test('steps of six hours begin at each midnight of the zone, the last ends at the next', () => {
  const zone = 'Europe/London'
  const from = dayStart('2026-10-25', zone)
  const steps = stepsOf({ from, to: from + 2_000 * hour }, zone, { from, to: from + 25 * hour })
  expect(steps.spans.map((step) => (step.to - step.from) / hour)).toEqual([6, 6, 6, 6, 1])
})
