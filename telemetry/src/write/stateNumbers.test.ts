import { expect, test } from 'vitest'
import type { RawState, RawStates } from '../records.ts'
import { StateNumbers } from './stateNumbers.ts'

const own = { clientId: 7, machineId: 3, address: 'plant/hall/1' }

/** A batch with nothing but these states, a second apart. */
function batch(states: readonly RawState['state'][], more: Partial<RawStates> = {}, from = 1_000) {
  const list = states.map((state, index) => ({ at: from + index * 1_000, state }))
  return {
    ...{ samples: [], alarms: [], audits: [], quarantined: [] },
    rawStates: [{ ...own, states: list, ...more }],
  }
}
const pairsOf = (numbers: StateNumbers, clientId = 7) =>
  numbers.of(clientId, 3).pairs.map(({ from, to, count }) => `${from} ${to} ${count}`)

test('pairs are counted over batches, and a number that is repeated follows nothing', () => {
  const numbers = new StateNumbers()
  numbers.stored([batch([2, 15, 15, 4])])
  numbers.stored([batch([4, 3], {}, 10_000), batch([2, 15], {}, 20_000)])
  expect(pairsOf(numbers)).toEqual(['2 15 2', '15 4 1', '4 3 1', '3 2 1'])
  expect(numbers.of(7, 3).by).toBe('numbers')
  numbers.stored([{ samples: [], alarms: [], audits: [], quarantined: [] }])
  expect(pairsOf(numbers)).toHaveLength(4)
})

test('after the end of a session, or a word, a number follows nothing', () => {
  const numbers = new StateNumbers()
  numbers.stored([batch([6, 'end', 2, 'words', 15])])
  expect(pairsOf(numbers)).toEqual([])
  numbers.stored([batch(['words'], {}, 20_000)])
  expect(numbers.of(7, 3).by).toBe('words')
})

test('what comes late, and what is no state number, makes no pair', () => {
  const numbers = new StateNumbers()
  numbers.stored([batch([6], {}, 50_000), batch([11], {}, 40_000), batch([10], {}, 51_000)])
  expect(pairsOf(numbers)).toEqual(['6 10 1'])
  numbers.stored([batch([1.5, 11, Number.NaN, 12, 40_000, 6], {}, 60_000)])
  expect(pairsOf(numbers)).toEqual(['6 10 1'])
})

test('a neighbour sees nothing of it; another client or another address begins anew', () => {
  const numbers = new StateNumbers()
  numbers.stored([batch([6, 10])])
  expect(numbers.of(9, 3)).toEqual({ pairs: [], by: null })
  expect(numbers.of(7, 4)).toEqual({ pairs: [], by: null })
  numbers.stored([batch([10, 11], { address: 'plant/hall/2' }, 20_000)])
  expect(pairsOf(numbers)).toEqual(['10 11 1'])
  numbers.stored([batch([11, 12], { clientId: 9 }, 30_000)])
  expect(pairsOf(numbers)).toEqual([])
  expect(pairsOf(numbers, 9)).toEqual(['11 12 1'])
})

test('of one machine no more than a hundred pairs are remembered, and those go on counting', () => {
  const numbers = new StateNumbers()
  numbers.stored([batch(Array.from({ length: 5_000 }, (_, index) => index))])
  expect(pairsOf(numbers)).toHaveLength(100)
  numbers.stored([batch(['end', 0, 1], {}, 10_000_000)])
  expect(pairsOf(numbers)[0]).toBe('0 1 2')
})
