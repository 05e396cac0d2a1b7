import { expect, test } from 'vitest'
import {
  everyStop,
  orderOf,
  readStopSearch,
  sameSelection,
  searchOfOrder,
  searchOfSelection,
  selectionOf,
} from './stopSearch.ts'

test('a selection goes into the address and comes back', () => {
  const selections = [
    everyStop,
    { figure: 'cause', part: 'Film snapped', partGroup: 'Film' },
    { figure: 'cause', part: 'Holding', partGroup: '' },
    { figure: 'idle', part: '', partGroup: '' },
  ] as const
  for (const selection of selections) {
    const back = selectionOf(readStopSearch(searchOfSelection(selection)))
    expect(back).toEqual(selection)
    expect(sameSelection(back, selection)).toBe(true)
  }
  expect(sameSelection(selections[1], selections[2])).toBe(false)
  expect(sameSelection(null, null)).toBe(true)
})

test('what was typed wrong is ignored', () => {
  expect(readStopSearch({ of: 'packs', part: 'x', stop: 'yesterday' })).toEqual({})
  expect(readStopSearch({ part: 'without a figure', group: 'x' })).toEqual({})
  expect(readStopSearch({ of: 'cause', part: 7, group: ['x'] })).toEqual({ of: 'cause', part: '7' })
  expect(readStopSearch({ stop: '2026-13-40T99:99:99.000Z' })).toEqual({})
  expect(readStopSearch({ stop: '2026-11-20T07:46:10.000Z' })).toEqual({
    stop: '2026-11-20T07:46:10.000Z',
  })
})

test('the order of the list goes into the address and comes back; the usual one needs none', () => {
  const usual = { sort: 'start', order: 'descending' } as const
  for (const order of [
    usual,
    { sort: 'seconds', order: 'descending' },
    { sort: 'user', order: 'ascending' },
  ] as const) {
    expect(orderOf(readStopSearch(searchOfOrder(order)))).toEqual(order)
  }
  expect(searchOfOrder(usual)).toEqual({})
  expect(orderOf(readStopSearch({ sort: '-packs' }))).toEqual(usual)
  expect(orderOf(readStopSearch({ sort: 7 }))).toEqual(usual)
})
