import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOfProperty } from '../../testing/depth.ts'
import {
  type Plan,
  type PlanEntry,
  type PlanException,
  type PlanKind,
  type PlanWeek,
  planKinds,
  planOfLine,
} from './plan.ts'
import { findPlanFault } from './planFault.ts'
import { type PlannedSpan, plannedSpans, type SpanKind, spanSeconds } from './plannedSpans.ts'

const at = (text: string) => Date.parse(text)
const hour = 3_600_000

const entry = (
  weekday: number,
  from: string,
  to: string,
  kind: PlanKind = 'production',
): PlanEntry => ({ weekday, from, to, kind })
const week = (entries: readonly PlanEntry[] | null, more: Partial<PlanWeek> = {}): PlanWeek => ({
  line: null,
  validFrom: '2020-01-01',
  entries,
  ...more,
})
const exception = (more: Partial<PlanException>): PlanException => ({
  line: null,
  startDate: '2027-03-26',
  startTime: '00:00',
  endDate: '2027-03-27',
  endTime: '00:00',
  kind: 'closed',
  note: '',
  ...more,
})
const plan = (weeks: readonly PlanWeek[], exceptions: readonly PlanException[] = []): Plan => ({
  weeks,
  exceptions,
})
/** The spans of all lines, in hours from the start of the window. */
const hours = (given: Plan, from: string, to: string, zone: string, line: string | null = null) =>
  plannedSpans(planOfLine(given, line), at(from), at(to), zone).map((span) => [
    span.kind,
    (span.from - at(from)) / hour,
    (span.to - at(from)) / hour,
  ])

describe('without a plan', () => {
  test('a window is one span that says so, also where the plan begins later', () => {
    const [from, to] = ['2027-03-22T00:00:00Z', '2027-03-29T00:00:00Z']
    const late = week([], { validFrom: '2027-03-30' })
    for (const nothing of [plan([]), plan([late]), plan([week(null)])]) {
      expect(hours(nothing, from, to, 'Europe/London')).toEqual([['noPlan', 0, 168]])
    }
  })

  test('an exception holds all the same', () => {
    const [from, to] = ['2027-03-26T00:00:00Z', '2027-03-28T00:00:00Z']
    expect(hours(plan([], [exception({})]), from, to, 'Europe/London')).toEqual([
      ['closed', 0, 24],
      ['noPlan', 24, 48],
    ])
  })

  test('an empty window has no span', () => {
    const all = planOfLine(plan([week([])]), null)
    expect(plannedSpans(all, 5, 5, 'UTC')).toEqual([])
    expect(plannedSpans(all, 6, 5, 'UTC')).toEqual([])
  })
})

describe('a week', () => {
  // 2027-03-22 is a Monday.
  const [monday, wednesday] = ['2027-03-22T00:00:00Z', '2027-03-24T00:00:00Z']

  test('is closed where no entry is, and a break lies within production', () => {
    const days = plan([week([entry(1, '06:00', '18:00'), entry(1, '10:00', '10:30', 'break')])])
    expect(hours(days, monday, wednesday, 'UTC')).toEqual([
      ['closed', 0, 6],
      ['production', 6, 10],
      ['break', 10, 10.5],
      ['production', 10.5, 18],
      ['closed', 18, 48],
    ])
  })

  test('runs over midnight, and over its own end', () => {
    const nights = plan([week([entry(1, '18:00', '06:00'), entry(7, '22:00', '06:00')])])
    expect(hours(nights, monday, wednesday, 'UTC')).toEqual([
      ['production', 0, 6],
      ['closed', 6, 18],
      ['production', 18, 30],
      ['closed', 30, 48],
    ])
  })

  test('from a time to the same time is 24 hours', () => {
    const whole = plan([week([entry(2, '00:00', '00:00')])])
    expect(hours(whole, monday, wednesday, 'UTC')).toEqual([
      ['closed', 0, 24],
      ['production', 24, 48],
    ])
  })

  test('changes at the midnight of its valid from, in the zone of the client', () => {
    const both = plan([
      week([], { validFrom: '2027-01-01' }),
      week([entry(2, '00:00', '00:00'), entry(3, '00:00', '00:00')], { validFrom: '2027-03-23' }),
    ])
    expect(hours(both, monday, wednesday, 'Asia/Kolkata')).toEqual([
      ['closed', 0, 18.5],
      ['production', 18.5, 48],
    ])
  })

  test('of a line comes before that of all lines, until it ends', () => {
    const lines = plan([
      week([entry(1, '00:00', '00:00'), entry(2, '00:00', '00:00')]),
      week([], { line: 'Line 1', validFrom: '2027-01-01' }),
      week(null, { line: 'Line 1', validFrom: '2027-03-23' }),
    ])
    expect(hours(lines, monday, wednesday, 'UTC', 'Line 1')).toEqual([
      ['closed', 0, 24],
      ['production', 24, 48],
    ])
    expect(hours(lines, monday, wednesday, 'UTC', 'Line 2')).toEqual([['production', 0, 48]])
    expect(hours(lines, monday, wednesday, 'UTC')).toEqual([['production', 0, 48]])
  })
})

