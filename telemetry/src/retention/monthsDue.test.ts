import { expect, test } from 'vitest'
import { monthsDue, oldestKept } from './monthsDue.ts'

const now = Date.UTC(2026, 10, 20)
const held = (month: number, clientId: number, newest = 1n) => ({ month, clientId, newest })
const any = () => true

test('a month goes when its last day is older than what is kept, and not a day earlier', () => {
  const keep = { days: 19, ofClient: new Map<number, number>() }
  const rows = [held(202611, 1), held(202610, 1), held(202609, 1)]
  expect(monthsDue(rows, keep, now, any)).toEqual([
    { month: 202609, clientIds: [1], upTo: 1n, whole: true },
    { month: 202610, clientIds: [1], upTo: 1n, whole: true },
  ])
  expect(monthsDue(rows, { ...keep, days: 20 }, now, any)).toEqual([
    { month: 202609, clientIds: [1], upTo: 1n, whole: true },
  ])
})

test('a client with a longer time keeps its rows of a month in which the others’ go', () => {
  const keep = { days: 30, ofClient: new Map([[2, 400]]) }
  const rows = [held(202601, 3), held(202601, 2), held(202601, 1), held(202501, 2)]
  expect(monthsDue(rows, keep, now, any)).toEqual([
    { month: 202501, clientIds: [2], upTo: 1n, whole: true },
    { month: 202601, clientIds: [1, 3], upTo: 1n, whole: false },
  ])
  expect(oldestKept(keep, now)).toBe(now - 30 * 86_400_000)
})

test('what must not go stays, and with it the month', () => {
  const keep = { days: 30, ofClient: new Map<number, number>() }
  const rows = [held(202601, 1, 5n), held(202601, 2, 9n), held(202602, 1, 9n)]
  expect(monthsDue(rows, keep, now, ({ newest }) => newest < 9n)).toEqual([
    { month: 202601, clientIds: [1], upTo: 5n, whole: false },
  ])
})
