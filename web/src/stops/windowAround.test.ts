import { filterPeriod } from '@packboard/model'
import { expect, test } from 'vitest'
import { windowAround } from './windowAround.ts'

const filter = {
  ...{ startDate: '2026-11-20', startTime: '06:00', endDate: '2026-11-21', endTime: '18:00' },
  ...{ zone: 'Europe/London', tool: 'All', recipe: 'All' },
}

test.each([
  ['2026-11-20T07:46:10.500Z', '2026-11-20T08:21:58.000Z'],
  // Over midnight, over a change of clocks, and one that ends at a whole minute before midnight.
  ['2026-11-20T23:58:00.000Z', '2026-11-21T00:03:00.000Z'],
  ['2026-10-25T00:40:00.000Z', '2026-10-25T02:10:00.000Z'],
  ['2026-11-20T20:00:00.000Z', '2026-11-20T23:55:00.000Z'],
])('the window around %s to %s holds five minutes on both sides', (start, end) => {
  const window = windowAround({ ...filter, preset: undefined }, new Date(start), new Date(end))
  const { from, to } = filterPeriod(window)
  const before = Date.parse(start) - from.getTime()
  const after = to.getTime() - Date.parse(end)
  expect(before).toBeGreaterThanOrEqual(300_000)
  expect(before).toBeLessThan(360_000)
  expect(after).toBeGreaterThanOrEqual(300_000)
  expect(after).toBeLessThan(360_000)
})

test('it is no preset that moves on', () => {
  const at = new Date('2026-11-20T07:46:10.500Z')
  expect(windowAround({ ...filter, preset: undefined }, at, at)).not.toHaveProperty('preset')
})
