import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOfOrders } from './shareOfOrders.ts'

const ones = (count: number) =>
  Array.from({ length: 10 }, (_, i) => ({ over: i < count ? 1 : 0, under: 1 }))

/** n over k. */
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

test('of parts that are 0 or 1 it is the upper tail of the hypergeometric distribution', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 10 }),
      (before, after) => {
        const all = before + after
        let tail = 0
        for (let k = after; k <= Math.min(10, all); k++) {
          if (10 - k <= 20 - all) tail += choose(all, k) * choose(20 - all, 10 - k)
        }
        expect(shareOfOrders(ones(before), ones(after), 1)).toBeCloseTo(tail / 184_756, 12)
      },
    ),
    { numRuns: 30 },
  )
})

test('the other sign is the other tail, and a part with nothing to divide by says nothing', () => {
  expect(shareOfOrders(ones(10), ones(0), -1)).toBe(1 / 184_756)
  expect(shareOfOrders(ones(10), ones(0), 1)).toBe(1)
  const nothing = Array.from({ length: 10 }, () => ({ over: 0, under: 0 }))
  expect(shareOfOrders(ones(3), nothing, 1)).toBeGreaterThan(0.5)
})
