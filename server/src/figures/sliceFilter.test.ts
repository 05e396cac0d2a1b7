import { expect, test } from 'vitest'
import { sliceFilter } from './sliceFilter.ts'

test('a slice narrows the filter to itself', () => {
  expect(sliceFilter({ tool: 'T' }, { figure: 'run', part: '' })).toEqual({ tool: 'T' })
  expect(sliceFilter({ tool: 'T' }, { figure: 'product', part: 'A' })).toEqual({
    tool: 'T',
    product: 'A',
  })
  expect(sliceFilter({}, { figure: 'product', part: 'No product' })).toEqual({ product: '' })
  expect(sliceFilter({}, { figure: 'alarmGroup', part: 'Film' })).toEqual({ causeGroup: 'Film' })
})

test.each([
  ['Execute', 10],
  ['Unknown', -1],
  ['State 77', 77],
  ['State -3', -3],
])('the state that a bar calls %s is %d', (part, state) => {
  expect(sliceFilter({}, { figure: 'state', part })).toEqual({ state })
})

test('a slice that the filter excludes, or that no pie has, is empty', () => {
  expect(sliceFilter({ product: 'B' }, { figure: 'product', part: 'A' })).toBeUndefined()
  expect(sliceFilter({ state: 8 }, { figure: 'state', part: 'Execute' })).toBeUndefined()
  expect(sliceFilter({}, { figure: 'state', part: 'Executing' })).toBeUndefined()
})
