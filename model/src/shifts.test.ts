import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodSeconds } from './periods.ts'
import {
  neighbourShift,
  presetShift,
  type Shift,
  type ShiftStart,
  sameShiftsBefore,
  shiftAt,
  shiftDayStart,
  shiftOrDayAt,
  shiftPlanFault,
  shiftsIn,
} from './shifts.ts'
import { addDays, localDate, wallTime } from './zones.ts'

const everyDay = (starts: readonly (readonly [string, string])[]): ShiftStart[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    starts.map(([start, name]) => ({ weekday, start, name })),
  )

const threeShifts = everyDay([
  ['06:00', 'Early'],
  ['14:00', 'Late'],
  ['22:00', 'Night'],
])

const reported = (shift: Shift | undefined) =>
  shift && [shift.name, shift.date, shift.period.from.toISOString(), shift.period.to.toISOString()]
const hours = ({ period }: Shift) => periodSeconds(period) / 3600
const at = (text: string) => new Date(text)

describe('a day of shifts begins with its first one', () => {
  const began = (plan: ShiftStart[], now: string) =>
    shiftDayStart(plan, 'Europe/Oslo', at(now))?.toISOString()

  test('also for the night shift that reaches into the next date', () => {
    expect(began(threeShifts, '2026-11-21T13:32:00Z')).toBe('2026-11-21T05:00:00.000Z')
    expect(began(threeShifts, '2026-11-22T02:00:00Z')).toBe('2026-11-21T05:00:00.000Z')
    expect(began(threeShifts, '2026-11-22T05:00:00Z')).toBe('2026-11-22T05:00:00.000Z')
  })

  test('a plan without starts has no such day', () => {
    expect(began([], '2026-11-21T13:32:00Z')).toBeUndefined()
  })
})

describe('a shift runs until the next start', () => {
  test('the shift at 14:32 in Oslo is the late one', () => {
    expect(reported(shiftAt(threeShifts, 'Europe/Oslo', at('2026-11-21T13:32:00Z')))).toEqual([
      'Late',
      '2026-11-21',
      '2026-11-21T13:00:00.000Z',
      '2026-11-21T21:00:00.000Z',
    ])
  })

  test('the moment of a start belongs to the shift that begins', () => {
    const start = at('2026-11-21T13:00:00Z')
    expect(shiftAt(threeShifts, 'Europe/Oslo', start)?.name).toBe('Late')
    expect(shiftAt(threeShifts, 'Europe/Oslo', new Date(start.getTime() - 1))?.name).toBe('Early')
  })

  test('a shift that crosses midnight belongs to the day on which it starts', () => {
    const night = shiftAt(threeShifts, 'Asia/Kolkata', at('2026-11-21T22:00:00Z'))
    expect(reported(night)).toEqual([
      'Night',
      '2026-11-21',
      '2026-11-21T16:30:00.000Z',
      '2026-11-22T00:30:00.000Z',
    ])
  })

  test('each day of the week may differ: a weekend shift runs from Saturday to Monday', () => {
    const plan = threeShifts
      .filter(({ weekday }) => weekday < 6)
      .concat({ weekday: 6, start: '08:00', name: 'Weekend' })
    const sunday = shiftAt(plan, 'Europe/Oslo', at('2026-11-22T12:00:00Z'))
    expect(reported(sunday)).toEqual([
      'Weekend',
      '2026-11-21',
      '2026-11-21T07:00:00.000Z',
      '2026-11-23T05:00:00.000Z',
    ])
  })

  test('one start a week is a shift of a week', () => {
    const plan = [{ weekday: 3, start: '10:00', name: 'Crew' }]
    const shift = shiftAt(plan, 'UTC', at('2026-11-25T09:59:00Z'))
    expect(shift && [shift.date, hours(shift)]).toEqual(['2026-11-18', 168])
  })

  test('without a plan there is no shift', () => {
    expect(shiftAt([], 'UTC', at('2026-11-25T09:59:00Z'))).toBeUndefined()
  })
})

