import { expect, test } from 'vitest'
import { gapWords } from './gapWords.ts'

const room = 120
const wides = (...all: number[]) => all.map((wide) => ({ wide }))

test('the word stands across each stretch with room for it, and in no other', () => {
  expect(gapWords(wides(170, 40, 16, 340), room)).toEqual(['across', 'none', 'none', 'across'])
})

test('where no stretch has the room, the word stands upright in the widest one alone', () => {
  expect(gapWords(wides(20, 60, 60, 17), room)).toEqual(['none', 'upright', 'none', 'none'])
})

test('stretches of a few pixels have no word', () => {
  expect(gapWords(wides(3, 15), room)).toEqual(['none', 'none'])
  expect(gapWords([], room)).toEqual([])
})
