import { expect, test } from 'vitest'
import { createSessions, ownsAfterMs, type Session } from './sessions.ts'

function session(fields: Partial<Session> & { spoke?: [number, number][] }): Session {
  const { spoke = [], ...rest } = fields
  return {
    deviceId: 1,
    clientId: 'a',
    startedAt: 0,
    hasWill: false,
    machines: new Map(spoke),
    endedByUs: false,
    ...rest,
  }
}

test('a line that lived 10 s owns the machines that it spoke for, and its end is theirs', () => {
  const sessions = createSessions()
  const line = session({ spoke: [[1, 500]] })
  sessions.start(line)
  expect(sessions.end(line, ownsAfterMs)).toEqual([1])
})

test('a tool that publishes once and leaves owns nothing', () => {
  const sessions = createSessions()
  const line = session({ spoke: [[1, 500]] })
  sessions.start(line)
  expect(sessions.end(line, ownsAfterMs - 1)).toEqual([])
})

test('a will owns at once', () => {
  const sessions = createSessions()
  const line = session({ hasWill: true, spoke: [[1, 0]] })
  sessions.start(line)
  expect(sessions.end(line, 1)).toEqual([1])
})

test('a gateway owns only those of its machines that it spoke for', () => {
  const sessions = createSessions()
  const line = session({
    spoke: [
      [2, 9_000],
      [3, 100],
    ],
  })
  sessions.start(line)
  expect(sessions.end(line, 20_000)).toEqual([2, 3])
})

test('a takeover is no death, and the line goes on under the new connection', () => {
  const sessions = createSessions()
  const old = session({ spoke: [[1, 500]] })
  const fresh = session({ startedAt: 15_000 })
  sessions.start(old)
  sessions.start(fresh)
  expect(sessions.end(old, 15_001)).toEqual([])
  expect(sessions.end(fresh, 15_002)).toEqual([1])
})

test('another living session that spoke for the machine within the hold limit keeps it alive', () => {
  const sessions = createSessions()
  const one = session({ clientId: 'a', spoke: [[1, 100_000]] })
  const other = session({ clientId: 'b', spoke: [[1, 99_000]] })
  sessions.start(one)
  sessions.start(other)
  expect(sessions.end(one, 100_500)).toEqual([])
  expect(sessions.end(other, 300_000)).toEqual([1])
})

test('a session that only listens keeps no machine alive', () => {
  const sessions = createSessions()
  const publisher = session({ clientId: 'a', spoke: [[1, 19_000]] })
  const listener = session({ clientId: 'b' })
  sessions.start(publisher)
  sessions.start(listener)
  expect(sessions.end(publisher, 20_000)).toEqual([1])
})

test('a session that we ended says nothing about its machine', () => {
  const sessions = createSessions()
  const line = session({ spoke: [[1, 500]], endedByUs: true })
  sessions.start(line)
  expect(sessions.end(line, 60_000)).toEqual([])
})
