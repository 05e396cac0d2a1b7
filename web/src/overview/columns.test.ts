import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockColumns, cardLook, cardWidths, columnsFor, emptyCells } from './columns.ts'

/** The room for cards beside the gutters of the page. */
const at1440 = 1440 - 48
const at1920 = 1920 - 48
const pairs = [2, 2, 2, 2]

test('four lines of two machines fill two rows of four, at 1440 and at 1920 px', () => {
  expect(columnsFor(at1440, pairs, cardWidths.whole)).toBe(4)
  expect(columnsFor(at1920, pairs, cardWidths.whole)).toBe(4)
})

test('eight lines of three, compact at 1920 px, are four rows of six; twelve uneven lines are six of nine', () => {
  expect(columnsFor(at1920, Array<number>(8).fill(3), cardWidths.times)).toBe(6)
  const fifty = [4, 5, 4, 5, 4, 5, 5, 4, 4, 5, 3, 2]
  expect(columnsFor(at1920, fifty, cardWidths.small)).toBe(9)
  expect(emptyCells(fifty, 9)).toBe(4)
})

test.each([
  ['one machine', [1], 1440, 3],
  ['no machine', [], 1440, 4],
  ['a tablet', pairs, 788, 2],
  ['narrower than a card', pairs, 200, 1],
  ['not measured yet', pairs, 0, 1],
] as const)('%s', (_name, blocks, width, columns) => {
  expect(columnsFor(width, blocks, cardWidths.whole)).toBe(columns)
})

test('a block that does not fit beside the one before begins a row, and the highest makes the row', () => {
  expect(emptyCells([2, 3], 4)).toBe(2 + 1)
  expect(emptyCells([1, 8, 1], 4)).toBe(3 + 0 + 3)
  expect(emptyCells([5, 1], 3)).toBe(1 + 2)
  expect(emptyCells([], 3)).toBe(0)
})

test('a longer line wraps inside of its block; a block is never without a column', () => {
  expect([1, 3, 9].map((machines) => blockColumns(machines, 4))).toEqual([1, 3, 4])
  expect(blockColumns(0, 4)).toBe(1)
})

test('compact cards keep their kinds of time up to 24 machines', () => {
  expect([24, 25].map((machines) => cardLook(true, machines))).toEqual(['times', 'small'])
  expect(cardLook(false, 2_000)).toBe('whole')
})

test('whatever the lines, no card is too narrow or too wide, and no other number of columns leaves fewer cells empty', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }),
      fc.integer({ min: 320, max: 3_840 }),
      fc.constantFrom(...Object.values(cardWidths)),
      (blocks, width, widths) => {
        const columns = columnsFor(width, blocks, widths)
        const fewest = Math.max(1, Math.floor(width / widths.most))
        const greatest = Math.max(fewest, Math.floor(width / widths.least))
        expect(columns).toBeGreaterThanOrEqual(fewest)
        expect(columns).toBeLessThanOrEqual(greatest)
        const own = emptyCells(blocks, columns)
        for (let other = fewest; other <= greatest; other += 1) {
          const theirs = emptyCells(blocks, other)
          expect(theirs).toBeGreaterThanOrEqual(own)
          if (other > columns) expect(theirs).toBeGreaterThan(own)
        }
      },
    ),
    runsOfProperty({ deep: 2_000, daily: 200 }),
  )
})
