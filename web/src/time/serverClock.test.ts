import { afterEach, expect, test, vi } from 'vitest'
import { learnServerTime, serverNow } from './serverClock.ts'

const reported = 'Sat, 21 Nov 2026 14:32:10 GMT'
const reportedAt = Date.parse(reported)

afterEach(() => {
  vi.useRealTimers()
  learnServerTime(new Date().toUTCString(), Date.now(), Date.now())
})

test('a browser that is three minutes ahead still knows the time of the server', () => {
  const wrong = reportedAt + 180_000
  vi.useFakeTimers({ now: wrong })
  learnServerTime(reported, wrong - 40, wrong)
  expect(Math.abs(serverNow() - reportedAt)).toBeLessThanOrEqual(1_000)
})

test('a difference that the way or the whole seconds explain changes nothing', () => {
  vi.useFakeTimers({ now: reportedAt + 900 })
  learnServerTime(reported, reportedAt + 100, reportedAt + 900)
  expect(serverNow()).toBe(reportedAt + 900)
})

test('an answer without a time teaches nothing', () => {
  vi.useFakeTimers({ now: reportedAt })
  learnServerTime(null, reportedAt, reportedAt)
  learnServerTime('soon', reportedAt, reportedAt)
  expect(serverNow()).toBe(reportedAt)
})
