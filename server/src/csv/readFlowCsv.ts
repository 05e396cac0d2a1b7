import type { FlowRefusalCode, RefusedFlowLine } from '@packboard/contract'
import { type FlowEntry, type FlowFault, findFlowFault, isDate } from '@packboard/model'
import { inSlices } from '@packboard/telemetry/slices'
import { type CsvLine, csvLines, csvSentences } from './csvLines.ts'

/** The fields of a file, by their names in its first line. */
const flowFields = ['Line', 'ValidFrom', 'Station', 'Machine', 'Needs', 'Buffer', 'Key'] as const
type FlowField = (typeof flowFields)[number]
const required = ['Line', 'Station', 'Machine'] as const satisfies readonly FlowField[]

/** D55: a line for each machine of as many flows as a client may have with ten machines each. */
export const mostFlowLines = 2_000
/** More characters than a line can need. */
const longestLine = 1_000

type Values = RefusedFlowLine['values']
type Refusal = Omit<RefusedFlowLine, 'line'>

const sentences: Record<Exclude<FlowRefusalCode, 'refused'>, (values: Values) => string> = {
  ...csvSentences,
  tooMany: ({ most }) => `One import takes ${most} lines.`,
  noField: ({ field }) => `The field ${field} is missing.`,
  noLine: ({ cell }) => `This client has no line named "${cell}".`,
  noTime: ({ cell }) => `ValidFrom: "${cell}" is no time such as 2027-03-26 06:00.`,
  noNumber: ({ field, cell }) => `${field}: "${cell}" is no whole number.`,
  noKey: ({ cell }) => `Key: "${cell}" is neither yes nor no.`,
  differs: ({ field, other }) => `${field} differs from that of the same station in line ${other}.`,
}

const refusal = (code: Exclude<FlowRefusalCode, 'refused'>, values: Values = {}): Refusal => ({
  code,
  values,
  message: sentences[code](values),
})

/** A line of the file: one machine of a station. */
type FlowRow = {
  readonly line: number
  readonly lineName: string
  readonly validFrom: string | null
  readonly station: number
  readonly machine: string
  readonly needs: number | null
  readonly bufferSeconds: number | null
  readonly key: boolean | null
}

type ReadFlow = {
  readonly flows: readonly FlowEntry<string>[]
  readonly refused: RefusedFlowLine[]
  /** At which line of the file a flow, a station of it, begins: `lines.0` and `lines.0.stations.1`. */
  readonly lineOf: ReadonlyMap<string, number>
}

/**
 * Reads flows out of a CSV text: one line for each machine, with Line, ValidFrom (empty: from the beginning), the number of its Station, Needs
 * (empty: all its machines), Buffer in seconds (empty: 0) and Key (yes or no). Stations are in the order of their numbers.
 */
export async function readFlowCsv(text: string, lines: readonly string[]): Promise<ReadFlow> {
  const csv = await csvLines('flowImport', text, { longestLine, mostLines: mostFlowLines })
  return inSlices('flowImport', readRows(csv, lines))
}

const nothing = (refused: RefusedFlowLine[]): ReadFlow => ({
  flows: [],
  refused,
  lineOf: new Map(),
})

function* readRows(
  { lines: found, fault }: Awaited<ReturnType<typeof csvLines>>,
  lines: readonly string[],
): Generator<void, ReadFlow> {
  const refused: RefusedFlowLine[] = []
  if (fault) refused.push({ line: fault.line, ...refusal(fault.code, { most: longestLine }) })
  const [head, ...rest] = found
  if (head === undefined) {
    return nothing(refused.length === 0 ? [{ line: 1, ...refusal('noHead') }] : refused)
  }
  const fields = readFields(head)
  if ('code' in fields) return nothing([...refused, { line: head.line, ...fields }])
  if (rest.length > mostFlowLines) {
    const why = refusal('tooMany', { most: mostFlowLines })
    return nothing([...refused, { line: rest[mostFlowLines]?.line ?? 0, ...why }])
  }
  const rows: FlowRow[] = []
  for (const csv of rest) {
    yield
    const read = readLine(csv, fields.names, lines)
    if ('code' in read) refused.push({ line: csv.line, ...read })
    else rows.push(read)
  }
  yield
  if (refused.length > 0) return nothing(refused.sort((a, b) => a.line - b.line))
  return flowsOf(rows)
}

const isField = (name: string): name is FlowField => flowFields.some((known) => known === name)

function readFields({ cells }: CsvLine): { readonly names: readonly FlowField[] } | Refusal {
  const names: FlowField[] = []
  for (const cell of cells) {
    const name = cell.trim()
    if (!isField(name)) {
      return refusal('unknownField', { field: name.slice(0, 64), fields: flowFields.join(', ') })
    }
    if (names.includes(name)) return refusal('fieldTwice', { field: name })
    names.push(name)
  }
  const missing = required.find((field) => !names.includes(field))
  return missing === undefined ? { names } : refusal('noField', { field: missing })
}

