import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addTime,
  closedSeconds,
  coverageSeconds,
  noTime,
  notPlannedSeconds,
  observedSeconds,
  ofTakenKinds,
  plannedExternalSeconds,
  plannedSeconds,
  sumTime,
  type TimeModel,
  windowSeconds,
  withoutTaken,
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

const nothingTaken = ofTakenKinds(() => noTime)

/** The same window with parts of it taken out by each kind; the milliseconds are those of the whole. */
const anyPlanned: fc.Arbitrary<TimeModel> = fc
  .tuple(anyTime, anyTime, anyTime, anyTime, anyTime)
  .map(([open, breaks, closed, named, moded]): TimeModel => {
    // Offline and unknown time follows the plan alone.
    const [label, mode] = [named, moded].map((one) => ({ ...one, unknown: 0, offline: 0 }))
    return {
      ...sumTime([open, breaks, closed, label ?? noTime, mode ?? noTime]),
      unplanned: { break: breaks, closed, label: label ?? noTime, mode: mode ?? noTime },
    }
  })

test('planned, not planned and closed seconds are the window, to the millisecond (D72)', () => {
  fc.assert(
    fc.property(fc.array(anyPlanned, { minLength: 1, maxLength: 5 }), (parts) => {
      const time = sumTime(parts)
      const ms = [plannedSeconds, notPlannedSeconds, closedSeconds].map((of) =>
        Math.round(of(time) * 1000),
      )
      expect(ms.reduce((a, b) => a + b)).toBe(Math.round(windowSeconds(time) * 1000))
      const { observed, of } = coverageSeconds(time)
      expect(observed).toBeLessThanOrEqual(of)
      expect(Math.round(of * 1000) + (ms[2] ?? 0)).toBe(Math.round(windowSeconds(time) * 1000))
    }),
  )
})

test('a plan that takes nothing out leaves every sum as it is', () => {
  const planned = { ...shift, unplanned: nothingTaken }
  expect(plannedSeconds(planned)).toBe(plannedSeconds(shift))
  expect(coverageSeconds(planned)).toEqual(coverageSeconds(shift))
  expect(plannedExternalSeconds(planned)).toBe(shift.external)
  expect([closedSeconds(planned), closedSeconds(shift)]).toEqual([0, 0])
})

test('running in a break or in closed time is planned: nothing is gained by planning wrongly', () => {
  const closed = { ...shift, unplanned: { ...nothingTaken, closed: { ...noTime, run: 30_000 } } }
  expect(plannedSeconds(closed)).toBe(41_400)
  expect(coverageSeconds(closed)).toEqual(coverageSeconds(shift))
})

test('what does not run in closed time is in neither side of the coverage (D73)', () => {
  const { idle, offline } = shift
  const sunday = { ...noTime, idle, offline, external: 2_400 }
  const time = { ...shift, unplanned: { ...nothingTaken, closed: sunday } }
  expect(plannedSeconds(time)).toBe(35_400)
  expect(plannedExternalSeconds(time)).toBe(0)
  expect(closedSeconds(time)).toBe(7_800)
  expect(coverageSeconds(time)).toEqual({ observed: 35_400, of: 35_400 })
})

test('a planned reason takes out what did not run, and leaves coverage as it is', () => {
  const cleaning = { ...noTime, run: 60, idle: 600, external: 600 }
  const time = { ...shift, unplanned: { ...nothingTaken, label: cleaning } }
  expect(plannedSeconds(time)).toBe(plannedSeconds(shift) - 600)
  expect(notPlannedSeconds(time)).toBe(notPlannedSeconds(shift) + 600)
  expect(plannedExternalSeconds(time)).toBe(shift.external - 600)
  expect(coverageSeconds(time)).toEqual(coverageSeconds(shift))
  expect(withoutTaken(time)).toEqual(shift)
})
