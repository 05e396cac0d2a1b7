import { expect, test } from 'vitest'
import { dayTrace } from './dayTrace.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 21, 8, minute, second))
const running = (minute: number, ppm = 150) => ({ at: at(minute), ppm, state: 10 })

test('a day without a minute draws nothing', () => {
  expect(dayTrace({ minutes: [], changes: [], states: [] })).toBeNull()
})

test('a missing minute is a gap that breaks the line and the lane; a stop is a zero', () => {
  const trace = dayTrace({
    minutes: [running(0), running(1, 0), running(5)],
    changes: [],
    states: [],
  })
  expect(trace?.columns[1]).toEqual([150, 0, null, 150])
  expect(trace?.gaps).toEqual([{ from: at(2), to: at(5) }])
  expect(trace?.lane).toEqual([
    { from: at(0), to: at(2), state: 10 },
    { from: at(5), to: at(6), state: 10 },
  ])
  expect(trace?.to).toEqual(at(6))
})

test('a stop of three seconds stays in the lane, at its own time', () => {
  const trace = dayTrace({
    minutes: [running(0), running(1), running(2)],
    changes: [
      { at: at(1, 10), state: 21 },
      { at: at(1, 13), state: 10 },
    ],
    states: [],
  })
  expect(trace?.lane).toEqual([
    { from: at(0), to: at(1, 10), state: 10 },
    { from: at(1, 10), to: at(1, 13), state: 21 },
    { from: at(1, 13), to: at(3), state: 10 },
  ])
})

test('a change at the very beginning of a minute leaves nothing of the state before', () => {
  const trace = dayTrace({
    minutes: [running(0), { at: at(1), ppm: 0, state: 13 }],
    changes: [{ at: at(1), state: 13 }],
    states: [],
  })
  expect(trace?.lane).toEqual([
    { from: at(0), to: at(1), state: 10 },
    { from: at(1), to: at(2), state: 13 },
  ])
})
