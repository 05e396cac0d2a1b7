import { expect, test } from 'vitest'
import { numberLists } from './timeline.ts'

test('lists of whole numbers are taken as they are, anything else is refused', () => {
  const lists = numberLists(2)
  expect(lists.parse([[0, 1], [2, 3, -4], []].slice(0, 2))).toEqual([
    [0, 1],
    [2, 3, -4],
  ])
  expect(lists.parse([])).toEqual([])
  for (const wrong of [
    [[1]],
    [[1, 2.5]],
    [[1, Number.NaN]],
    [['1', 2]],
    [{ 0: 1, 1: 2 }],
    'x',
    null,
  ]) {
    expect(lists.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
  expect(numberLists(2, { fractions: true }).safeParse([[1, 2.5]]).success).toBe(true)
  expect(numberLists(2, { fractions: true }).safeParse([[1, Infinity]]).success).toBe(false)
})
