import { once } from 'node:events'

import { createInterface } from 'node:readline'
import { fileReaderLimits, recordFileLimits } from '@packboard/model'
import { FileFault } from './fileFault.ts'
import { findFile } from './findFile.ts'
import { findHead } from './findHead.ts'
import type { FoundFile } from './foundFile.ts'
import { guessMapping, unknownStates } from './guessMapping.ts'
import type { ReaderCommand, ReaderMessage } from './readerCommands.ts'
import {
  type AnyRow,
  charactersOf,
  columnsOf,
  type FileSource,
  firstRows,
  readRows,
  recordRows,
  type TableRow,
  type TextForm,
  tableRows,
} from './readRows.ts'
import { unpackXlsx } from './unpackXlsx.ts'

/**
 * The process that opens one file of records. It is started with a heap, a processor time and a folder of its own, and without a network:
 * what a file does to its reader ends this process and never the server. Nothing that it imports may open a connection.
 */
const [folder = '.'] = process.argv.slice(2)
const filePath = `${folder}/file`
const rowsPath = `${folder}/rows`

type Opened = { readonly source: FileSource; readonly form: TextForm; readonly columns: string[] }
let opened: Opened | undefined
let sample: readonly TableRow[] = []

async function send(message: ReaderMessage) {
  // What the server has not read yet stops this process here.
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain')
}

async function answer(command: ReaderCommand): Promise<void> {
  switch (command.command) {
    case 'open':
      return send({ answer: await open() })
    case 'guess':
      return send({ answer: await guess(command) })
    case 'states': {
      const { columns } = known()
      return send({ answer: unknownStates(command.mapping, columns, cellsOf(sample)) })
    }
    case 'preview':
      await sendRows(sample.slice(0, recordFileLimits.previewRows), 1)
      return send({ isEnd: true })
    case 'columns': {
      const { found, form } = command
      const source = sourceOf(found)
      const columns = columnsOf(await firstRows(source, form), form, found.format)
      opened = { source, form, columns }
      return send({ answer: columns })
    }
    case 'read':
      await read(command.after)
      return send({ isEnd: true })
  }
}

/** A file whose first rows cannot be read is refused here, not when a person looks at it. */
async function open(): Promise<FoundFile> {
  const found = await findFile(filePath)
  if (found.format === 'xlsx') await unpackXlsx(filePath, rowsPath)
  const rows = await firstRows(sourceOf(found), found)
  columnsOf(rows, headOf(found, rows), found.format)
  return found
}

async function guess({ found, form: given, kind, zone }: ReaderCommand & { command: 'guess' }) {
  const source = sourceOf(found)
  const rows = await firstRows(source, given ?? found)
  const { encoding, separator } = given ?? found
  const form = given ?? { encoding, separator, ...headOf(found, rows) }
  const columns = columnsOf(rows, form, found.format)
  const records = recordRows(found.format, form)(rows)
  sample = tableRows(records.slice(0, recordFileLimits.sampleRows), columns)
  opened = { source, form, columns }
  const guessed = guessMapping({ form, columns, rows: cellsOf(sample), zone, kind })
  return { names: columns, form, ...guessed, firstLines: firstLinesOf(rows) }
}

/** As a person reads them to choose the head. */
const firstLinesOf = (rows: readonly AnyRow[]) =>
  rows.slice(0, recordFileLimits.headRows).flatMap((row) => {
    if (!('cells' in row)) return []
    const texts = row.cells.map((cell) => String(cell ?? '').trim()).filter((text) => text !== '')
    return [{ line: row.line, text: texts.join(' | ').slice(0, 80) }]
  })

async function read(after: number) {
  const { source, form, columns } = known()
  let left = after
  for await (const { rows, share } of readRows(source, form, columns)) {
    const skipped = Math.min(left, rows.length)
    left -= skipped
    await sendRows(skipped > 0 ? rows.slice(skipped) : rows, share)
  }
}

/** In messages that the server handles without a pause to others that would be noticed. */
async function sendRows(rows: readonly TableRow[], share: number) {
  const { messageCharacters, messageRows } = fileReaderLimits
  let next: TableRow[] = []
  let characters = 0
  for (const row of rows) {
    const more = charactersOf(row)
    if (next.length === messageRows || (next.length > 0 && characters + more > messageCharacters)) {
      await send({ rows: next, share })
      next = []
      characters = 0
    }
    next.push(row)
    characters += more
  }
  if (next.length > 0) await send({ rows: next, share })
}

/** Lines of NDJSON name their values themselves. */
const headOf = ({ format }: FoundFile, rows: readonly AnyRow[]) =>
  format === 'ndjson' ? { hasHead: false, firstLine: 1 } : findHead(rows)

const sourceOf = ({ format }: FoundFile): FileSource => ({
  path: format === 'xlsx' ? rowsPath : filePath,
  format,
})

const cellsOf = (rows: readonly TableRow[]) =>
  rows.flatMap((row) => ('cells' in row ? [row.cells] : []))

function known(): Opened {
  if (!opened) throw new Error('No columns were read.')
  return opened
}

function faultOf(error: unknown): FileFault {
  if (error instanceof FileFault) return error
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (isGone) return new FileFault('fileGone', { cause: error })
  throw error
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const command: ReaderCommand = JSON.parse(line)
    await answer(command)
  } catch (error) {
    await send({ fault: faultOf(error).fault })
    break
  }
}
process.exit(0)
