import { expect, test } from 'vitest'
import { readDaySearch, searchOfDays } from './daySearch.ts'
import type { SummaryDay } from './daySummaryWire.ts'
import { groupedDays, nextSort, shownDays } from './shownDays.ts'

const day = (date: string, serialNo: string, packs: number, product = 'Choc Bar'): SummaryDay => ({
  ...{ date, serialNo, product, tool: 'T45-B', packs },
  ...{ run: packs / 2, idle: 600 - packs, meanPpm: 2 },
})
const days = [
  day('2026-11-21', 'FW-101', 300),
  day('2026-11-21', 'FW-102', 100, 'Nougat'),
  day('2026-11-20', 'FW-101', 200),
]
const shown = (find: string, sort: Parameters<typeof shownDays>[2]) =>
  shownDays(days, find, sort).map(({ packs }) => packs)

test('days are sorted by any column, and equal ones stay as they came', () => {
  expect(shown('', null)).toEqual([300, 100, 200])
  expect(shown('', { column: 'day', descending: false })).toEqual([200, 300, 100])
  expect(shown('', { column: 'machine', descending: false })).toEqual([300, 200, 100])
  expect(shown('', { column: 'packs', descending: true })).toEqual([300, 200, 100])
  expect(shown('', { column: 'idle', descending: true })).toEqual([100, 200, 300])
})

test('a row is found by its day as it is written, its machine, product or tool', () => {
  expect(shown('20-11', null)).toEqual([200])
  expect(shown(' nougat', null)).toEqual([100])
  expect(shown('fw-101', { column: 'packs', descending: false })).toEqual([200, 300])
  expect(shown('T45-b', null)).toHaveLength(3)
  // Not across two of them.
  expect(shown('FW-101 Choc', null)).toEqual([])
})

test('a title turns its own order; another one begins with the newest, the largest or the first letter', () => {
  expect(nextSort(null, 'day')).toEqual({ column: 'day', descending: false })
  expect(nextSort(null, 'packs')).toEqual({ column: 'packs', descending: true })
  const packs = { column: 'packs', descending: true } as const
  expect(nextSort(packs, 'packs')).toEqual({ column: 'packs', descending: false })
  expect(nextSort(packs, 'machine')).toEqual({ column: 'machine', descending: false })
})

test('an address holds the view, and one that was typed or cut is the usual view', () => {
  const view = readDaySearch({ sort: '-packs', find: 101, page: 3, group: 'line' })
  expect(view).toEqual({
    ...{ sort: { column: 'packs', descending: true }, find: '101', page: 3, group: 'line' },
  })
  expect(readDaySearch(searchOfDays(view, {}))).toEqual(view)
  expect(readDaySearch({ sort: '-size', find: {}, page: -2, group: 'day' })).toEqual({
    ...{ sort: null, find: '', page: 1, group: null },
  })
  const usual = { sort: null, find: '', page: 1, group: null }
  expect(searchOfDays(usual, { tool: 'T' })).toEqual({ tool: 'T' })
})

test('grouped, days keep their order within a machine, and each group has the sums of all of its rows', () => {
  const { days: inOrder, groups } = groupedDays(days, ({ serialNo }) => serialNo)
  expect(inOrder.map(({ packs }) => packs)).toEqual([300, 200, 100])
  expect([...groups.values()]).toEqual([
    { key: 'FW-101', rows: 2, packs: 500, run: 250, idle: 700 },
    { key: 'FW-102', rows: 1, packs: 100, run: 50, idle: 500 },
  ])
})
