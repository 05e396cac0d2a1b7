import { expect, test } from 'vitest'
import { commitStart } from './groupCommit.ts'

const gatherMs = 200
const now = 10_000
const waiting = { calls: 1, records: 1, senders: 1, since: now, allWait: true }
const longAgo = { calls: 4, at: 0, ms: 12 }

test('one that was silent begins a commit at once, with what comes in the same moment', () => {
  expect(commitStart(waiting, longAgo, { now, gatherMs })).toBe(now + 2)
})

test('one that waits for each answer waits for nobody', () => {
  const last = { calls: 1, at: now - 1, ms: 12 }
  expect(commitStart(waiting, last, { now, gatherMs })).toBe(now)
})

test('calls that were answered together are one commit again, though they come one after the other', () => {
  const last = { calls: 4, at: now - 1, ms: 12 }
  const start = (calls: number, later: number) =>
    commitStart({ ...waiting, calls, records: calls }, last, { now: now + later, gatherMs })
  expect([start(1, 0), start(2, 3), start(3, 6)]).toEqual([now + 10, now + 10, now + 10])
  expect(start(4, 7)).toBe(now + 7)
})

test('records of those who send by themselves are collected, up to as many as are worth a commit', () => {
  const beside = { ...waiting, allWait: false, since: now - 50 }
  const last = { calls: 1, at: now - 1, ms: 12 }
  expect(commitStart(beside, last, { now, gatherMs })).toBe(now + 150)
  expect(commitStart({ ...beside, records: 1_000 }, last, { now, gatherMs })).toBe(now + 2)
})

test('with many senders the store rests as long as it wrote, at most 50 ms, unless as many records are there as are worth a commit', () => {
  const many = { ...waiting, calls: 50, records: 50, senders: 50 }
  const last = { calls: 50, at: now - 5, ms: 20 }
  expect(commitStart(many, last, { now, gatherMs })).toBe(now + 15)
  expect(commitStart(many, { ...last, ms: 2_000 }, { now, gatherMs })).toBe(now + 45)
  expect(commitStart({ ...many, records: 1_000 }, last, { now, gatherMs })).toBe(now + 2)
  // A gateway with many single calls has all of its own back: nothing else is to come.
  expect(commitStart({ ...many, senders: 1 }, last, { now, gatherMs })).toBe(now)
})
