import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { neutralised } from '@packboard/model'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, Table } from './table.ts'

type FileFormat = 'csv' | 'xlsx'

export const contentTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table as the bytes of a file. Rows are read as fast as the client takes them, and never further ahead. */
export function writeTable(format: FileFormat, { title, columns, pages }: Table): Readable {
  // Without the byte order mark a spreadsheet reads a CSV file in its local code page.
  const stream =
    format === 'csv'
      ? writeCsvStream(rowsOf(pages, csvCell), {
          headers: columns.map(quoted),
          bom: true,
          // The package does not quote a text with a semicolon.
          quoteStyle: 'none',
        })
      : writeXlsxStream(rowsOf(pages, xlsxCell), {
          name: title,
          columns: columns.map((header) => ({ header, width: 20 })),
          freezePane: { rows: 1 },
        })
  return Readable.from(chunksOf(stream), { objectMode: false })
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}

/** After so many rows, some milliseconds of writing, everything else goes on. */
const rowsAtOnce = 200

async function* rowsOf<Value>(
  pages: Table['pages'],
  cellOf: (cell: Cell) => Value,
): AsyncGenerator<Value[]> {
  let rows = 0
  for await (const page of pages) {
    for (const row of page) {
      yield row.map(cellOf)
      rows += 1
      if (rows % rowsAtOnce === 0) await setImmediate()
    }
  }
}

function csvCell(cell: Cell): string | number | null {
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'string' ? quoted(neutralised(cell)) : cell
}

/** Also with a semicolon in it: a spreadsheet that separates cells by semicolons would find two cells. */
function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** An inline string of XLSX is a text, whatever it begins with: nothing has to be put in front. */
function xlsxCell(cell: Cell): Cell {
  return typeof cell === 'string' ? printable(cell) : cell
}

/**
 * XML does not allow control characters and lone surrogates; they are errors of the sender and are replaced by U+FFFD.
 */
function printable(text: string): string {
  return Array.from(text, (letter) =>
    isPrintable(letter.codePointAt(0) ?? 0) ? letter : '\ufffd',
  ).join('')
}

function isPrintable(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}
