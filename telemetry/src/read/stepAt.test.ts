import { expect, test } from 'vitest'
import { stepAt } from './stepAt.ts'

test('an instant lies in the last step that has begun', () => {
  const starts = [10, 20, 40]
  expect([9, 10, 19, 20, 39, 40, 1e9].map((at) => stepAt(starts, at))).toEqual([
    -1, 0, 0, 1, 1, 2, 2,
  ])
  expect(stepAt([], 5)).toBe(-1)
})
