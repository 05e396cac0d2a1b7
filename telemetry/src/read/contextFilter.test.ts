import { expect, test } from 'vitest'
import { isFiltered, matches } from './contextFilter.ts'

const context = { product: 'Oat bar', tool: 'T1', state: 18, causeGroup: 'Film' }

test('no filter keeps everything, also what was never told', () => {
  expect(matches({}, context)).toBe(true)
  expect(matches({ product: undefined }, { ...context, product: '' })).toBe(true)
  expect(isFiltered({ product: undefined })).toBe(false)
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
