import { planException, type RefusedPlanLine } from '@packboard/contract'
import {
  addDays,
  isDate,
  isTimeOfDay,
  type PlanEntry,
  type PlanException,
  type PlanKind,
  planKinds,
  weekdayNames,
} from '@packboard/model'
import { inSlices } from '@packboard/telemetry/slices'
import { type CsvLine, csvLines } from './csvLines.ts'
import { type PlanRefusal, planRefusal } from './planRefusal.ts'

/** The fields of a file, by their names in its first line. */
const planFields = [
  'Line',
  'ValidFrom',
  'Weekday',
  'StartDate',
  'From',
  'EndDate',
  'To',
  'Kind',
  'Note',
] as const
type PlanField = (typeof planFields)[number]

/** D55: a line for each entry of the largest plan. */
export const mostPlanLines = 5_000
/** More characters than a line can need. */
const longestLine = 2_000

/** A line of the file: a stretch of each week, or an exception. */
export type PlanRow = { readonly line: number } & (
  | {
      readonly week: { readonly line: string | null; readonly validFrom: string }
      readonly entry: PlanEntry
    }
  | { readonly exception: PlanException }
)

/**
 * Reads a plan out of a CSV text. Its first line names the fields, in any order; Kind must be there. A line with Weekday
 * and ValidFrom is a stretch of each week, one with StartDate an exception. An empty Line means all lines. Of an
 * exception From and To may be empty, which is midnight, and EndDate, which is the first day on which To comes after the
 * start. A rejected line is reported with its number; the caller then stores none.
 */
export async function readPlanCsv(text: string, lines: readonly string[]): Promise<ReadPlan> {
  const csv = await csvLines('planImport', text, { longestLine, mostLines: mostPlanLines })
  return inSlices('planImport', readRows(csv, lines))
}

type ReadPlan = { readonly rows: PlanRow[]; readonly refused: RefusedPlanLine[] }

function* readRows(
  { lines: found, fault }: Awaited<ReturnType<typeof csvLines>>,
  lines: readonly string[],
): Generator<void, ReadPlan> {
  const rows: PlanRow[] = []
  const refused: RefusedPlanLine[] = []
  if (fault) refused.push({ line: fault.line, ...planRefusal(fault.code, { most: longestLine }) })
  const [head, ...rest] = found
  if (head === undefined) {
    if (refused.length === 0) refused.push({ line: 1, ...planRefusal('noHead') })
    return { rows, refused }
  }
  const fields = readFields(head)
  if ('code' in fields) return { rows, refused: [...refused, { line: head.line, ...fields }] }
  if (rest.length > mostPlanLines) {
    const why = planRefusal('tooMany', { most: mostPlanLines })
    return { rows, refused: [...refused, { line: rest[mostPlanLines]?.line ?? 0, ...why }] }
  }
  for (const csv of rest) {
    yield
    const read = readLine(csv, fields.names, lines)
    if ('code' in read) refused.push({ line: csv.line, ...read })
    else rows.push(read)
  }
  return { rows, refused: refused.sort((a, b) => a.line - b.line) }
}

const isField = (name: string): name is PlanField => planFields.some((known) => known === name)

function readFields({ cells }: CsvLine): { readonly names: readonly PlanField[] } | PlanRefusal {
  const names: PlanField[] = []
  for (const cell of cells) {
    const name = cell.trim()
    if (!isField(name)) {
      const fields = planFields.join(', ')
      return planRefusal('unknownField', { field: name.slice(0, 64), fields })
    }
    if (names.includes(name)) return planRefusal('fieldTwice', { field: name })
    names.push(name)
  }
  return names.includes('Kind') ? { names } : planRefusal('noField', { field: 'Kind' })
}

function readLine(
  { line: at, cells }: CsvLine,
  names: readonly PlanField[],
  lines: readonly string[],
): PlanRow | PlanRefusal {
  if (cells.length !== names.length) {
    return planRefusal('cells', { count: cells.length, most: names.length })
  }
  const cellOf = (field: PlanField) => {
    const index = names.indexOf(field)
    return index === -1 ? '' : (cells[index] ?? '').trim()
  }
  const no = (code: 'noLine' | 'noKind' | 'noWeekday' | 'noDate' | 'noTime', field: PlanField) =>
    planRefusal(code, { field, cell: cellOf(field).slice(0, 64) })

  const line = lineNamed(cellOf('Line'), lines)
  if (line === undefined) return no('noLine', 'Line')
  const kind = kindNamed(cellOf('Kind'))
  if (kind === undefined) return no('noKind', 'Kind')
  const times = { from: timeOf(cellOf('From')), to: timeOf(cellOf('To')) }
  const isWeekly = cellOf('Weekday') !== '' || cellOf('ValidFrom') !== ''
  if (isWeekly === (cellOf('StartDate') !== '')) return planRefusal('weekOrDate')

  if (isWeekly) {
    const validFrom = cellOf('ValidFrom')
    if (!isDate(validFrom)) return no('noDate', 'ValidFrom')
    const weekday = weekdayNamed(cellOf('Weekday'))
    if (weekday === undefined) return no('noWeekday', 'Weekday')
    const { from, to } = times
    if (!isTimeOfDay(from)) return no('noTime', 'From')
    if (!isTimeOfDay(to)) return no('noTime', 'To')
    return { line: at, week: { line, validFrom }, entry: { weekday, from, to, kind } }
  }

  const startDate = cellOf('StartDate')
  if (!isDate(startDate)) return no('noDate', 'StartDate')
  const startTime = times.from || '00:00'
  if (!isTimeOfDay(startTime)) return no('noTime', 'From')
  const endTime = times.to || '00:00'
  if (!isTimeOfDay(endTime)) return no('noTime', 'To')
  const endDate = cellOf('EndDate') || (endTime > startTime ? startDate : addDays(startDate, 1))
  if (!isDate(endDate)) return no('noDate', 'EndDate')
  const note = cellOf('Note')
  if (!planException.shape.note.safeParse(note).success) return planRefusal('noNote')
  const exception = { line, startDate, startTime, endDate, endTime, kind, note }
  return { line: at, exception }
}

/** The line as the client spells it; null is all lines, undefined none. */
function lineNamed(cell: string, lines: readonly string[]): string | null | undefined {
  if (cell === '') return null
  return (
    lines.find((name) => name === cell) ??
    lines.find((name) => name.toLowerCase() === cell.toLowerCase())
  )
}

function kindNamed(cell: string): PlanKind | undefined {
  return planKinds.find((kind) => kind === cell.toLowerCase())
}

/** `1`, `Monday` or `monday`. */
function weekdayNamed(cell: string): number | undefined {
  if (/^[1-7]$/.test(cell)) return Number(cell)
  const index = weekdayNames.findIndex((name) => name.toLowerCase() === cell.toLowerCase())
  return index === -1 ? undefined : index + 1
}

/** Spreadsheets write 06:00 as 6:00. */
function timeOf(cell: string): string {
  return /^\d:\d\d$/.test(cell) ? `0${cell}` : cell
}
