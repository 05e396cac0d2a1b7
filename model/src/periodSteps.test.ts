import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAhead, neighbourWindow } from './periodSteps.ts'
import { type FilterWindow, filterPeriod, periodFilter, periodSeconds } from './periods.ts'
import { dateRangePresets } from './presetNames.ts'
import { presetPeriod } from './presets.ts'
import type { ShiftStart } from './shifts.ts'

const window = (text: string, zone = 'Europe/Oslo'): FilterWindow => {
  const [startDate = '', startTime = '', , endDate = '', endTime = ''] = text.split(' ')
  return { startDate, startTime, endDate, endTime, zone }
}
const text = ({ startDate, startTime, endDate, endTime }: FilterWindow) =>
  `${startDate} ${startTime} – ${endDate} ${endTime}`

const starts: ShiftStart[] = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
  { weekday, start: '06:00', name: 'Early' },
  { weekday, start: '14:00', name: 'Late' },
  { weekday, start: '22:00', name: 'Night' },
])
const plan = { zone: 'Europe/Oslo', starts }

test.each([
  // A day, also one of 23 and one of 25 hours.
  ['2026-11-21 00:00 – 2026-11-21 23:59', '2026-11-20 00:00 – 2026-11-20 23:59'],
  ['2026-03-30 00:00 – 2026-03-30 23:59', '2026-03-29 00:00 – 2026-03-29 23:59'],
  ['2026-10-26 00:00 – 2026-10-26 23:59', '2026-10-25 00:00 – 2026-10-25 23:59'],
  // A week, two days.
  ['2026-11-16 00:00 – 2026-11-22 23:59', '2026-11-09 00:00 – 2026-11-15 23:59'],
  ['2026-11-20 00:00 – 2026-11-21 23:59', '2026-11-18 00:00 – 2026-11-19 23:59'],
  // Months and years have the length that the calendar gives them.
  ['2026-03-01 00:00 – 2026-03-31 23:59', '2026-02-01 00:00 – 2026-02-28 23:59'],
  ['2026-01-01 00:00 – 2026-01-31 23:59', '2025-12-01 00:00 – 2025-12-31 23:59'],
  ['2025-01-01 00:00 – 2025-12-31 23:59', '2024-01-01 00:00 – 2024-12-31 23:59'],
  // From 06:00 to 06:00 stays so when the clocks change.
  ['2026-03-29 06:00 – 2026-03-30 06:00', '2026-03-28 06:00 – 2026-03-29 06:00'],
  // Anything else lasts as long as it did.
  ['2026-11-20 06:00 – 2026-11-21 18:00', '2026-11-18 18:00 – 2026-11-20 06:00'],
  ['2026-11-21 06:32 – 2026-11-21 14:32', '2026-11-20 22:32 – 2026-11-21 06:32'],
])('before %s comes %s, and after that the first again', (later, earlier) => {
  expect(text(neighbourWindow(window(later), -1))).toBe(earlier)
  expect(text(neighbourWindow(window(earlier), 1))).toBe(later)
})

test('a shift leads to the shift before it, in whichever zone its times are told', () => {
  const late = filterPeriod(window('2026-11-21 14:00 – 2026-11-21 22:00'))
  for (const [zone, before] of [
    ['Europe/Oslo', '2026-11-21 06:00 – 2026-11-21 14:00'],
    ['America/St_Johns', '2026-11-21 01:30 – 2026-11-21 09:30'],
  ] as const) {
    expect(text(neighbourWindow(periodFilter(late, zone), -1, plan))).toBe(before)
  }
})

test('shifts of different lengths follow each other by their starts', () => {
  const uneven = { zone: 'Europe/Oslo', starts: starts.filter(({ start }) => start !== '14:00') }
  const night = window('2026-11-20 22:00 – 2026-11-21 06:00')
  expect(text(neighbourWindow(night, 1, uneven))).toBe('2026-11-21 06:00 – 2026-11-21 22:00')
  // Without the plan it would be eight hours again.
  expect(text(neighbourWindow(night, 1))).toBe('2026-11-21 06:00 – 2026-11-21 14:00')
})

test('what begins now or later lies ahead; what has begun does not', () => {
  const tomorrow = window('2026-11-22 00:00 – 2026-11-22 23:59')
  expect(isAhead(tomorrow, new Date('2026-11-21T22:59:59.999Z'))).toBe(true)
  expect(isAhead(tomorrow, new Date('2026-11-21T23:00:00Z'))).toBe(true)
  expect(isAhead(tomorrow, new Date('2026-11-21T23:00:00.001Z'))).toBe(false)
})

test('neighbours of every preset touch it without gap or overlap, in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...dateRangePresets),
      fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe'),
      fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 }),
      (preset, zone, minute) => {
        const now = new Date(minute * 60_000)
        const shown = periodFilter(presetPeriod(preset, now, zone), zone)
        const before = filterPeriod(neighbourWindow(shown, -1))
        const after = filterPeriod(neighbourWindow(shown, 1))
        // An hour that the clocks show twice is the first at a start and the second at an end (D16).
        const off = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime())
        expect(off(before.to, filterPeriod(shown).from)).toBeLessThanOrEqual(3_600_000)
        expect(off(after.from, filterPeriod(shown).to)).toBeLessThanOrEqual(3_600_000)
        if (!preset.endsWith('hours')) {
          expect(before.to).toEqual(filterPeriod(shown).from)
          expect(after.from).toEqual(filterPeriod(shown).to)
        }
        expect(periodSeconds(before)).toBeGreaterThan(0)
      },
    ),
    { numRuns: 300 },
  )
})