describe('clocks that change', () => {
  test.each([
    ['Europe/Oslo', '2026-03-29T00:30:00Z', 7],
    ['Europe/Oslo', '2026-10-25T00:30:00Z', 9],
    ['Australia/Lord_Howe', '2026-10-03T15:00:00Z', 7.5],
    ['Australia/Lord_Howe', '2026-04-04T14:00:00Z', 8.5],
    ['America/St_Johns', '2026-03-08T05:00:00Z', 7],
  ])('the night shift in %s at %s lasts %d hours', (zone, moment, length) => {
    const night = shiftAt(threeShifts, zone, at(moment))
    expect(night && [night.name, hours(night)]).toEqual(['Night', length])
  })

  test('of two starts that the clocks jump over only the later shift is worked', () => {
    const plan = everyDay([
      ['01:10', 'First'],
      ['01:40', 'Second'],
      ['12:00', 'Third'],
    ])
    const day = { from: at('2026-03-29T00:00:00Z'), to: at('2026-03-29T12:00:00Z') }
    expect(shiftsIn(plan, 'Europe/London', day).map(({ name }) => name)).toEqual([
      'Third',
      'Second',
      'Third',
    ])
  })

  test('a day that the zone left out is bridged by its last shift', () => {
    const shift = shiftAt(threeShifts, 'Pacific/Apia', at('2011-12-30T12:00:00Z'))
    expect(shift && [shift.name, shift.date, hours(shift)]).toEqual(['Night', '2011-12-30', 6])
  })
})

const zones = [
  'UTC',
  'Europe/Oslo',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Apia',
]
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const anyPlan = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 7 }), anyTime), {
    minLength: 1,
    maxLength: 24,
    selector: ([weekday, start]) => `${weekday} ${start}`,
  })
  .map((starts) =>
    starts.map(([weekday, start], index): ShiftStart => ({ weekday, start, name: `S${index}` })),
  )
const anyMoment = fc
  .integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2031, 0, 1) })
  .map((ms) => new Date(ms))
/** Around the changes of the clocks, and around a day that Apia never had. */
const hardMoment = fc
  .tuple(
    fc.constantFrom(
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-03-08T05:30:00Z',
      '2026-11-01T04:30:00Z',
      '2026-10-03T15:30:00Z',
      '2026-04-04T15:00:00Z',
      '2026-04-23T22:00:00Z',
      '2026-04-05T03:00:00Z',
      '2011-12-30T10:00:00Z',
    ),
    fc.integer({ min: -36 * 3_600_000, max: 36 * 3_600_000 }),
  )
  .map(([near, off]) => new Date(Date.parse(near) + off))

test('shifts tile time without gap or overlap, on every day of every zone', () => {
  fc.assert(
    fc.property(
      anyPlan,
      fc.constantFrom(...zones),
      fc.oneof(anyMoment, hardMoment),
      (plan, zone, moment) => {
        const shift = shiftAt(plan, zone, moment)!
        expect(shift.period.from.getTime()).toBeLessThanOrEqual(moment.getTime())
        expect(shift.period.to.getTime()).toBeGreaterThan(moment.getTime())
        const after = neighbourShift(plan, zone, shift, 1)!
        const before = neighbourShift(plan, zone, shift, -1)!
        expect(after.period.from).toEqual(shift.period.to)
        expect(before.period.to).toEqual(shift.period.from)
        expect(neighbourShift(plan, zone, after, -1)).toEqual(shift)
        // At its last moment it is still the same shift.
        expect(shiftAt(plan, zone, new Date(shift.period.to.getTime() - 1))).toEqual(shift)
      },
    ),
    { numRuns: 200 },
  )
})

