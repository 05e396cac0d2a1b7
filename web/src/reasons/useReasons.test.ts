// @vitest-environment jsdom
import type { Reason } from '@packboard/model'
import { expect, test } from 'vitest'
import { foundIn, mostTiles, nameIn, offeredTree, reasonTree, tilesOf } from './useReasons.ts'

const reason = (id: string, rank: number, over: Partial<Reason> = {}): Reason => ({
  ...{ id, rank, parent: null, name: { en: id }, icon: 'more', planned: false, cause: 'machine' },
  ...{ overrunSeconds: null, alarms: [], states: [], retired: false },
  ...over,
})
const shape = (groups: ReturnType<typeof reasonTree>) =>
  groups.map(({ top, children }) => [top.id, ...children.map(({ id }) => id)].join(' '))

test('two levels in the order of their ranks; one whose parent is unknown is at the top', () => {
  const reasons = [
    reason('b', 2),
    reason('b2', 2, { parent: 'b' }),
    reason('b1', 1, { parent: 'b' }),
    reason('a', 1),
    reason('lost', 3, { parent: 'gone' }),
  ]
  expect(shape(reasonTree(reasons))).toEqual(['a', 'b b1 b2', 'lost'])
})

test('what is retired is not offered; what stands under it is', () => {
  const reasons = [
    reason('a', 1, { retired: true }),
    reason('a1', 1, { parent: 'a' }),
    reason('b', 2),
    reason('b1', 1, { parent: 'b', retired: true }),
  ]
  expect(shape(offeredTree(reasons))).toEqual(['a1', 'b'])
})

test('a name in the language of the screens, else in English', () => {
  expect(nameIn({ en: 'Film', de: 'Folie' }, 'de')).toBe('Folie')
  expect(nameIn({ en: 'Film', de: 'Folie' }, 'fr')).toBe('Film')
})

test('a search finds by all of its words, without capitals and accents, in the language of the screens', () => {
  const groups = reasonTree([
    reason('film', 1, { name: { en: 'Film', fr: 'Film étirable' } }),
    reason('break', 1, { parent: 'film', name: { en: 'Film break', fr: 'Casse du film' } }),
    reason('jam', 2, { name: { en: 'Product jam', fr: 'Bourrage' } }),
  ])
  expect(shape(foundIn(groups, 'ETIRABLE film', 'fr'))).toEqual(['film break'])
  expect(shape(foundIn(groups, 'casse', 'fr'))).toEqual(['film break'])
  expect(shape(foundIn(groups, 'jam', 'en'))).toEqual(['jam'])
  expect(shape(foundIn(groups, 'jam', 'fr'))).toEqual([])
  expect(foundIn(groups, '  ', 'en')).toHaveLength(2)
})

test('at most eight tiles: with more reasons the eighth opens the rest', () => {
  const groups = (count: number) =>
    reasonTree(Array.from({ length: count }, (_, index) => reason(`r${index}`, index + 1)))
  expect(tilesOf(groups(8), null)).toMatchObject({ rest: [] })
  expect(tilesOf(groups(8), null).tiles).toHaveLength(8)
  const { tiles, rest } = tilesOf(groups(12), null)
  expect(tiles).toHaveLength(mostTiles - 1)
  expect(shape(rest as ReturnType<typeof reasonTree>)).toEqual(['r7', 'r8', 'r9', 'r10', 'r11'])
  // What is proposed has its own button above them.
  expect(tilesOf(groups(9), 'r0').tiles.map(({ top }) => top.id)).toEqual([
    ...['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8'],
  ])
})
