import { fileColumns, recordMapping } from '@packboard/contract'
import { recordFileLimits } from '@packboard/model'
import { z } from 'zod'
import type { TextForm } from './readRows.ts'

export const columnNames = z.array(z.string()).max(recordFileLimits.columns)

/** What the process that reads a file says of its first rows. */
export const guessedFile = z.object({
  names: columnNames,
  form: recordMapping.pick({ encoding: true, separator: true, hasHead: true }),
  columns: fileColumns.max(recordFileLimits.columns),
  mapping: recordMapping,
  isAmbiguous: z.boolean(),
})

/** Of a mapping only how the text is read. */
export const formOf = ({ encoding, separator, hasHead }: TextForm): TextForm => ({
  encoding,
  separator,
  hasHead,
})
