import { expect, test } from 'vitest'
import { contextOf } from '../../testing/contexts.ts'
import { alarmGroupSlices, productSlices, stateSlices } from './slices.ts'

const stop = (reported: Parameters<typeof contextOf>[0]) =>
  contextOf({
    state: 21,
    category: 'alarm',
    causeGroup: 'Film',
    cause: 'Film snapped',
    ...reported,
  })

test('products: most packs first, then by name; packs without a product and after a gap are there', () => {
  const contexts = [
    contextOf({ product: 'B', packs: 5 }),
    contextOf({ product: 'A', packs: 5 }),
    contextOf({ product: '', packs: 5 }),
    contextOf({ product: 'Z', packs: 9 }),
    contextOf({ product: 'Z', category: 'offline', packs: 0.5 }),
    contextOf({ product: 'none', seconds: 60 }),
  ]
  // 'No product' stands between A, B and Z.
  expect(productSlices(contexts)).toEqual([
    { product: 'Z', packs: 9.5 },
    { product: 'A', packs: 5 },
    { product: 'B', packs: 5 },
    { product: '', packs: 5 },
  ])
})

test('states: longest first, then by name; one outside the table has its number as name', () => {
  const contexts = [
    contextOf({ state: 10, seconds: 5 }),
    contextOf({ state: 8, category: 'idle', seconds: 7 }),
    contextOf({ state: 77, category: 'unknown', seconds: 7 }),
    contextOf({ state: 10, product: 'B', seconds: 5 }),
    contextOf({ state: 3, seconds: 0, packs: 1 }),
  ]
  expect(stateSlices(contexts)).toEqual([
    { state: 10, name: 'Execute', seconds: 10 },
    { state: 8, name: 'Idle', seconds: 7 },
    { state: 77, name: 'State 77', seconds: 7 },
  ])
})

test('alarm groups: raised or standing; a stop without an alarm has no group, run and offline are no stop', () => {
  const contexts = [
    stop({ seconds: 30 }),
    stop({ seconds: 12.5, state: 5, category: 'idle' }),
    stop({ causeGroup: 'Jaws', seconds: 50 }),
    stop({ causeGroup: '', cause: 'Stopped', seconds: 100 }),
    contextOf({ seconds: 1_000 }),
    stop({ category: 'offline', packs: 1 }),
  ]
  const counts = [
    { group: 'Seal', count: 2 },
    { group: 'Film', count: 2 },
    { group: 'Temp', count: 0 },
  ]
  expect(alarmGroupSlices(contexts, counts)).toEqual([
    { group: 'Film', count: 2, seconds: 42.5 },
    { group: 'Seal', count: 2, seconds: 0 },
    { group: 'Jaws', count: 0, seconds: 50 },
  ])
})
