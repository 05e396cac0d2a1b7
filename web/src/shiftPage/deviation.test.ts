import { expect, test } from 'vitest'
import { deviationPaths, deviationScale, shiftHours } from './deviation.ts'

const begin = Date.parse('2026-11-20T18:00:00Z')
const minuteMs = 60_000

const step = (index: number, made: number, due: number | null) => ({
  from: new Date(begin + index * 12 * minuteMs),
  to: new Date(begin + (index + 1) * 12 * minuteMs),
  ...{ made, due },
})

test('hours are whole pieces, the last may be shorter, and nothing of a sum is lost', () => {
  const steps = Array.from({ length: 12 }, (_, index) => step(index, index, 10))
  const hours = shiftHours(steps, 720)
  expect(hours.map(({ from, to }) => (to.getTime() - from.getTime()) / minuteMs)).toEqual([
    60, 60, 24,
  ])
  expect(hours.map(({ made }) => made)).toEqual([10, 35, 21])
  expect(hours.map(({ due }) => due)).toEqual([50, 50, 20])
  expect(shiftHours([step(0, 1, null)], 720)[0]?.due).toBeNull()
  expect(shiftHours([], 720)).toEqual([])
})

test('pieces that are longer than an hour are hours of their own', () => {
  expect(shiftHours([step(0, 1, 1), step(1, 2, 2)], 7_200)).toHaveLength(2)
})

test('the target lies where the curve leaves room for it', () => {
  const at = begin
  const { y } = deviationScale([
    { at, packs: 0 },
    { at, packs: 25 },
    { at, packs: -75 },
  ])
  expect([y(25), y(0), y(-75)]).toEqual([0, 0.25, 1])
  expect(deviationScale([{ at, packs: 0 }]).y(0)).toBe(0.5)
})

test('the curve ends where the shift is now, and the area is closed on the target', () => {
  const points = [
    { at: 0, packs: 0 },
    { at: 50, packs: -10 },
  ]
  expect(deviationPaths(points, { from: 0, to: 100 }, { width: 100, height: 40 })).toEqual({
    line: 'M0 0L50 40',
    area: 'M0 0L0 0L50 40L50 0Z',
    target: 0,
  })
})
