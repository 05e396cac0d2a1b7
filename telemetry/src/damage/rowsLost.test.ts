import { expect, test } from 'vitest'
import { isCovered, rowsLost } from './rowsLost.ts'

const part = (from: number, to: number, rows: number) => ({ from, to, rows })

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

test('an older copy lacks the newest blocks', () => {
  expect(rowsLost([part(1, 9, 90)], [part(1, 7, 70)], true)).toBe(20)
})

test('a range is covered by parts without a gap', () => {
  expect(isCovered(part(2, 4, 0), [part(1, 2, 1), part(3, 6, 1)])).toBe(true)
  expect(isCovered(part(2, 4, 0), [part(4, 4, 1), part(2, 2, 1)])).toBe(false)
  expect(isCovered(part(2, 4, 0), [])).toBe(false)
})
