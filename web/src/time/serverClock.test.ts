import { afterEach, expect, test, vi } from 'vitest'
import { learnServerTime, serverNow } from './serverClock.ts'

const told = 'Sat, 21 Nov 2026 14:32:10 GMT'
const toldAt = Date.parse(told)

afterEach(() => {
  vi.useRealTimers()
  learnServerTime(new Date().toUTCString(), Date.now(), Date.now())
})

test('a browser that is three minutes ahead still knows the time of the server', () => {
  const wrong = toldAt + 180_000
  vi.useFakeTimers({ now: wrong })
  learnServerTime(told, wrong - 40, wrong)
  expect(Math.abs(serverNow() - toldAt)).toBeLessThanOrEqual(1_000)
})

test('a difference that the way or the whole seconds explain changes nothing', () => {
  vi.useFakeTimers({ now: toldAt + 900 })
  learnServerTime(told, toldAt + 100, toldAt + 900)
  expect(serverNow()).toBe(toldAt + 900)
})

test('an answer without a time teaches nothing', () => {
  vi.useFakeTimers({ now: toldAt })
  learnServerTime(null, toldAt, toldAt)
  learnServerTime('soon', toldAt, toldAt)
  expect(serverNow()).toBe(toldAt)
})
