import { expect, test } from 'vitest'
import { tokenBuckets } from './tokenBucket.ts'

test('gives a burst, then makes each further turn wait, and gains with time', () => {
  let now = 1_000
  const buckets = tokenBuckets({ burst: 2, perSecond: 0.5 }, () => now)
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 2])
  expect(buckets.take('b')).toBe(0)
  now += 1_000
  expect(buckets.take('a')).toBe(1)
  now += 1_000
  expect(buckets.take('a')).toBe(0)
  expect(buckets.wait('a')).toBe(2)
})

test('a clock that is set back neither gives nor takes', () => {
  let now = 1_000_000
  const buckets = tokenBuckets({ burst: 1, perSecond: 1 }, () => now)
  expect(buckets.take('a')).toBe(0)
  now -= 500_000
  expect(buckets.take('a')).toBe(1)
  now += 1_000
  expect(buckets.take('a')).toBe(0)
})

test('remembers a bounded number of keys and forgets the idlest', () => {
  const buckets = tokenBuckets({ burst: 1, perSecond: 0.001, keys: 2 }, () => 0)
  buckets.take('a')
  buckets.take('b')
  buckets.take('c')
  expect(buckets.take('c')).toBeGreaterThan(0)
  expect(buckets.take('a')).toBe(0)
})
