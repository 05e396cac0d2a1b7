import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { recordFileLimits } from '@packboard/model'
import type { Cell } from './csvRows.ts'
import { FileFault } from './fileFault.ts'
import { clockTime } from './readTime.ts'
import { openWorkbook, unescaped, type Workbook } from './workbook.ts'
import type { XmlHandlers } from './xmlEvents.ts'

/** The last column that a sheet may have. */
const lastColumn = 16_383
const writeCharacters = 262_144
const { columns: mostColumns, rowCharacters } = recordFileLimits

/**
 * Writes the rows of the first sheet of a workbook that are not empty as lines of JSON: the number of the row, then its cells, or why it is
 * refused. A time becomes the text of what the sheet shows, without a zone. All lines may be no longer together than a file of CSV:
 * a few bytes of a sheet may mean a long text. It runs in a process of its own, which has nothing else to do while it writes;
 * the server brings what it wrote to the disk.
 */
export async function unpackXlsx(from: string, to: string): Promise<void> {
  if (statSync(from).size > recordFileLimits.xlsxBytes) throw new FileFault('tooLarge')
  const workbook = await openWorkbook(readFileSync(from))
  const target = openSync(to, 'w', 0o600)
  try {
    let lines = ''
    let written = 0
    const flush = () => {
      const bytes = Buffer.from(lines)
      lines = ''
      written += bytes.length
      if (written > recordFileLimits.bytes) throw new FileFault('tooLarge')
      for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at)
    }
    const handlers = rowHandlers(workbook, (line) => {
      lines += `${line}\n`
      if (lines.length > writeCharacters) flush()
    })
    await workbook.readSheet(handlers)
    flush()
  } finally {
    closeSync(target)
  }
}

/** A row of a sheet as a line of JSON. */
export type SheetLine =
  | readonly [line: number, ...cells: Cell[]]
  | { readonly line: number; readonly fault: 'tooLong' | 'cells' }

function rowHandlers(workbook: Workbook, write: (line: string) => void): XmlHandlers {
  const path: string[] = []
  let isFirst = true
  let row = 0
  let column = 0
  let cells: Cell[] = []
  let isWide = false
  let cell = { type: '', style: -1, value: '', inline: '', runs: [] as string[], run: '' }
  /** The place in the sheet, from its rows on. */
  const isAt = (place: string) =>
    path.length > 2 && path[1] === 'sheetData' && path.slice(2).join('/') === place

  function openCell({ r = '', t = '', s }: Readonly<Record<string, string>>) {
    if (r !== '') column = columnOf(r)
    cell = { type: t, style: s ? Number(s) : -1, value: '', inline: '', runs: [], run: '' }
  }

  function closeCell() {
    if (column < 0) throw new FileFault('unreadable')
    if (column > lastColumn) throw new FileFault('tooManyColumns')
    const value = cellValue(cell, workbook)
    if (column < mostColumns) {
      while (cells.length < column) cells.push(null)
      cells[column] = value
    } else if (value !== null && value !== '') isWide = true
    column += 1
  }

  function closeRow() {
    const isEmpty = cells.every((value) => value === null || value === '')
    if (isEmpty && !isWide) return
    // The first row says which columns there are.
    if (isWide && isFirst) throw new FileFault('tooManyColumns')
    isFirst = false
    write(lineOf(row, cells, isWide))
  }

  return {
    open(element, attributes) {
      path.push(element)
      if (isAt('row')) {
        row = attributes.r ? Number(attributes.r) : row + 1
        if (!Number.isSafeInteger(row)) throw new FileFault('unreadable')
        column = 0
        cells = []
        isWide = false
      } else if (isAt('row/c')) openCell(attributes)
      else if (isAt('row/c/is/r')) cell.run = ''
    },
    text(text) {
      if (isAt('row/c/v')) cell.value = joined(cell.value, text)
      else if (isAt('row/c/is/t')) cell.inline = joined(cell.inline, text)
      else if (isAt('row/c/is/r/t')) cell.run = joined(cell.run, text)
    },
    close() {
      if (isAt('row/c/is/r')) cell.runs.push(unescaped(cell.run))
      else if (isAt('row/c')) closeCell()
      else if (isAt('row')) closeRow()
      path.pop()
    },
  }
}

function lineOf(line: number, cells: readonly Cell[], isWide: boolean): string {
  const refused = (fault: 'tooLong' | 'cells') =>
    JSON.stringify({ line, fault } satisfies SheetLine)
  if (isWide) return refused('cells')
  // Added up first: 256 cells may share one text of megabytes.
  const characters = cells.reduce<number>((sum, cell) => sum + String(cell ?? '').length, 0)
  if (characters > rowCharacters) return refused('tooLong')
  const text = JSON.stringify([line, ...cells] satisfies SheetLine)
  return text.length > rowCharacters ? refused('tooLong') : text
}

/** A row of a longer text is refused anyway. */
const joined = (before: string, text: string) =>
  before.length > rowCharacters ? before : before + text

function cellValue(
  cell: {
    readonly type: string
    readonly style: number
    readonly value: string
    readonly inline: string
    readonly runs: readonly string[]
  },
  { sharedTexts, timeStyles, from1904 }: Workbook,
): Cell {
  const { type, style, value, inline, runs } = cell
  if (type === 's') return sharedTexts[Number(value)] ?? null
  if (type === 'str') return unescaped(value)
  if (type === 'inlineStr') return runs.length > 0 ? runs.join('') : unescaped(inline)
  if (type === 'b') return value === '1' || value.toLowerCase() === 'true'
  if (type === 'e') return value
  if (value === '') return null
  const number = Number(value)
  if (Number.isNaN(number)) return value
  return timeStyles[style] === true ? (clockTime(number, from1904) ?? null) : number
}

/** The place of the column in an address such as `AB12`; -1 where it names none. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of address.toUpperCase()) {
    if (letter < 'A' || letter > 'Z' || column > lastColumn) break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}
