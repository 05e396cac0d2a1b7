/**
 * The words of records in files without the shapes of the calls: the process that opens files imports these alone.
 */
export const recordKinds = ['sample', 'alarm', 'audit'] as const
export type RecordKind = (typeof recordKinds)[number]

/** The fields that a line of each kind of record may fill, as they are named on the wire. */
export const recordFields = {
  sample: [
    ...(['time', 'serialNo', 'seq', 'state', 'product', 'tool', 'user', 'speed'] as const),
    ...(['packs', 'batch', 'rejects', 'setSpeed', 'unitMode'] as const),
  ],
  alarm: ['raisedAt', 'clearedAt', 'serialNo', 'seq', 'group', 'description', 'code'],
  audit: [
    ...(['time', 'serialNo', 'userGroup', 'description', 'valueBefore', 'valueAfter'] as const),
  ],
} as const satisfies Record<RecordKind, readonly string[]>
export type RecordField = (typeof recordFields)[RecordKind][number]
export const everyRecordField = [
  ...new Set<RecordField>([...recordFields.sample, ...recordFields.alarm, ...recordFields.audit]),
]

/** Without these no record of the kind can be made. */
export const requiredFields: Readonly<Record<RecordKind, readonly RecordField[]>> = {
  sample: ['time'],
  alarm: ['raisedAt', 'description'],
  audit: ['time', 'description'],
}

/** A sample has at least one of these: a state, a speed or a counter. */
export const measuredFields = ['state', 'speed', 'packs', 'batch', 'rejects'] as const

/** Fields whose cells are numbers with a factor. */
export const numberFields = ['speed', 'setSpeed', 'packs', 'batch', 'rejects'] as const
export type NumberField = (typeof numberFields)[number]

export const fileEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const fileSeparators = [';', ',', '\t', '|'] as const
export const timeForms = [
  ...(['iso', 'dayFirst', 'monthFirst', 'epochSeconds', 'epochMilliseconds'] as const),
] as const
export const speedUnits = ['perMinute', 'perHour', 'perSecond'] as const

/** Why a line is refused, as a word. `record`: the values are beyond what a record may hold. */
export const lineRefusalCodes = [
  ...(['tooLong', 'quoteOpen', 'quoteInside', 'cells', 'notJson', 'encoding'] as const),
  ...(['empty', 'time', 'gap', 'number', 'state', 'machine', 'record', 'quarantined'] as const),
  'nested',
] as const
export type LineRefusalCode = (typeof lineRefusalCodes)[number]

/** Why an import failed. */
export const recordFileFaults = [
  ...(['tooManyRows', 'fileGone', 'unreadable', 'mapping', 'archive', 'tooLarge'] as const),
  ...(['tooManyElements', 'tooManyColumns', 'memory', 'time', 'ended'] as const),
  ...(['interrupted', 'noBytes'] as const),
] as const
export type RecordFileFault = (typeof recordFileFaults)[number]
