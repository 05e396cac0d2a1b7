import { open } from 'node:fs/promises'
import type { RecordMapping } from '@packboard/contract'
import { recordFileLimits } from '@packboard/model'
import { type Cell, createLineText, csvRows, type RawRow } from './csvRows.ts'
import { FileFault } from './fileFault.ts'
import { headNames } from './findHead.ts'
import type { FoundFile } from './foundFile.ts'
import type { SheetLine } from './unpackXlsx.ts'

/** A file that was opened; of XLSX the rows that it was unpacked to. */
export type FileSource = { readonly path: string; readonly format: FoundFile['format'] }

/** How its text is read. */
export type TextForm = Pick<RecordMapping, 'encoding' | 'separator' | 'hasHead' | 'firstLine'>

/** A record's line, with its cells in the order of the columns. */
export type TableRow = { readonly line: number } & (
  | { readonly cells: readonly Cell[] }
  | { readonly fault: 'tooLong' | 'quoteOpen' | 'quoteInside' | 'notJson' | 'nested' | 'cells' }
)

const pieceBytes = 262_144

/** The first rows of a file with its head, where it has one: enough to guess from, however long they are. */
export async function firstRows(
  source: FileSource,
  form: Pick<TextForm, 'encoding' | 'separator'>,
): Promise<AnyRow[]> {
  const rows: AnyRow[] = []
  let characters = 0
  for await (const { rows: found } of rawRows(source, form)) {
    for (const row of found) {
      if (rows.length > recordFileLimits.sampleRows) return rows
      characters += charactersOf(row)
      if (rows.length > 1 && characters > recordFileLimits.sampleCharacters) return rows
      rows.push(row)
    }
  }
  return rows
}

/**
 * The columns of a file by the names of its head, else `Column 1` …; of NDJSON the keys of its first lines. A file of more columns than
 * its bound is refused as soon as they are counted.
 */
export function columnsOf(
  rows: readonly AnyRow[],
  { hasHead, firstLine }: Pick<TextForm, 'hasHead' | 'firstLine'>,
  format: FoundFile['format'],
): string[] {
  const keys = new Set<string>()
  let width = 0
  for (const row of rows) {
    if ('object' in row) for (const key of Object.keys(row.object)) keys.add(key.slice(0, 200))
    if ('cells' in row && row.line >= firstLine) width = Math.max(width, row.cells.length)
    if (keys.size > recordFileLimits.columns) throw new FileFault('tooManyColumns')
  }
  if (keys.size > 0) return [...keys]
  const names = hasHead ? headNames(rows, firstLine) : []
  // The last names of a sheet may be merged across; in CSV a wider row has a separator too many.
  const count = hasHead && format !== 'xlsx' ? names.length : Math.max(names.length, width)
  if (count > recordFileLimits.columns) throw new FileFault('tooManyColumns')
  const columns: string[] = []
  for (let index = 0; index < count; index++) {
    const name = (names[index] ?? '').slice(0, 190)
    columns.push(unused(name === '' ? `Column ${index + 1}` : name, columns))
  }
  return columns
}

/** Two columns of one name are two columns. */
function unused(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  for (let number = 2; ; number++) {
    const other = `${name} (${number})`
    if (!taken.includes(other)) return other
  }
}

/** Keeps the records of rows that come one after the other: what stands above the head, and the head, are none. */
export function recordRows(
  format: FoundFile['format'],
  { hasHead, firstLine }: Pick<TextForm, 'hasHead' | 'firstLine'>,
): (rows: readonly AnyRow[]) => AnyRow[] {
  const isTable = format !== 'ndjson'
  let isHead = isTable && hasHead
  return (rows) =>
    rows.filter((row) => {
      if (isTable && row.line < firstLine) return false
      if (!isHead) return true
      isHead = !('cells' in row)
      return false
    })
}

/** The rows of a file without its head, in pieces, each with the share of the file that was read by then. */
export async function* readRows(
  source: FileSource,
  form: TextForm,
  columns: readonly string[],
): AsyncGenerator<{ readonly rows: TableRow[]; readonly share: number }> {
  const records = recordRows(source.format, form)
  for await (const { rows, share } of rawRows(source, form)) {
    yield { rows: tableRows(records(rows), columns), share }
  }
}

