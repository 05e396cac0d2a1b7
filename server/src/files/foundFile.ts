import { fileEncodings, fileSeparators } from '@packboard/contract'
import { z } from 'zod'

/** What the bytes of a file say of it; what a person may choose otherwise is in the mapping. */
export const foundFile = z.object({
  format: z.enum(['csv', 'ndjson', 'xlsx']),
  encoding: z.enum(fileEncodings),
  separator: z.enum(fileSeparators),
})
export type FoundFile = z.output<typeof foundFile>
