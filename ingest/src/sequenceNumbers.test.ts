import { expect, test } from 'vitest'
import { SequenceNumbers } from './machineMemory.ts'

const count = (from: number, upTo: number) =>
  Array.from({ length: upTo - from + 1 }, (_, index) => from + index)
const missing = (numbers: readonly number[]) => {
  const sender = new SequenceNumbers()
  return numbers.reduce((sum, number) => sum + sender.came(number), 0)
}

test.each([
  ['every number came', count(1, 50), 0],
  ['four did not', [...count(1, 20), ...count(25, 40)], 4],
  ['one of four came late', [...count(1, 20), ...count(25, 40), 22], 3],
  ['one that came late comes again', [...count(1, 20), ...count(25, 40), 22, 22], 3],
  ['a whole part is sent twice', [...count(1, 20), ...count(5, 25)], 0],
  ['the sender starts again', [...count(1, 40), ...count(0, 20), ...count(22, 30)], 1],
  ['the count runs over', [...count(0, 255), ...count(0, 255)], 0],
  ['it tells apart what is of one millisecond', [0, 1, 2, 0, 1, 0, 3, 0, 1, 2, 3, 4, 5], 0],
  ['it is no count at all', count(1, 40).map((number) => number * 7), 0],
])('%s', (_name, numbers, expected) => {
  expect(missing(numbers)).toBe(expected)
})
