import { expect, test } from 'vitest'
import { addressKey, tokenBuckets } from './tokenBucket.ts'

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

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})
