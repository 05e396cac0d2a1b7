import { expect, test } from 'vitest'
import { speedLane } from './speedLanes.ts'

const window = { from: 0, to: 50 }

test('a gap begins a new piece of the line and is told with its edges', () => {
  const lane = speedLane(
    [
      [5, 15, 25, 35, 45],
      [10, 10, null, 10, 10],
    ],
    1,
    window,
    100,
    22,
  )
  expect(lane.line).toBe('M10 2L30 2M70 2L90 2')
  expect(lane.gaps).toEqual([{ from: 0.4, to: 0.6 }])
})

test('a stop is a zero on the floor of the lane and no gap', () => {
  const lane = speedLane(
    [
      [5, 15, 25, 35, 45],
      [10, 0, 0, 10, 10],
    ],
    1,
    window,
    100,
    22,
  )
  expect(lane.line).toBe('M10 2L30 22L50 22L70 2L90 2')
  expect(lane.gaps).toEqual([])
})

test('a machine that fell silent has no data from there to now', () => {
  const lane = speedLane(
    [
      [5, 15, 25, 35, 45],
      [10, 10, null, null, null],
    ],
    1,
    window,
    100,
    22,
  )
  expect(lane.gaps).toEqual([{ from: 0.4, to: 1 }])
})

test('a machine without any value is one gap', () => {
  const lane = speedLane(
    [
      [5, 15],
      [null, null],
    ],
    1,
    { from: 0, to: 20 },
    100,
    20,
  )
  expect(lane.line).toBe('')
  expect(lane.gaps).toEqual([{ from: 0, to: 1 }])
})
