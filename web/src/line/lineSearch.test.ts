import { expect, test } from 'vitest'
import { readLineSearch } from './lineSearch.ts'

test('an address names a line, a view and a window; the running shift where it names none', () => {
  expect(readLineSearch({ line: 'Line 1', view: 'losses', preset: 'last7d', client: 3 })).toEqual({
    ...{ line: 'Line 1', view: 'losses', preset: 'last7d', client: 3 },
  })
  expect(readLineSearch({})).toEqual({ preset: 'thisShift' })
  expect(readLineSearch({ line: 'Hall 2/Line 4' }).line).toBe('Hall 2/Line 4')
  expect(readLineSearch({ line: 3 }).line).toBe('3')
})

test('what is none of them is left out', () => {
  expect(readLineSearch({ line: '', view: 'other', client: -1, preset: '?' })).toEqual({
    preset: 'thisShift',
  })
  expect(readLineSearch({ line: 'x'.repeat(201), view: 'now' })).toEqual({ preset: 'thisShift' })
})
