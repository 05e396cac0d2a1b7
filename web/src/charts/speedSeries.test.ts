import { expect, test } from 'vitest'
import { lastPoint, speedScale, speedSeries, spreadLabels } from './speedSeries.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 6, minute))

test('a step without a value is a gap, also when no machine has one', () => {
  const columns = speedSeries(
    [
      { at: [at(0), at(30)], ppm: [100, 120] },
      { at: [at(10)], ppm: [60] },
    ],
    600,
    at(0),
    at(40),
  )
  expect(columns[0]).toEqual([5, 15, 25, 35].map((minute) => at(minute).getTime() / 1_000))
  expect(columns[1]).toEqual([100, null, null, 120])
  expect(columns[2]).toEqual([null, 60, null, null])
})

test('steps that the window cuts have their middle inside it', () => {
  const columns = speedSeries([{ at: [at(0), at(10)], ppm: [100, 120] }], 600, at(4), at(12))
  expect(columns[0]).toEqual([7, 11].map((minute) => at(minute).getTime() / 1_000))
  expect(columns[1]).toEqual([100, 120])
})

test('the speed axis has at most four lines above zero, at round numbers', () => {
  expect(speedScale(214)).toEqual({ step: 60, most: 240 })
  expect(speedScale(90)).toEqual({ step: 30, most: 90 })
  expect(speedScale(0)).toEqual({ step: 5, most: 5 })
  for (const most of [1, 33, 61, 399, 1_001, 7_777]) {
    const scale = speedScale(most)
    expect(scale.most).toBeGreaterThanOrEqual(most)
    expect(scale.most / scale.step).toBeLessThanOrEqual(4)
  }
})

test('a stop is a zero and not a gap', () => {
  const columns = speedSeries([{ at: [at(0)], ppm: [0] }], 600, at(0), at(10))
  expect(columns[1]).toEqual([0])
})

test('a line ends at the last value that it has', () => {
  const columns = speedSeries([{ at: [at(0), at(10)], ppm: [100, 90] }], 600, at(0), at(60))
  expect(lastPoint(columns, 1)).toEqual({ at: at(15).getTime() / 1_000, ppm: 90, index: 1 })
  expect(lastPoint(speedSeries([{ at: [], ppm: [] }], 600, at(0), at(60)), 1)).toBeUndefined()
})

test('labels that would meet are moved apart, in their order and inside the chart', () => {
  const placed = spreadLabels([100, 101, 99, 10], 15, 105)
  const sorted = [...placed].sort((a, b) => a - b)
  for (let index = 1; index < sorted.length; index++) {
    expect(sorted[index]! - sorted[index - 1]!).toBeGreaterThanOrEqual(15)
  }
  expect(Math.max(...placed)).toBeLessThanOrEqual(105)
  expect(placed[2]!).toBeLessThan(placed[0]!)
  expect(placed[0]!).toBeLessThan(placed[1]!)
  expect(placed[3]).toBe(10)
})
