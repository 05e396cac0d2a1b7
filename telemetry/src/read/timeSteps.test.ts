import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '../ledger/fold/minute.ts'
import { rangePieces, rowsAtOnce, stepAt } from './timeSteps.ts'

test('an instant lies in the last step that has begun', () => {
  const starts = [10, 20, 40]
  expect([9, 10, 19, 20, 39, 40, 1e9].map((at) => stepAt(starts, at))).toEqual([
    -1, 0, 0, 1, 1, 2, 2,
  ])
  expect(stepAt([], 5)).toBe(-1)
})

test('pieces are the range without a gap, whole days long but the last, and no more of them than its rows need', () => {
  const hours = fc.integer({ min: 0, max: 9_000 })
  fc.assert(
    fc.property(hours, hours, fc.nat(40 * rowsAtOnce), (begin, length, rows) => {
      const [from, to] = [begin * 3_600_000, (begin + length) * 3_600_000]
      const pieces = [...rangePieces({ from, to }, rows)]
      const edges = [from, ...pieces.map((piece) => piece.to)]
      expect(pieces.map((piece) => piece.from)).toEqual(edges.slice(0, -1))
      expect(edges.at(-1)).toBe(Math.max(from, to))
      for (const { from, to } of pieces.slice(0, -1)) expect((to - from) % dayMs).toBe(0)
      expect(pieces.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(rows / rowsAtOnce)))
    }),
  )
})
