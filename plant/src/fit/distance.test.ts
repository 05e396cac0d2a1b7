import { expect, test } from 'vitest'
import { factor, kolmogorovSmirnov, quantile } from './measure.ts'

test('two distributions are as far apart as their shares at the worst value', () => {
  expect(kolmogorovSmirnov([1, 2, 3, 4], [4, 3, 2, 1])).toBe(0)
  expect(kolmogorovSmirnov([1, 2], [3, 4])).toBe(1)
  expect(kolmogorovSmirnov([0, 0, 0, 5], [0, 5])).toBe(0.25)
})

test('means and quantiles', () => {
  expect([factor(2, 4), factor(4, 2)]).toEqual([2, 2])
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
})
