import {
  type LineRefusal,
  type LineRefusalCode,
  measuredFields,
  numberFields,
  type RecordField,
  type RecordMapping,
  recordFields,
  requiredFields,
} from '@packboard/contract'
import { checkRecord, type Incoming, readWireRecord } from '@packboard/ingest'
import type { Cell } from './csvRows.ts'
import { readNumber, stateOf } from './lineTexts.ts'
import type { TableRow } from './readRows.ts'
import { createTimeReader, type ReadTime } from './readTime.ts'

/** A line as a record, or why it is none. */
export type MappedRow =
  | { readonly incoming: Incoming; readonly wire: Readonly<Record<string, unknown>> }
  | { readonly refusals: readonly LineRefusal[] }

const unitFactors = { perMinute: 1, perHour: 1 / 60, perSecond: 60 } as const
const timeFields: readonly RecordField[] = ['time', 'raisedAt', 'clearedAt']
const cellCharacters = 64
const replacement = '\uFFFD'

/** Fields that a mapping leaves without a column or a text, and without which no record can be made. */
export function missingFields(mapping: RecordMapping, machine: string | undefined): string[] {
  const isThere = (field: RecordField) =>
    mapping.columns[field] !== undefined || (mapping.fixed[field] ?? '') !== ''
  const missing: string[] = requiredFields[mapping.kind].filter((field) => !isThere(field))
  if (machine === undefined && !isThere('serialNo')) missing.push('machine')
  // A file whose lines have only times would become as many samples that say nothing.
  if (mapping.kind === 'sample' && !measuredFields.some(isThere)) missing.push('measured')
  return missing
}

/** What a person does about a field that is missing. */
export function missingSentence(field: string): string {
  if (field === 'machine') return 'Choose the machine of all lines, or a column for serialNo.'
  if (field !== 'measured') return `The field ${field} needs a column.`
  return `Samples need a state, a speed or a counter: choose a column for one of ${measuredFields.join(', ')}.`
}

/** Columns that a mapping names and a file does not have. */
export function absentColumns(mapping: RecordMapping, columns: readonly string[]): string[] {
  const named = [
    ...Object.values(mapping.columns),
    ...(mapping.clock === null ? [] : [mapping.clock]),
  ]
  return named.filter((name) => !columns.includes(name))
}

/**
 * Makes records of the lines of a file, in their order: of a clock time that exists twice the one that continues the lines
 * before, and samples of one moment that differ are numbered, so that the same file makes the same records again.
 */
export function createRowMapper(options: {
  readonly mapping: RecordMapping
  readonly columns: readonly string[]
  /** Of all lines; else the column of `serialNo` says it. */
  readonly machine: string | undefined
  /** Does the client have a machine of this serial number now? */
  readonly isMachine: (serialNo: string) => boolean
}) {
  const { mapping, columns, machine, isMachine } = options
  const { kind, decimal } = mapping
  const fields: readonly RecordField[] = recordFields[kind]
  const placeOf = (name: string | null | undefined) =>
    name === undefined || name === null ? -1 : columns.indexOf(name)
  const places = new Map(fields.map((field) => [field, placeOf(mapping.columns[field])]))
  const clockPlace = placeOf(mapping.clock)
  const readTime = createTimeReader({ form: mapping.timeForm, zone: mapping.zone })
  const states = new Map(
    Object.entries(mapping.states).map(([word, state]) => [word.trim().toLowerCase(), state]),
  )
  const moments = new Map<string, ReturnType<typeof createOrder>>()
  const required: readonly RecordField[] = requiredFields[kind]

  function read(row: TableRow): MappedRow {
    if ('fault' in row) return { refusals: [refusalOf(row.fault)] }
    const { cells } = row
    const refusals: LineRefusal[] = []
    const wire: Record<string, unknown> = { kind }
    const cellOf = (field: RecordField): Cell => {
      const place = places.get(field) ?? -1
      return place < 0 ? (mapping.fixed[field] ?? null) : (cells[place] ?? null)
    }
    const refuse = (code: LineRefusalCode, field: RecordField, cell = cellOf(field)) => {
      refusals.push({
        ...{ code, field, column: mapping.columns[field] ?? null, detail: null },
        cell: cell === null ? null : String(cell).slice(0, cellCharacters),
      })
    }

    const serialNo = machine ?? String(cellOf('serialNo') ?? '').trim()
    if (!isMachine(serialNo)) refuse('machine', 'serialNo')
    wire.serialNo = serialNo
    const times: [RecordField, Exclude<ReadTime, string>][] = []
    for (const field of fields) {
      if (field === 'serialNo') continue
      const cell = cellOf(field)
      const text = String(cell ?? '').trim()
      if (text === '') {
        if (required.includes(field)) refuse('empty', field)
        else if (isText(field) && kind !== 'sample' && field !== 'code') wire[field] = ''
        continue
      }
      if (text.includes(replacement)) refuse('encoding', field)
      else if (timeFields.includes(field)) {
        const isDay = clockPlace >= 0 && field !== 'clearedAt'
        const ofDay = isDay ? (cells[clockPlace] ?? null) : undefined
        const time = readTime(cell, ofDay)
        if (typeof time === 'string') refuse(time, field, isDay ? `${text} ${ofDay ?? ''}` : cell)
        else times.push([field, time])
      } else if (field === 'state') {
        const state = stateOf(text, states)
        if (state === undefined) refuse('state', field)
        else wire.state = state
      } else if (isNumber(field)) {
        const number = readNumber(cell, decimal)
        if (number === undefined) refuse('number', field)
        else wire[field] = inUnits(field, number)
      } else wire[field] = text
    }
    if (refusals.length > 0) return { refusals }

    const order = orderOf(serialNo)
    for (const [field, time] of times) {
      wire[field] = field === 'clearedAt' ? time.first : order.choose(time)
    }
    // A cleared alarm does not end before it was raised: then it ended in the second of the two hours.
    const [, cleared] = times.find(([field]) => field === 'clearedAt') ?? []
    if (cleared && Number(wire.clearedAt) < Number(wire.raisedAt)) wire.clearedAt = cleared.later
    if (kind === 'sample' && wire.seq === undefined) wire.seq = order.numberOf(wire)
    const incoming = readWireRecord(wire)
    if ('refused' in incoming) {
      return { refusals: [{ ...refusalOf('record'), detail: incoming.detail }] }
    }
    return { incoming, wire }
  }

  function orderOf(serialNo: string) {
    let order = moments.get(serialNo)
    if (!order) {
      order = createOrder()
      moments.set(serialNo, order)
    }
    return order
  }

  const inUnits = (field: RecordField, number: number) => {
    const factor = numberFields.find((name) => name === field)
    const unit = field === 'speed' || field === 'setSpeed' ? unitFactors[mapping.speedUnit] : 1
    return number * unit * (factor === undefined ? 1 : (mapping.factors[factor] ?? 1))
  }

  return read
}

