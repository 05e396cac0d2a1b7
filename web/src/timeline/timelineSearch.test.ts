import { expect, test } from 'vitest'
import { readTimelineSearch } from './timelineSearch.ts'

test('an address without a window is the last 24 hours', () => {
  expect(readTimelineSearch({})).toEqual({ preset: 'last24h' })
  expect(readTimelineSearch({ from: '2026-11-20', line: 'Line 1' })).toEqual({
    preset: 'last24h',
    line: 'Line 1',
  })
})

test('a window, a line and a client are kept; a filter of other pages is not', () => {
  const window = { from: '2026-11-20', to: '2026-11-20', start: '06:00', end: '14:00' }
  expect(readTimelineSearch({ ...window, line: 7, client: 2, tool: 'Former 45' })).toEqual({
    ...window,
    line: '7',
    client: 2,
  })
})

test('a line that no one can have is left out', () => {
  expect(readTimelineSearch({ line: 'x'.repeat(513) })).toEqual({ preset: 'last24h' })
  expect(readTimelineSearch({ line: { a: 1 } })).toEqual({ preset: 'last24h' })
})