test('a shift belongs to the day on which it starts, and starts when the plan says', () => {
  fc.assert(
    fc.property(anyPlan, fc.constantFrom(...zones), anyMoment, (plan, zone, moment) => {
      const { date, name, period } = shiftAt(plan, zone, moment)!
      const wall = wallTime(period.from, zone)
      const { start } = plan.find((each) => each.name === name)!
      // A time that the clocks jumped over begins at the jump, later than the plan says.
      expect(wall.date > date || (wall.date === date && wall.time >= start)).toBe(true)
      expect(wall.date <= addDays(date, 1)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('without shifts the days of the zone tile time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.oneof(anyMoment, hardMoment), (zone, moment) => {
      const { name, date, period } = shiftOrDayAt([], zone, moment)
      expect([name, date]).toEqual(['', localDate(moment, zone)])
      expect(period.from.getTime()).toBeLessThanOrEqual(moment.getTime())
      expect(period.to.getTime()).toBeGreaterThan(moment.getTime())
      expect(shiftOrDayAt([], zone, period.to).period.from).toEqual(period.to)
    }),
    { numRuns: 200 },
  )
})

describe('the same shifts before', () => {
  const before = (plan: readonly ShiftStart[], text: string, days: number) =>
    sameShiftsBefore(plan, 'Europe/Oslo', shiftOrDayAt(plan, 'Europe/Oslo', at(text)), days)

  test('are those of its name on the days before, without the others', () => {
    const dates = before(threeShifts, '2026-11-21T02:10:00Z', 3).map(
      ({ name, date }) => `${name} ${date}`,
    )
    expect(dates).toEqual(['Night 2026-11-17', 'Night 2026-11-18', 'Night 2026-11-19'])
    expect(before(threeShifts, '2026-11-21T02:10:00Z', 28)).toHaveLength(28)
  })

  test('are fewer where a day has no shift of that name', () => {
    const weekdays = threeShifts.filter(({ weekday }) => weekday < 6)
    // Friday the 20th.
    expect(before(weekdays, '2026-11-20T08:00:00Z', 28)).toHaveLength(20)
  })

  test('of a client without shifts are the days before, also over a change of the clocks', () => {
    const days = before([], '2026-10-27T08:00:00Z', 3)
    expect(days.map(({ date }) => date)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
    expect(days.map(hours)).toEqual([24, 25, 24])
  })
})

describe('presets of shifts', () => {
  const now = at('2026-11-21T02:10:00Z') // 03:10 in Oslo, in the night shift of the 20th
  const means = (preset: Parameters<typeof presetShift>[0], plan = threeShifts) => {
    const shift = presetShift(preset, plan, now, 'Europe/Oslo')
    return shift && `${shift.name} ${shift.date}`
  }

  test('in the night they mean the night, the late shift before it and the night before', () => {
    expect(localDate(now, 'Europe/Oslo')).toBe('2026-11-21')
    expect(means('This shift')).toBe('Night 2026-11-20')
    expect(means('Last shift')).toBe('Late 2026-11-20')
    expect(means('Same shift yesterday')).toBe('Night 2026-11-19')
  })

  test('where the day before has no shift of that name there is none', () => {
    const plan = threeShifts.filter(({ weekday, name }) => !(weekday === 4 && name === 'Night'))
    expect(means('Same shift yesterday', plan)).toBeUndefined()
    expect(means('Last shift', plan)).toBe('Late 2026-11-20')
  })

  test('no plan, no shift', () => {
    expect(means('This shift', [])).toBeUndefined()
  })
})

test.each([
  [[{ weekday: 8, start: '06:00', name: 'A' }], 'Please choose a day of the week.'],
  [[{ weekday: 1, start: '24:00', name: 'A' }], 'Monday has a start that is no time of day.'],
  [[{ weekday: 1, start: '06:00', name: ' ' }], 'Monday 06:00 has no name.'],
  [[{ weekday: 1, start: '06:00', name: 'x'.repeat(41) }], 'A name has at most 40 letters.'],
  [
    [
      { weekday: 2, start: '06:00', name: 'A' },
      { weekday: 2, start: '06:00', name: 'B' },
    ],
    'Tuesday has two shifts that start at 06:00.',
  ],
  [
    [
      { weekday: 2, start: '06:00', name: 'A' },
      { weekday: 2, start: '14:00', name: 'A ' },
    ],
    'Tuesday has two shifts named A.',
  ],
  [threeShifts, null],
  [[], null],
])('a plan such as %j is answered with %s', (plan, fault) => {
  expect(shiftPlanFault(plan)).toBe(fault)
})
