import { expect, test } from 'vitest'
import type { Cell } from './csvRows.ts'
import { findHead, headNames } from './findHead.ts'

/** Rows of a sheet; `undefined` is a blank line, which is no row. */
const sheet = (...cells: (readonly Cell[] | undefined)[]) =>
  cells.flatMap((row, index) => (row ? [{ line: index + 1, cells: row }] : []))
const at = '2026-08-03T06:00:00'

test.each([
  ['a head in the first line', sheet(['Time', 'State'], [at, 'Execute']), 1],
  [
    'titles, a blank line and dates above it',
    sheet(
      ['Linie 1 - Export SCADA'],
      ['Von', '01.08.2026', 'bis', '02.08.2026'],
      undefined,
      ['Zeit', 'Zustand', 'Takt', 'Gut'],
      [at, 'Läuft', 60, 100],
    ),
    4,
  ],
  [
    'names that are merged downwards',
    sheet(
      ['Schichtprotokoll', null, null, null],
      ['Zeit', 'Linie 1', null, null],
      [null, 'Zustand', 'Takt', 'Gut'],
      [at, 'Läuft', 60, 100],
    ),
    3,
  ],
  [
    'names that are merged across, over the rest of the head',
    sheet(
      ['Zeit', 'Zustand', 'Zähler', null],
      [null, null, 'Gut', 'Ausschuss'],
      [at, 'Läuft', 100, 2],
    ),
    2,
  ],
  [
    'units below the head, which are no part of it',
    sheet(['Zeit', 'Zustand', 'Takt'], ['', '', '1/min'], [at, 'Läuft', 60]),
    1,
  ],
])('%s', (_, rows, firstLine) => {
  expect(findHead(rows)).toEqual({ hasHead: true, firstLine })
})

test.each([
  ['only records', sheet([at, 'Execute', 60], [at, 'Stopped', 0]), 1],
  ['a title above records', sheet(['Linie 1'], [at, 'Execute', 60], [at, 'Stopped', 0]), 2],
  ['nothing', [], 1],
])('without a head: %s', (_, rows, firstLine) => {
  expect(findHead(rows)).toEqual({ hasHead: false, firstLine })
})

test('a name that is merged downwards is that of the row above, and a title is none', () => {
  const rows = sheet(
    ['Zeit', 'Zustand', 'Zähler', null],
    [null, null, 'Gut', 'Ausschuss'],
    [at, 'Läuft', 100, 2],
  )
  expect(headNames(rows, 2)).toEqual(['Zeit', 'Zustand', 'Gut', 'Ausschuss'])
  expect(headNames(sheet(['Linie 1'], [null, 'Takt'], [at, 60]), 2)).toEqual(['', 'Takt'])
  // Of a line that is blank the next one.
  expect(headNames(sheet(['Titel'], undefined, ['Zeit', 'Takt']), 2)).toEqual(['Zeit', 'Takt'])
})
