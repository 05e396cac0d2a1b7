import type { Interval } from '@packboard/telemetry/read'
import { expect, test } from 'vitest'
import { longestStates, stateChanges } from './stateChanges.ts'

const at = (seconds: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + seconds * 1_000)
const interval = (from: number, to: number, state: number, product = 'A'): Interval => ({
  machineId: 1,
  from: at(from),
  to: at(to),
  state,
  category: 'run',
  product,
  tool: 'T',
  user: '',
  causeGroup: '',
  cause: '',
  ms: (to - from) * 1_000,
  packs: 0n,
  rejects: null,
  stops: 0,
  recovered: false,
})

const story = [
  interval(-1, 30, 10),
  interval(30, 40, 10, 'B'),
  interval(40, 40, 5),
  interval(40, 90, 8),
  // A gap of ten seconds, and the same state again.
  interval(100, 110, 8),
  interval(110, 120, 10),
]

test('a change is an entry from another state or from a gap; another product is none, nor is a moment without length', () => {
  expect(stateChanges(story, {}, at(0))).toEqual([
    { at: at(40), state: 8 },
    { at: at(100), state: 8 },
    { at: at(110), state: 10 },
  ])
})

test('a state that began before the day is not entered in it, one that begins with the day is', () => {
  expect(stateChanges(story, {}, at(100)).map((change) => change.at)).toEqual([at(100), at(110)])
  expect(stateChanges(story, {}, at(100.001)).map((change) => change.at)).toEqual([at(110)])
})

test('under a filter an entry counts in the context that it entered', () => {
  expect(
    stateChanges([interval(0, 9, 8, 'B'), interval(9, 20, 10)], { product: 'A' }, at(0)),
  ).toEqual([{ at: at(9), state: 10 }])
})

test('of each minute the state that lasted longest, of two alike the earlier', () => {
  const minute = at(0).getTime()
  expect(longestStates(story)).toEqual(
    new Map([
      [minute - 60_000, 10],
      [minute, 10],
      [minute + 60_000, 8],
    ]),
  )
  expect(longestStates([interval(0, 30, 8), interval(30, 60, 10)]).get(minute)).toBe(8)
})
