import { expect, test } from 'vitest'
import { dateTicks } from './dateTicks.ts'

const texts = (from: Date, to: Date, most: number) =>
  dateTicks(from, to, most).map(({ text }) => text)

test('a shift has its hours', () => {
  const ticks = texts(new Date(2026, 10, 21, 6), new Date(2026, 10, 21, 9, 30), 12)
  expect(ticks).toEqual(['06:00', '07:00', '08:00', '09:00'])
})

test('of more than a day a midnight carries its day', () => {
  const ticks = texts(new Date(2026, 10, 20, 6), new Date(2026, 10, 21, 18), 7)
  expect(ticks).toEqual(['06:00', '12:00', '18:00', '21 Nov', '06:00', '12:00', '18:00'])
})

test('weeks have days, years have months, and never more than there is room for', () => {
  expect(texts(new Date(2026, 10, 1), new Date(2026, 10, 15), 8)[0]).toBe('2 Nov')
  expect(texts(new Date(2026, 0, 1), new Date(2026, 11, 31), 12)).toContain('Jul 2026')
  for (const days of [1, 3, 10, 40, 200, 1_000]) {
    const to = new Date(2026, 0, 1 + days)
    expect(dateTicks(new Date(2026, 0, 1), to, 10).length).toBeLessThanOrEqual(13)
    expect(dateTicks(new Date(2026, 0, 1), to, 10).length).toBeGreaterThan(1)
  }
})