describe('an exception', () => {
  const [from, to] = ['2027-03-26T00:00:00Z', '2027-03-27T00:00:00Z']
  const friday = week([entry(5, '00:00', '00:00'), entry(5, '10:00', '10:30', 'break')])
  const own = week([entry(5, '00:00', '00:00')], { line: 'Line 2' })

  test('comes before every week, also that of a line (D73)', () => {
    const holiday = plan([friday, own], [exception({ note: 'Good Friday' })])
    expect(hours(holiday, from, to, 'UTC')).toEqual([['closed', 0, 24]])
    expect(hours(holiday, from, to, 'UTC', 'Line 2')).toEqual([['closed', 0, 24]])
  })

  test('of a line comes before one of all lines', () => {
    const open = exception({ line: 'Line 2', startTime: '08:00', kind: 'production' })
    const both = plan([friday], [exception({}), open])
    expect(hours(both, from, to, 'UTC', 'Line 2')).toEqual([
      ['closed', 0, 8],
      ['production', 8, 24],
    ])
    expect(hours(both, from, to, 'UTC', 'Line 1')).toEqual([['closed', 0, 24]])
  })

  test('of production takes the breaks of the week along, and may have its own', () => {
    const extra = exception({ kind: 'production' })
    const pause = exception({ kind: 'break', startTime: '12:00', endDate: '2027-03-26' })
    const day = plan([friday], [extra, { ...pause, endTime: '12:15' }])
    expect(hours(day, from, to, 'UTC')).toEqual([
      ['production', 0, 12],
      ['break', 12, 12.25],
      ['production', 12.25, 24],
    ])
  })
})

