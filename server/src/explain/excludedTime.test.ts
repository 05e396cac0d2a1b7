import { expect, test } from 'vitest'
import { contextOf } from '../../testing/contexts.ts'
import type { FigureBasis } from '../figures/readBasis.ts'
import { stateSlices, statusSlices } from '../figures/slices.ts'
import { excludedTime } from './excludedTime.ts'

const whole = [
  contextOf({ seconds: 100.007 }),
  contextOf({ product: 'B', seconds: 40.1 }),
  contextOf({ product: 'B', state: 77, category: 'unknown', seconds: 7.003 }),
]
const unfiltered: FigureBasis = { contexts: whole, whole, windowMs: 200_000, filtered: false }
const filtered: FigureBasis = { ...unfiltered, contexts: whole.slice(1), filtered: true }

const ms = (parts: readonly { readonly seconds: number }[]) =>
  parts.reduce((sum, { seconds }) => sum + Math.round(seconds * 1000), 0)

test.each([
  ['without a filter', unfiltered],
  ['under a filter', filtered],
])('the parts of a pie and what the panel lists as excluded are the window, %s', (_what, basis) => {
  const pie = excludedTime({ figure: 'run', part: '' }, basis)
  expect(ms(statusSlices(basis)) + ms(pie)).toBe(basis.windowMs)
  const bars = excludedTime({ figure: 'state', part: 'Execute' }, basis)
  expect(ms(stateSlices(basis.contexts)) + ms(bars)).toBe(basis.windowMs)
})

test('OEEE leaves out offline and unknown time, and what the filter does', () => {
  const excluded = excludedTime({ figure: 'oeee', part: '' }, filtered)
  expect(excluded.map(({ what, seconds }) => [what, seconds])).toEqual([
    ['offline', 52.89],
    ['unknown', 7.003],
    ['filteredOut', 100.007],
  ])
  expect(ms(excluded) + 40_100).toBe(filtered.windowMs)
})