const keys: Readonly<Record<string, boolean>> = { yes: true, no: false, true: true, false: false }

function readLine(
  { line, cells }: CsvLine,
  names: readonly FlowField[],
  lines: readonly string[],
): FlowRow | Refusal {
  if (cells.length !== names.length) {
    return refusal('cells', { count: cells.length, most: names.length })
  }
  const cellOf = (field: FlowField) => {
    const index = names.indexOf(field)
    return index === -1 ? '' : (cells[index] ?? '').trim()
  }
  const shown = (field: FlowField) => ({ field, cell: cellOf(field).slice(0, 64) })
  const lineName = lines.find((name) => name.toLowerCase() === cellOf('Line').toLowerCase())
  if (lineName === undefined) return refusal('noLine', shown('Line'))
  const validFrom = cellOf('ValidFrom')
  if (validFrom !== '' && !isWallTime(validFrom)) return refusal('noTime', shown('ValidFrom'))
  for (const field of ['Station', 'Needs', 'Buffer'] as const) {
    const mayBeEmpty = field !== 'Station'
    if (mayBeEmpty && cellOf(field) === '') continue
    if (!/^\d{1,5}$/.test(cellOf(field))) return refusal('noNumber', shown(field))
  }
  const key = cellOf('Key').toLowerCase()
  if (key !== '' && keys[key] === undefined) return refusal('noKey', shown('Key'))
  const numberOf = (field: 'Needs' | 'Buffer') =>
    cellOf(field) === '' ? null : Number(cellOf(field))
  return {
    ...{ line, lineName, validFrom: validFrom === '' ? null : validFrom },
    station: Number(cellOf('Station')),
    machine: cellOf('Machine'),
    needs: numberOf('Needs'),
    bufferSeconds: numberOf('Buffer'),
    key: key === '' ? null : (keys[key] ?? null),
  }
}

const isWallTime = (text: string) =>
  /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDate(text.slice(0, 10))

function flowsOf(rows: readonly FlowRow[]): ReadFlow {
  const refused: RefusedFlowLine[] = []
  const lineOf = new Map<string, number>()
  const entries = Map.groupBy(rows, ({ lineName, validFrom }) => `${validFrom ?? ''} ${lineName}`)
  const flows = [...entries.values()].map((own, index): FlowEntry<string> => {
    const numbers = Map.groupBy(own, ({ station }) => station)
    const stations = [...numbers].sort(([a], [b]) => a - b)
    lineOf.set(`lines.${index}`, own[0]?.line ?? 1)
    return {
      lineName: own[0]?.lineName ?? '',
      validFrom: own[0]?.validFrom ?? null,
      stations: stations.map(([, machines], place) => {
        lineOf.set(`lines.${index}.stations.${place}`, machines[0]?.line ?? 1)
        const difference = differenceIn(machines)
        if (difference) refused.push(difference)
        return {
          machines: machines.map(({ machine }) => machine),
          needs: machines.find(({ needs }) => needs !== null)?.needs ?? machines.length,
          bufferSeconds: machines.find((one) => one.bufferSeconds !== null)?.bufferSeconds ?? 0,
          key: machines.some(({ key }) => key === true),
        }
      }),
    }
  })
  const fault = refused.length === 0 ? findFlowFault(flows) : null
  if (fault !== null) refused.push(faultInFile(fault, lineOf))
  return { flows: refused.length === 0 ? flows : [], refused, lineOf }
}

/** What is said of a station in one line is said of it in all others, or left out. */
function differenceIn(rows: readonly FlowRow[]): RefusedFlowLine | undefined {
  const said = { Needs: 'needs', Buffer: 'bufferSeconds', Key: 'key' } as const
  for (const [field, name] of Object.entries(said)) {
    const [first, ...others] = rows.filter((row) => row[name] !== null)
    const other = others.find((row) => row[name] !== first?.[name])
    if (first === undefined || other === undefined) continue
    return { line: other.line, ...refusal('differs', { field, other: first.line }) }
  }
  return undefined
}

/** A mistake of the flow at the line of the file where its station begins. */
export function faultInFile(
  { at, other, message }: Pick<FlowFault, 'at' | 'other' | 'message'>,
  lineOf: ReadonlyMap<string, number>,
): RefusedFlowLine {
  const find = (place: string) =>
    lineOf.get(place) ?? lineOf.get(place.split('.').slice(0, 4).join('.')) ?? lineOf.get('lines.0')
  const there = other === undefined ? undefined : find(other)
  const values = there === undefined ? {} : { other: there }
  return { line: find(at) ?? 1, code: 'refused', values, message }
}
