import { expect, test } from 'vitest'
import { wholeOf, windowOfWhole } from './useZoom.ts'
import { readZoomSearch } from './zoomSearch.ts'

test.each([
  [{ preset: 'last7d' }, 'last7d'],
  [{}, '-'],
  [
    { from: '2026-11-20', start: '06:00', to: '2026-11-21', end: '18:00' },
    '2026-11-20T06:00_2026-11-21T18:00',
  ],
])('the window before zooming %o is kept as %s and comes back', (search, whole) => {
  expect(wholeOf(search)).toBe(whole)
  expect(readZoomSearch({ whole })).toEqual({ whole })
  expect(windowOfWhole(whole)).toEqual(search)
})

test('a word that is no window is left out', () => {
  for (const whole of ['', 5, 'a b', '2026-11-20T06:00', '2026-11-20T06:00_x']) {
    expect(readZoomSearch({ whole })).toEqual({})
  }
})
