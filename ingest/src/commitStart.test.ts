import { expect, test } from 'vitest'
import { commitStart } from './commitStart.ts'

const gatherMs = 200
const now = 10_000
const waiting = { calls: 1, records: 1, since: now, allWait: true }
const longAgo = { calls: 4, at: 0 }

test('one that was silent begins a commit at once, with what comes in the same moment', () => {
  expect(commitStart(waiting, longAgo, { now, gatherMs })).toBe(now + 2)
})

test('one that waits for each answer waits for nobody', () => {
  const last = { calls: 1, at: now - 1 }
  expect(commitStart(waiting, last, { now, gatherMs })).toBe(now)
})

test('calls that were answered together are one commit again, though they come one after the other', () => {
  const last = { calls: 4, at: now - 1 }
  const start = (calls: number, later: number) =>
    commitStart({ ...waiting, calls, records: calls }, last, { now: now + later, gatherMs })
  expect([start(1, 0), start(2, 3), start(3, 6)]).toEqual([now + 10, now + 10, now + 10])
  expect(start(4, 7)).toBe(now + 7)
})

test('records of those who send by themselves are collected, up to as many as are worth a commit', () => {
  const beside = { ...waiting, allWait: false, since: now - 50 }
  const last = { calls: 1, at: now - 1 }
  expect(commitStart(beside, last, { now, gatherMs })).toBe(now + 150)
  expect(commitStart({ ...beside, records: 1_000 }, last, { now, gatherMs })).toBe(now + 2)
})
