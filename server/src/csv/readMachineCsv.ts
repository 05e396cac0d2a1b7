import {
  checkConnection,
  connectionLimits,
  connectors,
  importMachinesLimit,
  machineFileFields,
  namedDictionaries,
  type RefusedMachine,
  serialNo as serialNoShape,
} from '@packboard/contract'
import { defaultImage } from '@packboard/demo/images'
import type { MachineLine } from '@packboard/management'
import { inSlices } from '@packboard/telemetry/slices'
import type { Config } from '../config.ts'
import { type CsvLine, csvLines } from './csvLines.ts'
import { type MachineRefusal, machineRefusal } from './machineRefusal.ts'

type Field = (typeof machineFileFields)[number]
const needed = ['client', 'type', 'serial'] as const
/** More characters than the cells of a line can need. */
const longestLine = 20_000
const longestCell = 256

/**
 * Reads machines out of a CSV text. Its first line names the fields, in any order. Without a door a machine sends by HTTP, or
 * with an address our own JSON by MQTT.
 */
export async function readMachineCsv(
  text: string,
  config: Pick<Config, 'mqttUrl'>,
): Promise<ReadMachines> {
  const csv = await csvLines('machineImport', text, { longestLine, mostLines: importMachinesLimit })
  return inSlices('machineImport', readMachines(csv, config))
}

type ReadMachines = { readonly machines: MachineLine[]; readonly refused: RefusedMachine[] }

function* readMachines(
  { lines, fault }: Awaited<ReturnType<typeof csvLines>>,
  config: Pick<Config, 'mqttUrl'>,
): Generator<void, ReadMachines> {
  const machines: MachineLine[] = []
  const refused: RefusedMachine[] = []
  if (fault)
    refused.push({ line: fault.line, ...machineRefusal(fault.code, { most: longestLine }) })
  const [head, ...rest] = lines
  if (head === undefined) {
    if (refused.length === 0) refused.push({ line: 1, ...machineRefusal('noHead') })
    return { machines, refused }
  }
  const fields = readFields(head)
  if (!Array.isArray(fields)) {
    refused.push({ line: head.line, ...fields })
    return { machines, refused }
  }
  const beyond = rest[importMachinesLimit]
  if (beyond) {
    refused.push({ line: beyond.line, ...machineRefusal('tooMany', { most: importMachinesLimit }) })
    return { machines, refused }
  }
  /** Serial numbers and addresses with their lines. */
  const seen = new Map<string, number>()
  for (const line of rest) {
    yield
    const read = readLine(line, fields, config)
    if ('refused' in read) {
      refused.push(...read.refused.map((why) => ({ line: line.line, ...why })))
      continue
    }
    const { serialNo, address } = read
    for (const [key, product] of [
      [`serial ${serialNo}`, serialNo],
      [`address ${address}`, address],
    ] as const) {
      const first = product === null ? undefined : seen.get(key)
      if (product !== null && first !== undefined) {
        refused.push({ line: line.line, ...machineRefusal('twice', { product, first }) })
      }
      seen.set(key, first ?? line.line)
    }
    machines.push(read)
  }
  return { machines, refused }
}

function readFields({ cells }: CsvLine): Field[] | MachineRefusal {
  const fields: Field[] = []
  for (const cell of cells) {
    const name = cell.trim().toLowerCase()
    const field = machineFileFields.find((each) => each === name)
    if (field === undefined) {
      const known = machineFileFields.join(', ')
      return machineRefusal('unknownField', { field: cell.slice(0, 64), fields: known })
    }
    if (fields.includes(field)) return machineRefusal('fieldTwice', { field })
    fields.push(field)
  }
  const missing = needed.find((field) => !fields.includes(field))
  return missing === undefined ? fields : machineRefusal('noProduct', { field: missing })
}

/** One machine, or all that is wrong with its line. */
function readLine(
  { line, cells }: CsvLine,
  fields: readonly Field[],
  config: Pick<Config, 'mqttUrl'>,
): MachineLine | { readonly refused: readonly MachineRefusal[] } {
  if (cells.length !== fields.length) {
    return { refused: [machineRefusal('cells', { count: cells.length, most: fields.length })] }
  }
  const refused: MachineRefusal[] = []
  const of = (field: Field) => cells[fields.indexOf(field)]?.trim() ?? ''
  for (const field of needed) {
    if (of(field) === '') refused.push(machineRefusal('empty', { field }))
  }
  for (const field of fields) {
    const cell = of(field)
    const most = field === 'dictionary' ? longestLine : longestCell
    if (cell.length > most || /\p{Cc}/u.test(cell)) {
      refused.push(machineRefusal('outside', { field, cell: cell.slice(0, 64) }))
    }
  }
  const serialNo = of('serial')
  if (serialNo !== '' && !serialNoShape.safeParse(serialNo).success) {
    refused.push(machineRefusal('notSerial', { cell: serialNo.slice(0, 64) }))
  }
  const address = of('address') === '' ? null : of('address')
  const written = of('door') === '' ? (address === null ? 'http' : 'mqttJson') : of('door')
  const door = connectors.find((each) => each.toLowerCase() === written.toLowerCase())
  if (door === undefined) {
    const values = { cell: written.slice(0, 64), fields: connectors.join(', ') }
    refused.push(machineRefusal('unknownConnector', values))
  }
  const dictionary = readDictionary(of('dictionary'))
  if (dictionary === undefined) {
    const values = { cell: of('dictionary').slice(0, 64), fields: namedDictionaries.join(', ') }
    refused.push(machineRefusal('unknownDictionary', values))
  }
  const image = of('image').toLowerCase()
  if (image !== '' && image !== 'default') {
    refused.push(machineRefusal('unknownImage', { cell: of('image').slice(0, 64) }))
  }
  if (address !== null && address.length > connectionLimits.addressLength) {
    refused.push(machineRefusal('outside', { field: 'address', cell: address.slice(0, 64) }))
  }
  if (door !== undefined && dictionary !== undefined) {
    checkConnection({ door, address, dictionary }, (field, message) =>
      refused.push({ code: 'connection', values: { field }, message }),
    )
    const message = addressFault(door, address, config)
    if (message) refused.push({ code: 'connection', values: { field: 'address' }, message })
  }
  if (refused.length > 0 || door === undefined || dictionary === undefined) return { refused }
  return {
    line,
    client: of('client'),
    type: of('type'),
    newTypeImage: image === 'default' ? defaultImage : null,
    serialNo,
    lineName: of('line'),
    connector: door,
    address,
    dictionary,
  }
}

/** A name, an own table like `Run=10;4=8`, null for none; undefined where it is neither. */
function readDictionary(cell: string) {
  if (cell === '') return null
  const named = namedDictionaries.find((name) => name === cell.toLowerCase())
  if (named) return named
  const table: Record<string, number> = {}
  for (const pair of cell.split(';')) {
    const [, word, code] = /^\s*(.*?)\s*=\s*(\d{1,2})\s*$/.exec(pair) ?? []
    if (word === undefined || code === undefined) return undefined
    table[word] = Number(code)
  }
  return table
}

/** Our own JSON has its topics by serial number; on an external broker it may have another place. Undefined for a good address. */
export function addressFault(
  door: (typeof connectors)[number],
  address: string | null,
  { mqttUrl }: Pick<Config, 'mqttUrl'>,
): string | undefined {
  if (door !== 'mqttJson' || address === null || mqttUrl !== undefined) return undefined
  return 'On our own broker a machine sends our own JSON under packboard/ and its serial number.'
}
