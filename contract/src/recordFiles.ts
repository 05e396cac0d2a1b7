import { isZone, recordFileLimits } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import {
  everyRecordField,
  fileEncodings,
  fileSeparators,
  lineRefusalCodes,
  numberFields,
  recordKinds,
  speedUnits,
  timeForms,
} from './recordFields.ts'
import { z } from './z.ts'

const columnName = z.string().max(200)
const timezone = z.string().max(64).refine(isZone, 'No such time zone.')
const count = z.number().int().min(0)

const mappingShape = {
  kind: z.enum(recordKinds),
  encoding: z.enum(fileEncodings).describe('Of CSV and NDJSON'),
  separator: z.enum(fileSeparators).describe('Of CSV'),
  hasHead: z.boolean().describe('The first line of CSV or XLSX that is read names the columns'),
  firstLine: z
    .number()
    .int()
    .min(1)
    .max(recordFileLimits.sampleRows)
    .describe('The line at which reading of CSV or XLSX begins; what stands above it is left out'),
  zone: timezone.describe('Of times without an offset'),
  timeForm: z
    .enum(timeForms)
    .describe('iso: the year first, with or without an offset. dayFirst: 31.12.2026'),
  decimal: z.enum(['.', ',']),
  speedUnit: z.enum(speedUnits).describe('Of speed and setSpeed'),
  factors: z
    .partialRecord(z.enum(numberFields), z.number().positive().max(1e9))
    .describe('Cells are multiplied by it; 1 where it is left out'),
  clock: columnName
    .nullable()
    .describe('The column with the time of day, where time or raisedAt holds only the day'),
  columns: z
    .partialRecord(z.enum(everyRecordField), columnName)
    .describe('Names of columns by the field that they fill'),
  fixed: z
    .partialRecord(z.enum(everyRecordField), z.string().max(512))
    .describe('The same text in every record, for a field without a column'),
  states: z
    .record(z.string().max(64), z.string().max(64))
    .refine((words) => Object.keys(words).length <= 200)
    .describe('Names of machine states by the words of the file'),
}

export const recordMapping = z.object({
  ...mappingShape,
  firstLine: mappingShape.firstLine.default(1),
  factors: mappingShape.factors.default({}),
  clock: mappingShape.clock.default(null),
  fixed: mappingShape.fixed.default({}),
  states: mappingShape.states.default({}),
})
export type RecordMapping = z.output<typeof recordMapping>

/** What a person writes of a mapping; the rest is proposed from the file. */
export const recordMappingPart = z.strictObject(mappingShape).partial()

export const lineRefusal = z.object({
  code: z.enum(lineRefusalCodes),
  field: z.string().nullable(),
  column: z.string().nullable(),
  cell: z.string().nullable().describe('Its first 64 characters'),
  detail: z.string().nullable().describe('What the check of records says'),
})
export type LineRefusal = z.output<typeof lineRefusal>

export const recordFileCounts = z.object({
  rows: count.describe('Lines with records: the sum of stored, duplicate, quarantined and refused'),
  stored: count.describe('Late ones included'),
  duplicate: count,
  late: count.describe('Stored, but older than what the machine had already sent'),
  quarantined: count,
  refused: count,
})
export type RecordFileCounts = z.output<typeof recordFileCounts>

export const recordFileStates = [
  ...(['uploading', 'opening', 'uploaded', 'checking', 'checked', 'running'] as const),
  ...(['done', 'cancelled', 'failed'] as const),
] as const