describe('clocks that change', () => {
  const seconds = (entries: readonly PlanEntry[], from: string, to: string, zone: string) =>
    spanSeconds(plannedSpans(planOfLine(plan([week(entries)]), null), at(from), at(to), zone))

  test.each([
    // The night shift loses the hour that is not there, and gains the one that comes twice.
    ['Europe/Oslo', 7, 6, '2026-03-27T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Oslo', 9, 6, '2026-10-23T22:00:00Z', '2026-10-25T23:00:00Z'],
    // By half an hour.
    ['Australia/Lord_Howe', 7.5, 6, '2026-10-02T13:30:00Z', '2026-10-04T13:00:00Z'],
    ['Australia/Lord_Howe', 8.5, 6, '2026-04-03T13:00:00Z', '2026-04-05T13:30:00Z'],
    // The clocks go from 24:00 to 01:00, or back to 23:00.
    ['Africa/Cairo', 7, 4, '2026-04-22T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['Africa/Cairo', 9, 4, '2026-10-28T21:00:00Z', '2026-10-30T22:00:00Z'],
  ])('a night of 22:00 to 06:00 in %s lasts %d hours', (zone, length, weekday, from, to) => {
    const found = seconds([entry(weekday, '22:00', '06:00')], from, to, zone)
    expect(found.production / 3600).toBe(length)
    expect(found.production + found.closed).toBe((at(to) - at(from)) / 1000)
  })

  test('a break in the hour that comes twice is taken once', () => {
    const night = [entry(6, '22:00', '06:00'), entry(7, '02:10', '02:25', 'break')]
    const found = seconds(night, '2026-10-23T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Oslo')
    expect(found).toEqual({ production: 8.75 * 3600, break: 900, closed: 40 * 3600, noPlan: 0 })
  })

  test('what ends and what begins in that hour meet', () => {
    const hand = plan([week([entry(7, '01:00', '02:30'), entry(7, '02:30', '03:30', 'closed')])])
    const [from, to] = ['2026-10-24T23:00:00Z', '2026-10-25T02:30:00Z']
    expect(hours(hand, from, to, 'Europe/Oslo')).toEqual([
      ['production', 0, 1.5],
      ['closed', 1.5, 3.5],
    ])
  })

  test('an entry in the hour that is not there has no length', () => {
    const none = seconds(
      [entry(7, '02:10', '02:50')],
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      'Europe/Oslo',
    )
    expect(none.production).toBe(0)
  })

  test('a week in London has 167 hours in March', () => {
    const days = [1, 2, 3, 4, 5, 6].map((weekday) => entry(weekday, '06:00', '18:00'))
    const found = seconds(days, '2027-03-22T00:00:00Z', '2027-03-28T23:00:00Z', 'Europe/London')
    expect([found.production / 3600, found.closed / 3600]).toEqual([72, 95])
  })
})

/** Where clocks change, by an hour or half an hour, at midnight, or a day is left out; and zones of 30 and 45 minutes. */
const cases = [
  ['UTC', '2026-03-29T01:00:00Z'],
  ['Europe/Oslo', '2026-03-29T01:00:00Z'],
  ['Europe/Oslo', '2026-10-25T01:00:00Z'],
  ['Asia/Kolkata', '2026-10-25T01:00:00Z'],
  ['Asia/Kathmandu', '2026-10-25T01:00:00Z'],
  ['America/St_Johns', '2026-03-08T05:30:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  // Back to 23:01 of the day before, a minute after midnight.
  ['America/St_Johns', '2010-11-07T02:31:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
  ['Pacific/Chatham', '2026-04-04T14:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
] as const

const minute = 60_000
const reach = 36 * hour

/** The furthest minute of the calendar that the clocks of a zone have shown, for each minute of a window, by Intl alone. */
function furthest(zone: string, start: number, end: number): number[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const shown: number[] = []
  let most = Number.NEGATIVE_INFINITY
  for (let ms = start - 6 * hour; ms < end; ms += minute) {
    const part = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, value]),
    )
    const text = `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:00Z`
    const reads = Date.parse(text) / minute
    most = Math.max(most, reads)
    if (ms >= start) shown.push(most)
  }
  return shown
}

const clocks = cases.map(([zone, near]) => {
  const start = at(near) - reach
  return { zone, near, start, shown: furthest(zone, start, at(near) + reach) }
})

/** What the plan says of a minute of the calendar, by comparing texts. */
function slowKind({ weeks, exceptions }: Plan, line: string | null, reads: number): SpanKind {
  const [date = '', time = ''] = new Date(reads * minute).toISOString().slice(0, 16).split('T')
  const now = `${date} ${time}`
  const levels = line === null ? [null] : [line, null]
  for (const level of levels) {
    const held = exceptions.filter(
      (one) =>
        one.line === level &&
        `${one.startDate} ${one.startTime}` <= now &&
        now < `${one.endDate} ${one.endTime}`,
    )
    if (held.some(({ kind }) => kind === 'break')) return 'break'
    if (held[0]) return held[0].kind
  }
  for (const level of levels) {
    const [newest] = weeks
      .filter((one) => one.line === level && one.validFrom <= date)
      .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
    if (newest?.entries) return slowKindOfWeek(newest.entries, date, time)
  }
  return 'noPlan'
}

function slowKindOfWeek(entries: readonly PlanEntry[], date: string, time: string): SpanKind {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay() || 7
  const yesterday = weekday === 1 ? 7 : weekday - 1
  const held = entries.filter(({ weekday: day, from, to }) => {
    const overnight = to <= from
    if (day === weekday && from <= time && (overnight || time < to)) return true
    return overnight && day === yesterday && time < to
  })
  return held.find(({ kind }) => kind === 'break')?.kind ?? held[0]?.kind ?? 'closed'
}

function slowSpans(
  given: Plan,
  line: string | null,
  { start, shown }: (typeof clocks)[number],
  from: number,
  to: number,
): PlannedSpan[] {
  const spans: PlannedSpan[] = []
  for (const [index, reads] of shown.entries()) {
    const begin = Math.max(from, start + index * minute)
    const end = Math.min(to, start + (index + 1) * minute)
    if (end <= begin) continue
    const kind = slowKind(given, line, reads)
    const before = spans.at(-1)
    if (before?.kind === kind) spans[spans.length - 1] = { ...before, to: end }
    else spans.push({ from: begin, to: end, kind })
  }
  return spans
}

const two = (value: number) => String(value).padStart(2, '0')
/** Half of them in the hours in which clocks change. */
const anyTime = fc
  .tuple(
    fc.oneof(fc.constantFrom(0, 1, 2, 3, 23), fc.integer({ min: 0, max: 23 })),
    fc.oneof(fc.constantFrom(0, 1, 30, 59), fc.integer({ min: 0, max: 59 })),
  )
  .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`)
const anyKind = fc.constantFrom(...planKinds)
const anyLine = fc.constantFrom(null, 'Line 1')
const anyEntries = fc.array(
  fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    from: anyTime,
    to: anyTime,
    kind: anyKind,
  }),
  { maxLength: 14 },
)
const dateNear = (near: number, days: number) =>
  new Date(near + days * 24 * hour).toISOString().slice(0, 10)

/** A plan that can be stored: what would be a fault is left out. */
const anyPlanNear = (near: number): fc.Arbitrary<Plan> =>
  fc
    .record({
      weeks: fc.array(
        fc.record({
          line: anyLine,
          validFrom: fc.integer({ min: -9, max: 2 }).map((days) => dateNear(near, days)),
          entries: fc.option(anyEntries, { freq: 6 }),
        }),
        { maxLength: 4 },
      ),
      exceptions: fc.array(
        fc.record({
          line: anyLine,
          startDate: fc.integer({ min: -3, max: 2 }).map((days) => dateNear(near, days)),
          startTime: anyTime,
          endDate: fc.integer({ min: -2, max: 3 }).map((days) => dateNear(near, days)),
          endTime: anyTime,
          kind: anyKind,
          note: fc.constant(''),
        }),
        { maxLength: 3 },
      ),
    })
    .map(({ weeks, exceptions }) => {
      const good = (given: Plan) => findPlanFault(given) === null
      const withoutFaults = (one: PlanWeek): PlanWeek => {
        const entries: PlanEntry[] = []
        for (const next of one.entries ?? []) {
          if (good(plan([{ ...one, entries: [...entries, next] }]))) entries.push(next)
        }
        return one.entries ? { ...one, entries } : one
      }
      const whole = weeks.map(withoutFaults)
      const kept: PlanWeek[] = []
      for (const one of whole) if (good(plan([...kept, one]))) kept.push(one)
      const rest: PlanException[] = []
      for (const one of exceptions) if (good(plan([], [...rest, one]))) rest.push(one)
      return plan(kept, rest)
    })

test('spans are what a clock on the wall says, minute by minute, in every zone and on every change', () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...clocks)
        .chain((clock) => fc.tuple(fc.constant(clock), anyPlanNear(at(clock.near)))),
      fc.constantFrom(null, 'Line 1', 'Line 2'),
      fc.integer({ min: 0, max: reach }),
      fc.integer({ min: 1, max: reach }),
      ([clock, given], line, after, length) => {
        const from = clock.start + after
        const to = from + length
        const found = plannedSpans(planOfLine(given, line), from, to, clock.zone)
        expect(found).toEqual(slowSpans(given, line, clock, from, to))
        // Without gap or overlap, to the millisecond.
        expect(found[0]?.from).toBe(from)
        expect(found.at(-1)?.to).toBe(to)
        const seconds = Object.values(spanSeconds(found))
        const whole = seconds.reduce((sum, each) => sum + Math.round(each * 1000), 0)
        expect(whole).toBe(length)
      },
    ),
    runsOfProperty({ deep: 3_000, daily: 150 }),
  )
}, 60_000)

test('two windows that meet say what one says, and each instant has one kind', () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...clocks)
        .chain((clock) => fc.tuple(fc.constant(clock), anyPlanNear(at(clock.near)))),
      fc.integer({ min: 1, max: 2 * reach - 1 }),
      ([{ zone, start }, given], cut) => {
        const all = planOfLine(given, 'Line 1')
        const whole = spanSeconds(plannedSpans(all, start, start + 2 * reach, zone))
        const parts = [
          spanSeconds(plannedSpans(all, start, start + cut, zone)),
          spanSeconds(plannedSpans(all, start + cut, start + 2 * reach, zone)),
        ]
        for (const kind of [...planKinds, 'noPlan'] as const) {
          const sum = parts.reduce((ms, part) => ms + Math.round(part[kind] * 1000), 0)
          expect([kind, sum]).toEqual([kind, Math.round(whole[kind] * 1000)])
        }
      },
    ),
    runsOfProperty({ deep: 1_000, daily: 100 }),
  )
})