/** Rows with a cell for each column. */
export function tableRows(rows: readonly AnyRow[], columns: readonly string[]): TableRow[] {
  return rows.map((row): TableRow => {
    if ('object' in row) {
      const { line, object } = row
      const cells = columns.map((name) =>
        Object.hasOwn(object, name) ? cellOf(object[name]) : null,
      )
      return { line, cells }
    }
    // A separator within a text that has no quotes moves all cells behind it.
    if ('fault' in row) return row
    const isWide = row.cells.slice(columns.length).some((cell) => cell !== null && cell !== '')
    return isWide ? { line: row.line, fault: 'cells' } : row
  })
}

export type AnyRow = RawRow | { readonly line: number; readonly object: Record<string, unknown> }

async function* rawRows(
  source: FileSource,
  { encoding, separator }: Pick<TextForm, 'encoding' | 'separator'>,
): AsyncGenerator<{ readonly rows: AnyRow[]; readonly share: number }> {
  const rows = source.format === 'csv' ? csvRows(separator) : lineRows(lineReaders[source.format])
  const decoder = new TextDecoder(source.format === 'xlsx' ? 'utf-8' : encoding)
  const handle = await open(source.path, 'r')
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(pieceBytes)
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, pieceBytes, position)
      position += bytesRead
      const isLast = bytesRead === 0
      const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: !isLast })
      yield { rows: rows.add(text, isLast), share: size === 0 ? 1 : Math.min(1, position / size) }
      if (isLast) return
    }
  } finally {
    await handle.close()
  }
}

const longest = recordFileLimits.rowCharacters

/** One row a line, as `read` makes it. */
function lineRows(read: (text: string, line: number) => AnyRow | undefined) {
  const text = createLineText()
  let line = 1
  let isInLongLine = false
  return {
    add(piece: string, isLast: boolean): AnyRow[] {
      text.add(piece)
      const rows: AnyRow[] = []
      while (!text.isEmpty()) {
        const end = text.lineEnd(0)
        const isWhole = end.next >= 0 || isLast
        if (!isWhole && !isInLongLine && end.at <= longest) break
        if (!isInLongLine && end.at > longest) rows.push({ line, fault: 'tooLong' })
        else if (!isInLongLine) {
          const row = read(text.part(0, end.at), line)
          if (row) rows.push(row)
        }
        isInLongLine = !isWhole
        text.drop(end.next < 0 ? text.length() : end.next)
        if (isWhole) line += 1
      }
      return rows
    },
  }
}

const lineReaders = {
  ndjson(text: string, line: number): AnyRow | undefined {
    if (text.trim() === '') return undefined
    if (!isWithinBounds(text)) return { line, fault: 'nested' }
    try {
      const object: unknown = JSON.parse(text)
      if (isObject(object)) return { line, object }
    } catch {
      // Said by the fault.
    }
    return { line, fault: 'notJson' }
  },
  /** What `unpackXlsx` wrote. */
  xlsx(text: string): AnyRow {
    const row: SheetLine = JSON.parse(text)
    if ('fault' in row) return row
    const [line, ...cells] = row
    return { line, cells }
  },
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  return JSON.stringify(value)
}

export const charactersOf = (row: AnyRow | TableRow): number =>
  'cells' in row
    ? row.cells.reduce<number>((sum, cell) => sum + String(cell ?? '').length, 0)
    : 'object' in row
      ? JSON.stringify(row.object).length
      : 0

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const { depth: deepest, columns: mostValues } = recordFileLimits

/**
 * Whether a line of JSON has no more values, and none within more others, than a line may have. It looks at brackets and commas outside
 * of texts and makes no value, so that a line which is refused costs its characters and no more.
 */
function isWithinBounds(line: string): boolean {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (isText) {
      if (character === '\\') at += 1
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') {
      depth += 1
      // Its first value; the others have a comma before them.
      values += 1
      if (depth > deepest || values > mostValues) return false
    } else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') {
      values += 1
      if (values > mostValues) return false
    }
  }
  return true
}
