import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addTime,
  noTime,
  observedSeconds,
  plannedSeconds,
  sumTime,
  type TimeModel,
  windowSeconds,
} from './timeModel.ts'

const shift: TimeModel = {
  run: 30_000,
  alarm: 3_600,
  idle: 6_000,
  ancillary: 1_800,
  unknown: 0,
  offline: 1_800,
  external: 2_400,
}

test('the categories make up the window, external is a part of them', () => {
  expect(windowSeconds(shift)).toBe(43_200)
  expect(plannedSeconds(shift)).toBe(41_400)
})

test('unknown states are observed but not planned, offline is neither', () => {
  const odd = { ...shift, unknown: 600 }
  expect(plannedSeconds(odd)).toBe(41_400)
  expect(observedSeconds(odd)).toBe(42_000)
})

/** Seconds out of whole milliseconds, up to a year. */
const seconds = fc.integer({ min: 0, max: 31_536_000_000 }).map((ms) => ms / 1000)
const anyTime = fc.record({
  run: seconds,
  alarm: seconds,
  idle: seconds,
  ancillary: seconds,
  unknown: seconds,
  offline: seconds,
  external: seconds,
})

test('windows add up to the millisecond, in any order and grouping (D12)', () => {
  fc.assert(
    fc.property(fc.array(anyTime, { maxLength: 40 }), fc.nat(), (parts, cut) => {
      const middle = parts.length === 0 ? 0 : cut % parts.length
      const total = sumTime(parts)
      expect(sumTime(parts.toReversed())).toEqual(total)
      expect(addTime(sumTime(parts.slice(0, middle)), sumTime(parts.slice(middle)))).toEqual(total)
      const ms = parts.reduce((sum, { run }) => sum + Math.round(run * 1000), 0)
      expect(total.run).toBe(ms / 1000)
    }),
  )
})

test('adding begins with no time', () => {
  expect(sumTime([])).toEqual(noTime)
  expect(addTime(noTime, shift)).toEqual(shift)
})
