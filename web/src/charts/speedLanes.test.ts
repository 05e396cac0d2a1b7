import { expect, test } from 'vitest'
import { speedLane } from './speedLanes.ts'

test('a gap begins a new piece of the line and is told', () => {
  const lane = speedLane(
    [
      [0, 1, 2, 3, 4],
      [10, 10, null, 10, 10],
    ],
    1,
    10,
    100,
    20,
  )
  expect(lane.line).toBe('M0 0L25 0M75 0L100 0')
  expect(lane.gaps).toEqual([{ from: 0.25, to: 0.75 }])
})

test('a machine without any value is one gap', () => {
  const lane = speedLane(
    [
      [0, 1, 2],
      [null, null, null],
    ],
    1,
    10,
    100,
    20,
  )
  expect(lane.line).toBe('')
  expect(lane.gaps).toEqual([{ from: 0, to: 1 }])
})
