import { expect, test } from 'vitest'
import { costOf, machinesUntil, steadyState } from './queue.ts'

test('exponential service is the M/M/1 of the textbooks: 8 of 10 a second wait 0.4 s and leave after 0.5 s', () => {
  const { busy, wait, response } = steadyState({ rate: 8, mean: 0.1, variation: 1 })
  expect(busy).toBeCloseTo(0.8, 12)
  expect(wait).toBeCloseTo(0.4, 12)
  expect(response).toBeCloseTo(0.5, 12)
})

test('constant service waits half as long: M/D/1', () => {
  expect(steadyState({ rate: 8, mean: 0.1, variation: 0 }).wait).toBeCloseTo(0.2, 12)
})

test('two kinds of service: half 1 s, half 3 s, at 0.25 a second wait 1.25 s', () => {
  // E[S] = 2, E[S²] = 5: 0.25 · 5 / (2 · (1 − 0.5)).
  const { wait } = steadyState({ rate: 0.25, mean: 2, variation: 0.5 })
  expect(wait).toBeCloseTo(1.25, 12)
})

test('without arrivals nothing waits, and at the limit there is no steady state', () => {
  expect(steadyState({ rate: 0, mean: 0.1, variation: 1 })).toEqual({
    busy: 0,
    wait: 0,
    response: 0.1,
  })
  expect(steadyState({ rate: 10, mean: 0.1, variation: 0 }).wait).toBe(Infinity)
  expect(steadyState({ rate: 11, mean: 0.1, variation: 0 }).response).toBe(Infinity)
})

test('a line through points, and the machines that fill a core to its share', () => {
  const cost = costOf([
    { machines: 5, busy: 0.035 },
    { machines: 20, busy: 0.05 },
    { machines: 100, busy: 0.13 },
  ])
  expect(cost.fixed).toBeCloseTo(0.03, 12)
  expect(cost.each).toBeCloseTo(0.001, 12)
  expect(machinesUntil({ fixed: 0.25, each: 1 / 1_024 }, 1, 0.5)).toBe(256)
  expect(machinesUntil({ fixed: 0.8, each: 0.001 }, 1, 0.7)).toBe(0)
  expect(() => costOf([{ machines: 5, busy: 1 }])).toThrow('different numbers')
})
