import { expect, test } from 'vitest'
import { clockOff, sourceState } from './records.ts'

const fine = { hasSpoken: true, isOffline: false, clockSkewMs: 300, quarantined: 0 }

test.each([
  [{}, 'fine'],
  [{ clockSkewMs: null }, 'fine'],
  [{ quarantined: 1 }, 'quarantined'],
  [{ quarantined: 1, clockSkewMs: 60_001 }, 'clockOff'],
  [{ clockSkewMs: -5_001 }, 'clockOff'],
  [{ clockSkewMs: -5_000 }, 'fine'],
  [{ isOffline: true, clockSkewMs: 90_000, quarantined: 1 }, 'silent'],
  [{ hasSpoken: false, isOffline: true, clockSkewMs: null, quarantined: 3 }, 'quarantined'],
  [{ hasSpoken: false, isOffline: true, clockSkewMs: null }, 'never'],
])('%j is %s', (reported, state) => {
  expect(sourceState({ ...fine, ...reported })).toBe(state)
})

test('a clock is off more than 5 s ahead or 60 s behind', () => {
  expect([-5_001, -5_000, 0, 60_000, 60_001, null].map(clockOff)).toEqual([
    'ahead',
    undefined,
    undefined,
    undefined,
    'behind',
    undefined,
  ])
})