export const recordFileRow = recordFileCounts.extend({
  id: z.number().int(),
  name: z.string(),
  bytes: count,
  received: count.describe('Bytes that have arrived'),
  state: z.enum(recordFileStates),
  kind: z.enum(recordKinds).nullable(),
  machine: z.string().nullable().describe('Serial number; null where a column names it'),
  share: z.number().min(0).max(1).describe('Of the file that was read'),
  checked: recordFileCounts
    .nullable()
    .describe('What the dry run with this mapping counted: stored are those that could be'),
  fault: z.string().nullable(),
  createdBy: z.string().nullable().describe('User name; null: the command line'),
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type RecordFileRow = z.output<typeof recordFileRow>

const params = z.object({ clientId: id })
const ofFile = z.object({ clientId: id, fileId: id })
const path = '/api/admin/files/:clientId'

export const recordFiles = endpoint('GET', path, {
  summary: 'Files that records of a client were imported from in the last 30 days, newest first',
  params,
  answer: z.object({
    files: z.array(recordFileRow),
    zone: timezone.describe('Of the client'),
    machines: z.array(z.string()).describe('Serial numbers'),
  }),
})

export const addRecordFile = endpoint('POST', path, {
  summary:
    'Begin the upload of a file of records: CSV or NDJSON up to 200 MB, XLSX up to 20 MB; one at a time for each client',
  params,
  body: z.object({
    name: z
      .string()
      .min(1)
      .max(255)
      .regex(/^\P{Cc}*$/u),
    bytes: z.number().int().min(1).max(recordFileLimits.bytes),
  }),
  answer: z.object({ id: z.number().int(), pieceBytes: z.number().int() }),
})

export const addRecordFilePiece = endpoint('PUT', `${path}/:fileId/piece`, {
  summary:
    'The next bytes of a file, at most 4 MB, as application/octet-stream; after the last ones the file can be looked at',
  params: ofFile,
  query: z.object({
    offset: z
      .string()
      .regex(/^(0|[1-9]\d{0,8})$/)
      .describe('Bytes that have arrived before'),
  }),
  answer: z.object({ received: count, state: z.enum(recordFileStates) }),
})

export const recordFile = endpoint('GET', `${path}/:fileId`, {
  summary: 'State, counts and progress of a file of records, and its first refused lines',
  params: ofFile,
  answer: recordFileRow.extend({
    lines: z.array(lineRefusal.extend({ line: z.number().int() })).max(100),
  }),
})

const previewRow = z.object({
  line: z.number().int(),
  cells: z.array(z.string()),
  record: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullable()
    .describe('As it would be stored: times in UTC, speeds in packs per minute'),
  refusals: z.array(lineRefusal),
})

export const fileColumns = z.array(
  z.object({
    name: z.string(),
    type: z.enum(['empty', 'time', 'number', 'text']).describe('Guessed'),
    examples: z.array(z.string()).max(3),
  }),
)

export const fileFirstLines = z
  .array(z.object({ line: z.number().int(), text: z.string() }))
  .max(recordFileLimits.headRows)
  .describe('Of CSV or XLSX, as they are: one of them may name the columns')

export const lookAtRecordFile = endpoint('POST', `${path}/:fileId/look`, {
  summary:
    'Columns of a file of records, a guessed or given mapping, and the first ten lines as they would be stored',
  params: ofFile,
  body: z.object({
    mapping: recordMapping.optional(),
    kind: z.enum(recordKinds).optional().describe('Guess a mapping to this kind of record'),
    form: recordMapping
      .pick({ encoding: true, separator: true, hasHead: true, firstLine: true })
      .optional()
      .describe('Guess a mapping of the text as it is read so'),
    machine: serialNo.optional(),
  }),
  answer: z.object({
    format: z.enum(['csv', 'ndjson', 'xlsx']),
    columns: fileColumns,
    mapping: recordMapping,
    isSaved: z.boolean().describe('The mapping of an earlier file with these columns'),
    isAmbiguous: z.boolean().describe('Days and months of the times cannot be distinguished'),
    missing: z
      .array(z.string())
      .describe(
        'Fields that still need a column; machine: the one of all lines is not chosen; measured: samples need a state, a speed or a counter',
      ),
    firstLines: fileFirstLines,
    unknownStates: z
      .array(z.string())
      .max(50)
      .describe('Words of the state column without a state'),
    rows: z.array(previewRow).max(recordFileLimits.previewRows),
  }),
})

export const startRecordFile = endpoint('POST', `${path}/:fileId/start`, {
  summary: 'Read the whole file with a mapping: a dry run, or the import',
  params: ofFile,
  body: z.object({
    mapping: recordMapping,
    machine: serialNo.optional().describe('Of all lines; else a column names it'),
    dryRun: z.boolean(),
  }),
  answer: z.object({ message: z.string() }),
})

export const cancelRecordFile = endpoint('POST', `${path}/:fileId/cancel`, {
  summary: 'End an upload, a dry run or an import; what was stored stays, the file is removed',
  params: ofFile,
  answer: z.object({ message: z.string() }),
})

export const refusedRecordLines = endpoint('GET', `${path}/:fileId/refused`, {
  summary: 'The first 1,000 refused lines of a file as CSV: line, reason, how to mend it',
  params: ofFile,
  answer: z.string(),
})
