import { expect, test } from 'vitest'
import { deviationOf } from './deviationOf.ts'

const begin = Date.parse('2026-11-20T18:00:00Z')
const minuteMs = 60_000

const step = (index: number, made: number, due: number | null) => ({
  from: new Date(begin + index * 12 * minuteMs),
  to: new Date(begin + (index + 1) * 12 * minuteMs),
  ...{ made, due },
})

test('the deviation is what was made until then without what was due until then', () => {
  const steps = [step(0, 100, 90), step(1, 50, 90), step(2, 0, 0)]
  expect(deviationOf(steps)?.map(({ packs }) => packs)).toEqual([0, 10, -30, -30])
  expect(deviationOf([step(0, 1, 1), step(1, 1, null)])).toBeNull()
  expect(deviationOf([])).toBeNull()
  // Closed in the plan: what was made is no lead.
  expect(deviationOf([step(0, 100, 0), step(1, 50, 0)])).toBeNull()
})
