import { expect, test } from 'vitest'
import { closedOfSteps, closedShares, gapsOutside } from './closedTime.ts'
import type { LaneStep } from './packsData.ts'

const minute = 60_000
const begin = Date.parse('2026-11-20T22:00:00Z')
const at = (minutes: number) => begin + minutes * minute

/** Steps of ten minutes with so many closed minutes each. */
const steps = (...closed: number[]): LaneStep[] =>
  closed.map((minutes, index) => ({
    ...{
      run: 0,
      ancillary: 0,
      idle: 0,
      unknown: 0,
      alarm: 0,
      speed: null,
      packs: 0,
      rejects: null,
    },
    at: new Date(at(10 * index)),
    to: new Date(at(10 * index + 10)),
    notScheduled: minutes * 60,
  }))

test('closed times lie where they are in the window, and are cut at its edges', () => {
  const window = { from: at(0), to: at(100) }
  const closed = [
    { from: at(-50), to: at(10) },
    { from: at(40), to: at(50) },
    { from: at(99), to: at(120) },
    { from: at(100), to: at(130) },
  ]
  expect(closedShares(closed, window)).toEqual([
    { left: 0, wide: 0.1 },
    { left: 0.4, wide: 0.1 },
    { left: 0.99, wide: 0.01 },
  ])
})

test('steps that follow each other are one closed time, which begins and ends inside of a step', () => {
  expect(closedOfSteps(steps(0, 4, 10, 10, 3, 0))).toEqual([{ from: at(16), to: at(43) }])
  expect(closedOfSteps(steps(0, 10, 0, 10))).toEqual([
    { from: at(10), to: at(20) },
    { from: at(30), to: at(40) },
  ])
  expect(closedOfSteps(steps(0, 4, 0))).toEqual([{ from: at(10), to: at(14) }])
  expect(closedOfSteps(steps(0, 0))).toEqual([])
})

test('no data is missed in closed time', () => {
  const seconds = (minutes: number) => at(minutes) / 1_000
  const gap = { from: seconds(10), to: seconds(50) }
  const cut = (from: number, to: number) => gapsOutside([gap], [{ from: at(from), to: at(to) }])
  expect(cut(0, 60)).toEqual([])
  expect(cut(20, 30)).toEqual([
    { from: seconds(10), to: seconds(20) },
    { from: seconds(30), to: seconds(50) },
  ])
  expect(cut(40, 70)).toEqual([{ from: seconds(10), to: seconds(40) }])
  expect(cut(50, 70)).toEqual([gap])
})
