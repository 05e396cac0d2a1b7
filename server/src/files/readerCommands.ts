import type { RecordMapping } from '@packboard/contract'
import type { RecordFileFault, RecordKind } from '@packboard/contract/recordFields'
import type { FoundFile } from './foundFile.ts'
import type { TableRow, TextForm } from './readRows.ts'

/** What the server sends to the process that opens a file, as a line of JSON each. */
export type ReaderCommand =
  /** What the bytes of the file say of it; a workbook is unpacked. */
  | { readonly command: 'open' }
  | {
      readonly command: 'guess'
      readonly found: FoundFile
      readonly form?: TextForm | undefined
      readonly kind?: RecordKind | undefined
      readonly zone: string
    }
  /** Words of the column of states, of the rows that were guessed from, that are no state. */
  | { readonly command: 'states'; readonly mapping: RecordMapping }
  /** The first of the rows that were guessed from. */
  | { readonly command: 'preview' }
  | { readonly command: 'columns'; readonly found: FoundFile; readonly form: TextForm }
  /** All rows after so many, with the columns that were read before. */
  | { readonly command: 'read'; readonly after: number }

/** What it sends back, as a line of JSON each: one answer, or rows until their end; a fault is its last line. */
export type ReaderMessage =
  | { readonly answer: unknown }
  | { readonly rows: readonly TableRow[]; readonly share: number }
  | { readonly isEnd: true }
  | { readonly fault: RecordFileFault }
