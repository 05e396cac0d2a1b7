// @vitest-environment jsdom
import type { Plan, PlanException } from '@packboard/model'
import { expect, test } from 'vitest'
import { calendarDays } from './CalendarWeek.tsx'

const holiday: PlanException = {
  ...{ line: null, startDate: '2026-11-26', startTime: '00:00', endDate: '2026-11-27' },
  ...{ endTime: '00:00', kind: 'closed', note: 'Holiday' },
}
const trial: PlanException = {
  ...holiday,
  ...{ line: 'Line 2', startDate: '2026-11-24', startTime: '20:00', endDate: '2026-11-25' },
  ...{ endTime: '02:00', kind: 'production', note: 'Trial' },
}
const plan: Plan = {
  weeks: [
    {
      line: null,
      validFrom: '2026-01-01',
      entries: [1, 2, 3, 4, 5].map((weekday) => ({
        ...{ weekday, from: '06:00', to: '14:00', kind: 'production' as const },
      })),
    },
  ],
  exceptions: [holiday, trial],
}
const week = (line: string | null, monday = '2026-11-23') =>
  calendarDays(plan, line, monday, 'Europe/London')

test('a week of the calendar shows what holds on each day, exceptions with their own stretch', () => {
  const days = week(null)
  expect(days.map(({ date }) => date)).toContain('2026-11-29')
  expect(days[0]?.bars).toEqual([
    { kind: 'closed', start: 0, end: 360 },
    { kind: 'production', start: 360, end: 840 },
    { kind: 'closed', start: 840, end: 1_440 },
  ])
  expect(days[0]?.productionSeconds).toBe(8 * 3_600)
  expect(days[3]?.bars).toEqual([{ kind: 'closed', start: 0, end: 1_440 }])
  expect(days[3]?.exceptions).toEqual([{ exception: holiday, start: 0, end: 1_440 }])
})

test('an exception over midnight is on both days, and only on those of its line', () => {
  expect(week(null)[1]?.exceptions).toEqual([])
  expect(week('Line 2')[1]?.exceptions).toEqual([{ exception: trial, start: 1_200, end: 1_440 }])
  expect(week('Line 2')[2]?.exceptions).toEqual([{ exception: trial, start: 0, end: 120 }])
})

test('without a plan a day is empty, and a day on which clocks change has its own length', () => {
  expect(week(null, '2025-11-24').every(({ bars }) => bars.length === 0)).toBe(true)
  // 29-03-2026, a Sunday of 23 hours.
  expect(week(null, '2026-03-23')[6]?.bars).toEqual([{ kind: 'closed', start: 0, end: 1_440 }])
})
