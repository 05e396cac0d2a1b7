import { expect, test } from 'vitest'
import { pathOf, scaleOf } from './course.ts'

const size = { width: 100, height: 20 }

test('all courses of a table have one scale of ten points and more', () => {
  expect(scaleOf([[80, null, 90], [60], null])).toEqual({ low: 60, high: 90 })
  expect(scaleOf([[80, 82]])).toEqual({ low: 76, high: 86 })
  expect(scaleOf([[null], null])).toEqual({ low: 0, high: 10 })
})

test('a step that is not known parts the line, and one alone is seen', () => {
  const scale = { low: 60, high: 80 }
  expect(pathOf([60, 70, null, 80], scale, size)).toBe('M0.0 20.0h0.1L33.3 10.0M100.0 0.0h0.1')
  expect(pathOf([70], scale, size)).toBe('M0.0 10.0h0.1')
  expect(pathOf([null, null], scale, size)).toBe('')
})
