import { expect, test } from 'vitest'
import { IconTable } from '../../icons/icons.ts'
import type { Entry } from './pageEntries.ts'
import { ranked } from './ranked.ts'

const entry = (
  group: Entry['group'],
  title: string,
  more: { detail?: string; isRare?: boolean } = {},
): Entry => ({ id: title, group, title, Icon: IconTable, act: () => {}, ...more })

const entries = [
  ...['FW-101', 'FW-102', 'FW-103'].map((name) => entry('machines', name, { detail: 'Line 1' })),
  entry('goTo', 'Timeline'),
  entry('goTo', 'Lines'),
  entry('periods', 'FW-101 · Last 24 hours', { isRare: true }),
]

const titles = (query: string, recent: readonly string[] = []) =>
  ranked(entries, query, recent).map(({ group, entries: own }) => [
    group,
    ...own.map(({ entry: { title } }) => title),
  ])

test('without a query: what was chosen lately, then each group, nothing twice and nothing rare', () => {
  expect(titles('', ['FW-103', 'of another client', 'FW-101 · Last 24 hours'])).toEqual([
    ['recent', 'FW-103', 'FW-101 · Last 24 hours'],
    ['machines', 'FW-101', 'FW-102'],
    ['goTo', 'Timeline', 'Lines'],
  ])
})

test('the group of the best entry comes first', () => {
  expect(titles('line')).toEqual([
    ['goTo', 'Lines', 'Timeline'],
    ['machines', 'FW-101', 'FW-102', 'FW-103'],
  ])
})

test('among equals what was chosen last comes first', () => {
  expect(titles('fw', ['FW-103', 'FW-102'])).toEqual([['machines', 'FW-103', 'FW-102', 'FW-101']])
})

test('a period of a machine is found by two words', () => {
  expect(titles('last')).toEqual([])
  expect(titles('101 last')).toEqual([['periods', 'FW-101 · Last 24 hours']])
})

test('a group shows six at most; of the machines all that fit', () => {
  const shown = (group: Entry['group'], query: string) => {
    const many = Array.from({ length: 50 }, (_, index) => entry(group, `FW-${index}`))
    return ranked(many, query, []).map(({ entries: own }) => own.length)
  }
  expect([shown('products', ''), shown('products', 'fw')]).toEqual([[6], [6]])
  expect([shown('machines', ''), shown('machines', 'fw')]).toEqual([[8], [50]])
})
