import { expect, test } from 'vitest'
import { pareto } from './pareto.ts'

const film = { group: 'Film', cause: 'Film snap', seconds: 600, count: 2, lostPacks: 1_600 }
const jaws = { group: 'Jaws', cause: 'Product in jaw', seconds: 300, count: 9, lostPacks: 400 }
const held = { group: '', cause: 'Held (No Production)', seconds: 100, count: 2, lostPacks: 0 }

test('the most expensive cause comes first, and what the first ones make up together is added', () => {
  const rows = pareto([held, jaws, film], 'seconds')
  expect(rows.map(({ cause }) => cause)).toEqual([film.cause, jaws.cause, held.cause])
  expect(rows.map(({ share }) => share)).toEqual([60, 30, 10])
  expect(rows.map(({ cumulative }) => cumulative)).toEqual([60, 90, 100])
  expect(rows.map(({ bar }) => bar)).toEqual([1, 0.5, 1 / 6])
})

test('by number of stops another cause leads; equals go by time', () => {
  expect(pareto([held, film, jaws], 'count').map(({ cause }) => cause)).toEqual([
    jaws.cause,
    film.cause,
    held.cause,
  ])
})

test('where a target is missing lost packs have no whole, and the unknown stands last', () => {
  const rows = pareto([{ ...film, lostPacks: null }, jaws], 'lostPacks')
  expect(rows.map(({ cause }) => cause)).toEqual([jaws.cause, film.cause])
  expect(rows.map(({ share }) => share)).toEqual([null, null])
})

test('causes that cost nothing share nothing', () => {
  expect(pareto([{ ...held, seconds: 0 }], 'seconds')).toMatchObject([
    { share: null, cumulative: null, bar: 0 },
  ])
})
