import { expect, test } from 'vitest'
import { isNeverTimed, SessionClock } from './machineMemory.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const dayMs = 86_400_000

function clockOf(...behindMs: number[]) {
  const clock = new SessionClock()
  for (const ms of behindMs) clock.came('sparkplug', false, ms)
  return clock
}

test('up to 5 s the clock of a session is believed to be ours, beyond it an empty sample follows it', () => {
  expect(clockOf(5_000).placeAt(noon, false)).toBe(noon)
  expect(clockOf(5_001).placeAt(noon, false)).toBe(noon - 5_001)
  expect(clockOf(8 * dayMs + 40, 8 * dayMs + 300).placeAt(noon, false)).toBe(noon - 8 * dayMs - 40)
})

test('of a clock that is ahead the samples stand at their receipt, and so does the empty one', () => {
  expect(clockOf(-3_600_000).placeAt(noon, false)).toBe(noon)
})

test('what waited in a buffer says nothing of the clock, and a clock that was set is followed', () => {
  expect(clockOf(3_600_000, 1_800_000, 60).placeAt(noon, false)).toBe(noon)
  const set = clockOf(60, ...Array.from({ length: 20 }, () => dayMs))
  expect(set.placeAt(noon, false)).toBe(noon - dayMs)
})

test('without a time of their own samples stand at their receipt; before the first one nothing is known', () => {
  const clock = new SessionClock()
  expect(clock.placeAt(noon, false)).toBeUndefined()
  expect(clock.placeAt(noon, true)).toBe(noon)
  // What a person sends by file or a program by HTTP is no word of the session.
  clock.came('http', false, 9_000)
  clock.came('file', false, 9_000)
  expect(clock.placeAt(noon, false)).toBeUndefined()
  clock.came('opcua', true, 0)
  expect(clock.placeAt(noon, false)).toBe(noon)
  clock.came('opcua', false, 9_000)
  expect(clock.placeAt(noon, false)).toBe(noon - 9_000)
  clock.end()
  expect(clock.placeAt(noon, false)).toBeUndefined()
})

test('PackML tags never have a time', () => {
  expect(isNeverTimed({ topics: [{ connector: 'packmlTags' }] })).toBe(true)
  expect(isNeverTimed({ topics: [{ connector: 'sparkplug' }] })).toBe(false)
  expect(isNeverTimed({ topics: [] })).toBe(false)
})
