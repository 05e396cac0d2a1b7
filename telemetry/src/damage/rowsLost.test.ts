import { expect, test } from 'vitest'
import { type Found, isBack, isCovered, lostParts, type PartThere } from './rowsLost.ts'

const part = (from: number, to: number, rows: number, id = `${from}-${to}`): PartThere => ({
  from,
  to,
  rows,
  id,
  fresh: from === to,
})
const rowsLost = (...[known, there, keepsRows]: Parameters<typeof lostParts>) =>
  lostParts(known, there, keepsRows).reduce((sum, { rows }) => sum + (rows ?? Number.NaN), 0)

test('a merged part holds the rows of those before it', () => {
  expect(rowsLost([part(1, 1, 10), part(2, 2, 20)], [part(1, 2, 30)], true)).toBe(0)
  expect(rowsLost([part(1, 1, 10), part(2, 2, 20)], [part(1, 3, 35)], true)).toBe(0)
})

test('a part that is in no other is lost, and rows that came later do not hide it', () => {
  expect(rowsLost([part(1, 1, 10), part(2, 2, 20)], [part(1, 1, 10), part(3, 3, 500)], true)).toBe(
    20,
  )
})

test('the parts that a broken one was merged from stand for it, as far as they are there', () => {
  const known = [part(1, 3, 60)]
  expect(rowsLost(known, [part(1, 1, 10), part(2, 2, 20), part(3, 3, 30)], true)).toBe(0)
  expect(rowsLost(known, [part(1, 1, 10), part(3, 3, 30)], true)).toBe(20)
})

test('merging over a lost part does not hide it, where merging removes no row', () => {
  const known = [part(1, 1, 10), part(2, 2, 20), part(3, 3, 30)]
  expect(rowsLost(known, [part(1, 3, 40)], true)).toBe(20)
  expect(rowsLost(known, [part(1, 3, 40)], false)).toBe(0)
})

test('where merging removes rows, blocks that are missing are lost however many rows the others have', () => {
  const known = [part(1, 9, 13)]
  const older = [part(1, 4, 12), part(5, 5, 9)]
  expect(lostParts(known, older, false)).toEqual([{ ...part(1, 9, 13), rows: null }])
  expect(lostParts(known, [...older, part(6, 9, 3)], false)).toEqual([])
})

test('an older copy lacks the newest blocks', () => {
  expect(rowsLost([part(1, 9, 90)], [part(1, 7, 70)], true)).toBe(20)
})

test('an insert under the number of a lost block does not stand for it', () => {
  const known = [part(1, 7, 70), part(8, 8, 10)]
  const other = part(8, 8, 500, 'another insert')
  expect(lostParts(known, [part(1, 7, 70), other], true)).toEqual([part(8, 8, 10)])
  // Rewritten by an erasure it has another content and is still the same part.
  expect(rowsLost(known, [part(1, 7, 70), { ...other, fresh: false }], true)).toBe(0)
})

const found = (
  active: readonly PartThere[],
  detached: Found['detached'] = [],
  merged: Found['merged'] = [],
): Found => ({ active, detached, merged })

test('a lost part is back by its content, not by its range', () => {
  const lost = part(8, 8, 10)
  expect(isBack(lost, found([part(1, 9, 600)]))).toBe(false)
  expect(isBack(lost, found([part(12, 12, 10, lost.id)]))).toBe(true)
  // Of a part that was never seen only the range is known.
  expect(isBack({ ...lost, id: '' }, found([part(8, 8, 10)]))).toBe(true)
  expect(isBack({ ...lost, id: '' }, found([part(8, 8, 10)], [lost]))).toBe(false)
  // It was put back under another number and merged at once.
  const putBack = part(12, 12, 10, lost.id)
  expect(isBack(lost, found([part(9, 12, 600)], [], [putBack]))).toBe(true)
  expect(isBack(lost, found([part(9, 11, 600)], [], [putBack]))).toBe(false)
  // Nothing was written while it was missing: it was merged before.
  expect(isBack(lost, found([part(1, 9, 600)]), true)).toBe(true)
  expect(isBack(lost, found([part(8, 8, 600, 'another insert')]), true)).toBe(false)
})

test('a range is covered by parts without a gap', () => {
  expect(isCovered(part(2, 4, 0), [part(1, 2, 1), part(3, 6, 1)])).toBe(true)
  expect(isCovered(part(2, 4, 0), [part(4, 4, 1), part(2, 2, 1)])).toBe(false)
  expect(isCovered(part(2, 4, 0), [])).toBe(false)
})
