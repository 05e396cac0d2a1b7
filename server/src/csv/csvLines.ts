import { finished } from 'node:stream/promises'
import { inSlices, type SlicedWork } from '@packboard/telemetry/slices'
import { CsvError, parse } from 'csv-parse'

/** A line of a CSV text that is not empty, with its number. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] }

/** Where a text stops being CSV. */
type CsvFault = {
  readonly line: number
  readonly code: 'tooLong' | 'quoteOpen' | 'quoteInside'
}

type CsvValues = {
  readonly field?: string | undefined
  readonly fields?: string | undefined
  readonly count?: number | undefined
  readonly most?: number | undefined
}

/** What is wrong with a file of any kind, in English. */
export const csvSentences = {
  noHead: () => 'There is no line with field names.',
  tooLong: ({ most }: CsvValues) => `A line has at most ${most} characters.`,
  quoteOpen: () => 'A quotation mark opens and never closes.',
  quoteInside: () => 'A quotation mark is where none can be.',
  unknownField: ({ field, fields }: CsvValues) =>
    `There is no field "${field}"; there are ${fields}.`,
  fieldTwice: ({ field }: CsvValues) => `The field ${field} is there twice.`,
  cells: ({ count, most }: CsvValues) =>
    `This line has ${count} cells; the first line has ${most}.`,
}

/** Of the shortest lines these are 500, which is a few milliseconds. */
const pieceBytes = 1_024

/**
 * The cells of each line that is not empty, up to where the text stops being CSV. Comma or semicolon, whichever the first line has.
 * It is read in slices, as part of the work that is named, and no further than to the line after the first one that has `mostLines`
 * before it: a file may have half a million lines.
 */
export async function csvLines(
  work: SlicedWork,
  text: string,
  { longestLine, mostLines }: { readonly longestLine: number; readonly mostLines: number },
): Promise<{ readonly lines: CsvLine[]; readonly fault: CsvFault | undefined }> {
  const lines: CsvLine[] = []
  const firstLine = text.slice(0, Math.max(0, text.search(/\r|\n|$/)))
  const parser = parse({
    bom: true,
    delimiter: firstLine.includes(';') && !firstLine.includes(',') ? ';' : ',',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    on_record(cells: string[], { lines: line }) {
      lines.push({ line, cells })
      return null
    },
  })
  const end = finished(parser).then(
    () => undefined,
    (error: unknown) => error,
  )
  // The first line names the fields.
  const isEnough = () => lines.length > mostLines + 1
  await inSlices(work, writePieces(parser, Buffer.from(text), isEnough))
  if (isEnough()) {
    parser.destroy()
    return { lines, fault: undefined }
  }
  // It gives no rows: without being read it would not end.
  parser.resume()
  parser.end()
  const error = await end
  if (error === undefined) return { lines, fault: undefined }
  if (!(error instanceof CsvError)) throw error
  const line = lineOf(error) ?? lines.length + 1
  return { lines, fault: { line, code: faultOf(error.code) } }
}

/** A piece is parsed as it is written. After a fault nothing more is read. */
function* writePieces(
  parser: ReturnType<typeof parse>,
  bytes: Buffer,
  isEnough: () => boolean,
): Generator<void, void> {
  for (let begin = 0; begin < bytes.length; begin += pieceBytes) {
    if (parser.errored || isEnough()) return
    parser.write(bytes.subarray(begin, begin + pieceBytes))
    yield
  }
}

function lineOf({ lines }: CsvError): number | undefined {
  return typeof lines === 'number' ? lines : undefined
}

function faultOf(code: string): CsvFault['code'] {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'tooLong'
  return code === 'CSV_QUOTE_NOT_CLOSED' ? 'quoteOpen' : 'quoteInside'
}
