import { expect, test } from 'vitest'
import { addressBlock } from './addressBlock.ts'

test('an IPv6 network of one person is one place', () => {
  expect(addressBlock('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
  expect(addressBlock('2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64')
  expect(addressBlock('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(addressBlock('2001:0DB8:0001:0002::9')).toBe('2001:db8:1:2::/64')
  expect(addressBlock('2001:db8::5')).toBe('2001:db8:0:0::/64')
  expect(addressBlock('::1')).toBe('0:0:0:0::/64')
  expect(addressBlock('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(addressBlock('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(addressBlock('::ffff:c000:201')).toBe('192.0.2.1')
  expect(addressBlock('192.0.2.1')).toBe('192.0.2.1')
  expect(addressBlock('')).toBe('')
})
