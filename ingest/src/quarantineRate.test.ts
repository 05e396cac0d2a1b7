import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuarantineRate, quarantineBurst, quarantinedPerSecond } from './quarantineRate.ts'

const device = 7
const neighbour = 8

const reading = (records: number, bytes = records) => ({ records, bytes })

test('a device waits exactly until the seconds that it is sent have passed; another one never', () => {
  const wrongs = fc.array(fc.record({ n: fc.integer({ min: 1, max: 10_000 }), ms: fc.nat(5_000) }))
  fc.assert(
    fc.property(wrongs, fc.integer({ min: 1, max: 1_999 }), (calls, earlyMs) => {
      const clock = { now: 0 }
      const rate = createQuarantineRate(() => clock.now)
      for (const { n, ms } of calls) {
        rate.count(device, reading(n), n)
        clock.now += ms
      }
      const seconds = rate.wait(device)
      expect(rate.slowed()).toEqual(seconds > 0 ? [device] : [])
      expect(rate.wait(neighbour)).toBe(0)
      if (seconds === 0) return
      clock.now += seconds * 1_000 - Math.min(earlyMs, seconds * 1_000)
      expect(rate.wait(device)).toBeLessThanOrEqual(Math.ceil(earlyMs / 1_000))
      clock.now += Math.min(earlyMs, seconds * 1_000)
      expect(rate.wait(device)).toBe(0)
      expect(rate.slowed()).toEqual([])
    }),
  )
})

test('good records count nothing; a long wrong one counts as several', () => {
  const rate = createQuarantineRate(() => 0)
  for (let call = 0; call < 100; call++) rate.count(device, reading(10_000, 8_000_000), 0)
  expect(rate.wait(device)).toBe(0)
  rate.count(device, reading(4, 4_000 * quarantineBurst), 1)
  expect(rate.wait(device)).toBe(1)
  rate.count(device, reading(1, 1_000 * quarantinedPerSecond), 1)
  expect(rate.wait(device)).toBe(2)
  expect(rate.figures()).toEqual({ refused: 2 })
})
