import { expect, test } from 'vitest'
import { lonelyPoints, packsInParts, packsSeries } from './packsSeries.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 6, minute))
const seconds = (minute: number) => at(minute).getTime() / 1_000
const step = (minute: number, ppm: number, min = ppm, max = ppm) => ({
  at: at(minute),
  ppm,
  min,
  max,
})

test('values stand in the middle of their steps', () => {
  const { columns, gaps } = packsSeries([step(0, 100), step(1, 0)], 60, at(0), at(2))
  expect(columns[0]).toEqual([seconds(0) + 30, seconds(1) + 30])
  expect(columns[1]).toEqual([100, 0])
  expect(gaps).toEqual([])
})

test('a missing step breaks the line and is a gap; at the edges of the window too', () => {
  const { columns, gaps } = packsSeries([step(2, 100), step(5, 90)], 60, at(0), at(8))
  expect(columns[1]).toEqual([null, 100, null, 90, null])
  expect(gaps).toEqual([
    { from: seconds(0), to: seconds(2) },
    { from: seconds(3), to: seconds(5) },
    { from: seconds(6), to: seconds(8) },
  ])
})

test('without any step the whole window is a gap', () => {
  const { columns, gaps } = packsSeries([], 60, at(0), at(5))
  expect(columns[1]).toEqual([null])
  expect(gaps).toEqual([{ from: seconds(0), to: seconds(5) }])
})

test('a day of 25 hours is one step and no gap', () => {
  const hour = (hours: number) => new Date(Date.UTC(2026, 9, 24, 23 + hours))
  const days = [0, 24, 49].map((hours) => ({ at: hour(hours), ppm: 1, min: 0, max: 2 }))
  const { gaps } = packsSeries(days, 86_400, hour(0), hour(73))
  expect(gaps).toEqual([])
})

test('a stop of seconds reaches the long chart through the slowest speed of its step', () => {
  const { columns } = packsSeries([step(0, 149.9, 0, 158)], 86_400, at(0), at(60))
  expect(columns[2]).toEqual([0])
  expect(columns[3]).toEqual([158])
})

test('a step that the window cuts has its middle inside', () => {
  const { columns } = packsSeries([step(0, 100)], 3_600, at(30), at(40))
  expect(columns[0]).toEqual([seconds(35)])
})

test('values between gaps stand alone', () => {
  expect(lonelyPoints([null, 1, null, 2, 3, null, 4])).toEqual([1, 6])
})

test('the parts of a window have the packs that its speed tells', () => {
  const series = packsSeries([step(0, 60), step(1, 120)], 60, at(0), at(2))
  expect(packsInParts(series, 60, at(0), at(2), 2)).toEqual([60, 120])
})
