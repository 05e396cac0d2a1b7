import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calendarMinute,
  overlap,
  overlapInWeek,
  type Plan,
  type PlanEntry,
  type PlanException,
  type PlanWeek,
  planInOrder,
  planKinds,
  planLimits,
  stretchOfWeek,
} from './plan.ts'
import { findPlanFault } from './planFault.ts'

const day: PlanEntry = { weekday: 1, from: '06:00', to: '18:00', kind: 'production' }
const week = (entries: readonly PlanEntry[] | null, more: Partial<PlanWeek> = {}): PlanWeek => ({
  line: null,
  validFrom: '2027-01-01',
  entries,
  ...more,
})
const friday: PlanException = {
  line: null,
  startDate: '2027-03-26',
  startTime: '00:00',
  endDate: '2027-03-27',
  endTime: '00:00',
  kind: 'closed',
  note: 'Good Friday',
}
const weeks = (...given: readonly PlanWeek[]): Plan => ({ weeks: given, exceptions: [] })
const exceptions = (...given: readonly PlanException[]): Plan => ({ weeks: [], exceptions: given })
const why = (plan: Plan) => {
  const fault = findPlanFault(plan)
  return fault && [fault.kind, fault.at, fault.message]
}

describe('an overlap names the other entry', () => {
  test('of a week', () => {
    const late: PlanEntry = { weekday: 1, from: '17:00', to: '22:00', kind: 'production' }
    expect(findPlanFault(weeks(week([day, late], { line: 'Line 1' })))).toEqual({
      kind: 'overlap',
      at: 'weeks.0.entries.1',
      other: 'weeks.0.entries.0',
      message: 'Line 1: Monday 17:00–22:00 (production) overlaps Monday 06:00–18:00 (production).',
    })
  })

  test('over midnight, and over the end of the week', () => {
    const sunday: PlanEntry = { weekday: 7, from: '22:00', to: '06:30', kind: 'production' }
    expect(why(weeks(week([day, sunday])))?.[2]).toBe(
      'All lines: Sunday 22:00–06:30 (production) overlaps Monday 06:00–18:00 (production).',
    )
    expect(why(weeks(week([day, { ...sunday, to: '06:00' }])))).toBeNull()
  })

  test('of exceptions of one line, not of two lines', () => {
    const trial: PlanException = {
      ...friday,
      startTime: '08:00',
      endDate: '2027-03-26',
      endTime: '12:00',
      note: '',
    }
    expect(findPlanFault(exceptions(friday, trial))).toEqual({
      kind: 'overlap',
      at: 'exceptions.1',
      other: 'exceptions.0',
      message:
        'All lines: 2027-03-26 08:00 – 2027-03-26 12:00 (closed) overlaps 2027-03-26 00:00 – 2027-03-27 00:00 (closed, Good Friday).',
    })
    expect(findPlanFault(exceptions(friday, { ...trial, line: 'Line 2' }))).toBeNull()
  })

  test('a break lies within production, and overlaps nothing else', () => {
    const pause: PlanEntry = { weekday: 1, from: '10:00', to: '10:25', kind: 'break' }
    expect(why(weeks(week([day, pause])))).toBeNull()
    expect(why(weeks(week([{ ...day, kind: 'closed' }, pause])))?.[0]).toBe('overlap')
    expect(why(weeks(week([day, pause, { ...pause, from: '10:20', to: '10:40' }])))?.[2]).toBe(
      'All lines: Monday 10:20–10:40 (break) overlaps Monday 10:00–10:25 (break).',
    )
  })

  test('what ends when the next begins does not overlap it', () => {
    expect(why(weeks(week([day, { ...day, from: '18:00', to: '06:00' }])))).toBeNull()
    const monday: PlanException = { ...friday, startDate: '2027-03-27', endDate: '2027-03-28' }
    expect(why(exceptions(friday, monday))).toBeNull()
  })
})

test.each<[string, Plan, string, string]>([
  ['a day of the week', weeks(week([{ ...day, weekday: 8 }])), 'noDay', 'weeks.0.entries.0'],
  ['a day of half a week', weeks(week([{ ...day, weekday: 1.5 }])), 'noDay', 'weeks.0.entries.0'],
  ['a time', weeks(week([{ ...day, to: '24:00' }])), 'noTime', 'weeks.0.entries.0'],
  ['a date', weeks(week([], { validFrom: '2027-02-29' })), 'noDate', 'weeks.0'],
  ['a year', weeks(week([], { validFrom: '0027-01-01' })), 'noDate', 'weeks.0'],
  ['an end', exceptions({ ...friday, endDate: '2027-03-26' }), 'noLength', 'exceptions.0'],
  ['a date of an end', exceptions({ ...friday, endDate: '3027-03-26' }), 'noDate', 'exceptions.0'],
  ['a length', exceptions({ ...friday, endDate: '2028-03-28' }), 'tooLong', 'exceptions.0'],
  ['a time of it', exceptions({ ...friday, startTime: '8:00' }), 'noTime', 'exceptions.0'],
  ['a note', exceptions({ ...friday, note: 'x'.repeat(121) }), 'longNote', 'exceptions.0'],
])('%s that is none is refused', (_what, plan, kind, place) => {
  expect(why(plan)?.slice(0, 2)).toEqual([kind, place])
})

