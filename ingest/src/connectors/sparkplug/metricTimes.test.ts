import { expect, test } from 'vitest'
import { MetricTimes } from './metricTimes.ts'

const born = Date.UTC(2026, 10, 21, 12)

test('a time before the birth stands still, one after it is the time of the value', () => {
  const times = new MetricTimes(born)
  expect(times.standsStill('Status/StateCurrent', born - 1, '6', born + 2_000)).toBe(true)
  expect(times.standsStill('Status/StateCurrent', born, '4', born + 3_000)).toBe(false)
  expect(times.standsStill('Status/StateCurrent', born + 3_500, '6', born + 4_000)).toBe(false)
  expect(times.standsStill('Status/StateCurrent', born + 5_000, '4', born + 5_000)).toBe(false)
})

test('where the whole clock was set back, the message says no better time', () => {
  const times = new MetricTimes(born)
  expect(times.standsStill('Status/StateCurrent', born - 5_000, '6', born - 4_000)).toBe(false)
})

test('a time at which one metric has two values stands still, for all metrics up to it', () => {
  const times = new MetricTimes(born)
  const still = born + 100
  // A value that is sent again without a change has the time of its change.
  expect(times.standsStill('Status/StateCurrent', still, '6', born + 1_000)).toBe(false)
  expect(times.standsStill('Status/StateCurrent', still, '6', born + 2_000)).toBe(false)
  expect(times.standsStill('Status/StateCurrent', still, '4', born + 3_000)).toBe(true)
  expect(times.standsStill('Status/CurMachSpeed', still, '60', born + 3_000)).toBe(true)
  expect(times.standsStill('Status/CurMachSpeed', still + 1, '61', born + 4_000)).toBe(false)
})

test('a machine of which no birth is known is watched for a time that stands still alone', () => {
  const times = new MetricTimes()
  expect(times.standsStill('Status/StateCurrent', 1, '6', born)).toBe(false)
  expect(times.standsStill('Status/StateCurrent', 1, '4', born + 1)).toBe(true)
})