/** Why the pipeline would quarantine a record now; null when it would store it. */
export function quarantineOf(incoming: Incoming, now: number): LineRefusal | null {
  if ('refused' in incoming) return { ...refusalOf('record'), detail: incoming.detail }
  const verdict = checkRecord(incoming.record, now)
  return verdict.ok ? null : { ...refusalOf('quarantined'), detail: verdict.detail }
}

const refusalOf = (code: LineRefusalCode): LineRefusal => ({
  ...{ code, field: null, column: null, cell: null, detail: null },
})

const isNumber = (field: RecordField) =>
  field === 'seq' || numberFields.some((name) => name === field)
const isText = (field: RecordField) => !isNumber(field) && !timeFields.includes(field)

/** The lines of one machine in their order: upwards in time, or downwards in a file that begins with the newest. */
function createOrder() {
  let last: number | undefined
  /** -1 downwards, 1 upwards; 0 while all lines are of one moment. */
  let direction = 0
  let numbered = { at: Number.NaN, text: '', sequence: 0 }

  function oneOf(first: number, later: number): number {
    if (first === later || last === undefined) return first
    if (direction > 0) return first >= last ? first : later
    if (direction < 0) return later <= last ? later : first
    return Math.abs(first - last) <= Math.abs(later - last) ? first : later
  }

  return {
    /** Of a time that exists twice, the one that continues the lines before. */
    choose({ first, later }: { first: number; later: number }): number {
      const at = oneOf(first, later)
      const isSure = first === later || direction === 0
      if (last !== undefined && at !== last && isSure) direction = Math.sign(at - last)
      last = at
      return at
    },
    /** 0 for the first sample of a moment, and one more for each that differs from the one before. */
    numberOf(wire: Readonly<Record<string, unknown>>): number {
      const at = Number(wire.time)
      const text = JSON.stringify(wire)
      if (at !== numbered.at) numbered = { at, text, sequence: 0 }
      else if (text !== numbered.text) {
        numbered = { at, text, sequence: numbered.sequence + 1 }
      }
      return numbered.sequence
    },
  }
}

/** A line as a person sees it before an import: its cells, and the record as it would be stored. */
export function previewOf(row: TableRow, mapped: MappedRow, now: number) {
  const cells = 'cells' in row ? row.cells.map((cell) => String(cell ?? '').slice(0, 200)) : []
  if ('refusals' in mapped) {
    return { line: row.line, cells, record: null, refusals: [...mapped.refusals] }
  }
  const record: Record<string, string | number> = {}
  for (const [field, value] of Object.entries(mapped.wire)) {
    if (field === 'kind') continue
    const isTime = field === 'time' || field === 'raisedAt' || field === 'clearedAt'
    if (isTime && typeof value === 'number') record[field] = new Date(value).toISOString()
    else if (typeof value === 'number' || typeof value === 'string') record[field] = value
  }
  const quarantined = quarantineOf(mapped.incoming, now)
  return { line: row.line, cells, record, refusals: quarantined ? [quarantined] : [] }
}