test('two weeks of one line do not begin on one day', () => {
  expect(findPlanFault(weeks(week([]), week([], { line: 'Line 1' }), week([])))).toEqual({
    kind: 'sameDay',
    at: 'weeks.2',
    other: 'weeks.0',
    message: 'All lines: two weeks begin on 2027-01-01.',
  })
})

test('a plan has limits (D55)', () => {
  const many = <Item>(count: number, make: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => make(index))
  const dated = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)
  const weeksOf = (count: number) => many(count, (i) => week([], { validFrom: dated(i) }))
  expect(why(weeks(...weeksOf(planLimits.weeks)))).toBeNull()
  expect(why(weeks(...weeksOf(planLimits.weeks + 1)))?.[0]).toBe('tooManyWeeks')
  const off = (count: number) =>
    many(count, (i) => ({ ...friday, startDate: dated(i), endDate: dated(i + 1) }))
  expect(why(exceptions(...off(planLimits.exceptions)))).toBeNull()
  expect(why(exceptions(...off(planLimits.exceptions + 1)))?.[0]).toBe('tooManyExceptions')
  const full = many(planLimits.entriesOfWeek + 1, () => day)
  expect(why(weeks(week(full)))?.[0]).toBe('tooManyEntries')
})

test('a plan has one order, whatever the order in which it is given', () => {
  const late: PlanEntry = { weekday: 1, from: '18:00', to: '22:00', kind: 'production' }
  const early: PlanException = { ...friday, startDate: '2027-01-06', note: ' Epiphany ' }
  const given: Plan = {
    weeks: [
      week(null, { line: 'Line 1' }),
      week([late, day], { validFrom: '2027-06-01' }),
      week([]),
    ],
    exceptions: [friday, early],
  }
  expect(planInOrder(given)).toEqual({
    weeks: [
      week([]),
      week([day, late], { validFrom: '2027-06-01' }),
      week(null, { line: 'Line 1' }),
    ],
    exceptions: [{ ...early, note: 'Epiphany' }, friday],
  })
})

/** The first pair of all pairs, as the rule says it. */
function firstOfAll(
  count: number,
  isPair: (a: number, b: number) => boolean,
): number[] | undefined {
  for (let b = 0; b < count; b++) for (let a = 0; a < b; a++) if (isPair(a, b)) return [a, b]
  return undefined
}
const anyKind = fc.constantFrom(...planKinds)
const mayMeet = (a: { kind: string }, b: { kind: string }) =>
  [a.kind, b.kind].sort().join() === 'break,production'
const anyHour = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)

test('the pair that is named is the first of all pairs', () => {
  const anyEntry = fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    from: anyHour,
    to: anyHour,
    kind: anyKind,
  })
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 9 }), (entries) => {
      const pair = firstOfAll(entries.length, (a, b) => {
        const [one, two] = [entries[a], entries[b]]
        return (
          !!one &&
          !!two &&
          !mayMeet(one, two) &&
          overlapInWeek(stretchOfWeek(one), stretchOfWeek(two))
        )
      })
      const fault = findPlanFault(weeks(week(entries)))
      expect(fault && [fault.other, fault.at]).toEqual(
        pair?.map((index) => `weeks.0.entries.${index}`) ?? null,
      )
    }),
  )
  const anyException = fc.record({
    line: fc.constantFrom<string | null>(null, 'Line 1'),
    startDay: fc.integer({ min: 1, max: 9 }),
    days: fc.integer({ min: 0, max: 2 }),
    startTime: anyHour,
    endTime: anyHour,
    kind: anyKind,
  })
  fc.assert(
    fc.property(fc.array(anyException, { maxLength: 9 }), (drawn) => {
      const given = drawn
        .map(({ startDay, days, ...rest }) => ({
          ...{ ...rest, note: '' },
          startDate: `2027-03-0${startDay}`,
          endDate: `2027-03-${String(startDay + days).padStart(2, '0')}`,
        }))
        .filter((one) => one.startDate !== one.endDate || one.startTime < one.endTime)
      const placed = given.map((one) => ({
        start: calendarMinute(one.startDate, one.startTime),
        end: calendarMinute(one.endDate, one.endTime),
      }))
      const pair = firstOfAll(given.length, (a, b) => {
        const [one, two, first, second] = [given[a], given[b], placed[a], placed[b]]
        if (!one || !two || !first || !second) return false
        return one.line === two.line && !mayMeet(one, two) && overlap(first, second)
      })
      const fault = findPlanFault(exceptions(...given))
      expect(fault && [fault.other, fault.at]).toEqual(
        pair?.map((index) => `exceptions.${index}`) ?? null,
      )
    }),
  )
})
