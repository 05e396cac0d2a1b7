import { CsvError, parse } from 'csv-parse/sync'

/** A line of a CSV text that is not empty, with its number. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] }

/** Where a text stops being CSV. */
export type CsvFault = {
  readonly line: number
  readonly code: 'tooLong' | 'quoteOpen' | 'quoteInside'
}

/** The cells of each line that is not empty, up to where the text stops being CSV. Comma or semicolon, whichever the first line has. */
export function csvLines(
  text: string,
  longestLine: number,
): { readonly lines: CsvLine[]; readonly fault: CsvFault | undefined } {
  const lines: CsvLine[] = []
  const firstLine = text.slice(0, Math.max(0, text.search(/\r|\n|$/)))
  try {
    parse(text, {
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
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = lineOf(error) ?? lines.length + 1
    return { lines, fault: { line, code: faultOf(error.code) } }
  }
  return { lines, fault: undefined }
}

function lineOf({ lines }: CsvError): number | undefined {
  return typeof lines === 'number' ? lines : undefined
}

function faultOf(code: string): CsvFault['code'] {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'tooLong'
  return code === 'CSV_QUOTE_NOT_CLOSED' ? 'quoteOpen' : 'quoteInside'
}
