import { recordFileLimits } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { csvRows, type RawRow } from './csvRows.ts'

function read(text: string, { separator = ';', piece = text.length || 1 } = {}): RawRow[] {
  const rows = csvRows(separator)
  const all: RawRow[] = []
  for (let at = 0; at < text.length; at += piece) {
    all.push(...rows.add(text.slice(at, at + piece), false))
  }
  return [...all, ...rows.add('', true)]
}

test.each([1, 2, 3, 7, 1_000])('quotes, line breaks and blank lines in pieces of %i', (piece) => {
  const text = 'a;b\r\n1;"x\r\ny"\r\n\r\n;;\r\n3;"a""b"\r5;x"y\n"";" "\n6;7'
  expect(read(text, { piece })).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', 'x\r\ny'] },
    { line: 6, cells: ['3', 'a"b'] },
    { line: 7, cells: ['5', 'x"y'] },
    { line: 9, cells: ['6', '7'] },
  ])
})

const original = String.prototype.indexOf

test('a wrong row costs its own first line and no other', () => {
  expect(read('a;b\n1;"x"y\n2;3\n4;"open\n5;6\n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, fault: 'quoteInside' },
    { line: 3, cells: ['2', '3'] },
    { line: 4, fault: 'quoteOpen' },
    { line: 5, cells: ['5', '6'] },
  ])
})

test.each([100, 40_000, 1_000_000])('a line above the bound is one refused line (%i)', (piece) => {
  const long = 'x'.repeat(3 * recordFileLimits.rowCharacters)
  const text = `a;b\n1;${long}\n2;3\n"${long}\n4;5\n`
  expect(read(text, { piece })).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, fault: 'tooLong' },
    { line: 3, cells: ['2', '3'] },
    { line: 4, fault: 'tooLong' },
    { line: 5, cells: ['4', '5'] },
  ])
})

test.each(['\n', '\r\n'])(
  'a row whose first cell has two lines is searched once, not once for each cell',
  (end) => {
    const row = `"a${end}b"${';x'.repeat(20_000)}${end}`
    const text = row.repeat(6)
    const search = vi.spyOn(String.prototype, 'indexOf')
    // The characters between where a search for the end of a line begins and where it ends.
    let searched = 0
    search.mockImplementation(function (this: string, mark: string, from = 0) {
      const at = original.call(this, mark, from)
      if (mark !== '"' && mark !== ';') searched += (at < 0 ? this.length : at) - from
      return at
    })
    try {
      expect(read(text).map((row) => ('cells' in row ? row.cells.length : row.fault))).toEqual(
        Array(6).fill(20_001),
      )
    } finally {
      search.mockRestore()
    }
    // Twice for each of the two marks; it was 20,000 times.
    expect(searched).toBeLessThan(20 * text.length)
  },
)

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '"', ';', '\n', '\r', ' ', 'é', '\t', ','),
    maxLength: 8,
  }),
  fc.string({ maxLength: 12 }),
)
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 })

test('what is written as CSV is read again, and as csv-parse reads it', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(';', ',', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (rows, separator, end, piece, isQuoted) => {
        const written = (text: string) =>
          isQuoted || /["\r\n]/.test(text) || text.includes(separator)
            ? `"${text.replaceAll('"', '""')}"`
            : text
        const text = rows.map((row) => row.map(written).join(separator)).join(end)
        const full = rows.filter((row) => row.some((text) => text.trim() !== ''))
        const found = read(text, { separator, piece })
        expect(found.map((row) => ('cells' in row ? row.cells : row.fault))).toEqual(full)
        const theirs: string[][] = parse(text, { delimiter: separator, relax_column_count: true })
        expect(theirs.filter((row) => row.some((text) => text.trim() !== ''))).toEqual(full)
      },
    ),
    runsOfProperty({ deep: 5_000, daily: 500 }),
  )
})
