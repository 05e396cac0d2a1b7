import { expect, test } from 'vitest'
import { isFiltered, matches } from './contextFilter.ts'

const context = {
  category: 'alarm',
  product: 'Oat bar',
  tool: 'T1',
  state: 18,
  causeGroup: 'Film',
} as const

test('no filter keeps everything, also what was never told', () => {
  expect(matches({}, context)).toBe(true)
  expect(matches({ product: undefined }, { ...context, product: '' })).toBe(true)
  expect(isFiltered({ product: undefined })).toBe(false)
})

test('what was counted after a gap has a product and a tool, and no state and no cause (D63)', () => {
  const afterGap = { ...context, category: 'offline' } as const
  expect(matches({ product: 'Oat bar', tool: 'T1' }, afterGap)).toBe(true)
  expect(matches({ state: 18 }, afterGap)).toBe(false)
  expect(matches({ causeGroup: 'Film' }, afterGap)).toBe(false)
})

test.each([
  [{ product: 'Oat bar' }, true],
  [{ product: 'oat bar' }, false],
  [{ product: '' }, false],
  [{ tool: 'T1', state: 18 }, true],
  [{ tool: 'T1', state: 5 }, false],
  [{ tool: 'T2' }, false],
  [{ causeGroup: 'Film', product: 'Oat bar' }, true],
  [{ causeGroup: 'Jaws', product: 'Oat bar' }, false],
] as const)('all of the filter %j must fit, to the letter', (filter, fits) => {
  expect(matches(filter, context)).toBe(fits)
  expect(isFiltered(filter)).toBe(true)
})
