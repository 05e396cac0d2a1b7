import { expect, test } from 'vitest'
import { pareto } from './pareto.ts'

const row = (group: string, cause: string, [seconds, count, lostPacks]: readonly number[]) => ({
  ...({ kind: 'withoutReason', reason: null, group, cause } as const),
  ...{ seconds: seconds ?? 0, count: count ?? 0, lostPacks: lostPacks ?? 0 },
})
const film = row('Film', 'Film snap', [600, 2, 1_600])
const jaws = row('Jaws', 'Product in jaw', [300, 9, 400])
const held = row('', 'Held (No Production)', [100, 2, 0])

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

test('planned stops stand last, however long they were, and are no part of the whole', () => {
  const plan = { ...row('', '', [9_000, 3, 5_000]), kind: 'plan' } as const
  const cleaning = { ...row('', '', [500, 1, 10]), kind: 'planned', reason: 'cleaning' } as const
  for (const by of ['seconds', 'count', 'lostPacks'] as const) {
    expect(pareto([cleaning, plan, held, film], by).map(({ kind }) => kind)).toEqual([
      ...['withoutReason', 'withoutReason', 'plan', 'planned'],
    ])
  }
  const [first, , third] = pareto([plan, held, film], 'seconds')
  expect(first).toMatchObject({ isPlanned: false, bar: 1, share: (100 * 600) / 700 })
  expect(third).toMatchObject({ isPlanned: true, bar: 0, share: null, cumulative: null })
})
