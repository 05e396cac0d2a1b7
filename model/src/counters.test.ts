import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  counterDelta,
  counterLimits,
  isCounterReset,
  nanoPacks,
  nanosPerPack,
  packsOf,
} from './counters.ts'

const packs = (before: number | null, now: number) =>
  packsOf(counterDelta(before === null ? null : nanoPacks(before), nanoPacks(now)))

test('the first reading ever counts nothing', () => {
  expect(packs(null, 4_711)).toBe(0)
})

test('a rising counter counts the difference, fractions included', () => {
  expect(packs(100, 104)).toBe(4)
  expect(packs(0.1, 0.3)).toBe(0.2)
  expect(packs(154.9, 154.9)).toBe(0)
})

test('a drop that fits no register is a reset: the new value was counted since', () => {
  expect(packs(1_000, 3)).toBe(3)
  expect(packs(1_000, 0)).toBe(0)
  expect(packs(29_000, 3)).toBe(3)
  expect(packs(32_768, 3)).toBe(3)
  expect(packs(32_767, 3_277)).toBe(3_277)
})

test('a register that runs over steps from its highest value to 0', () => {
  expect(packs(32_767, 0)).toBe(1)
  expect(packs(32_760, 4)).toBe(12)
  expect(packs(65_535, 2)).toBe(3)
  expect(packs(2_147_483_647, 1)).toBe(2)
  expect(packs(4_294_967_290, 5)).toBe(11)
  expect(packs(32_760.5, 0.25)).toBe(7.75)
})

test('a reading below 0 counts nothing', () => {
  expect(packs(5, -2)).toBe(0)
})

test('readings keep nine decimals, however large the counter', () => {
  expect(nanoPacks(4_294_967_295)).toBe(4_294_967_295_000_000_000n)
  expect(nanoPacks(123_456_789.5)).toBe(123_456_789_500_000_000n)
  expect(nanoPacks(1e15)).toBe(10n ** 24n)
})

test('without a drop the differences add up to last minus first, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 2 }), (any) => {
      const readings = any.toSorted((a, b) => a - b).map(nanoPacks)
      let sum = 0n
      for (let i = 1; i < readings.length; i++) sum += counterDelta(readings[i - 1]!, readings[i]!)
      expect(sum).toBe(readings.at(-1)! - readings[0]!)
    }),
  )
})

test('a whole counter that runs over loses no pack', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...counterLimits),
      fc.bigInt({ min: 0n, max: 3_000n }),
      fc.bigInt({ min: 1n, max: 3_000n }),
      (limit, left, step) => {
        fc.pre(step > left)
        const before = limit - left
        const now = step - left - 1n
        const delta = counterDelta(before * nanosPerPack, now * nanosPerPack)
        expect(delta).toBe(step * nanosPerPack)
      },
    ),
  )
})

test('a counter that began anew is a reset, one that ran over is none', () => {
  expect(isCounterReset(1_000, 3)).toBe(true)
  expect(isCounterReset(1_000, 1_000)).toBe(false)
  expect(isCounterReset(1_000, 1_001)).toBe(false)
  expect(isCounterReset(65_530, 4)).toBe(false)
})
