import {
  connectionFound,
  connectionLimits,
  connectionMessages,
  connectorForms,
  connectors,
  type Dictionary,
  type MachineConnectionWire,
  machineConnection,
  namedDictionaries,
  type opcUaSecurities,
} from '@packboard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { numberOf } from '../../crud/formFields.ts'

export type Connector = (typeof connectors)[number]
export type Security = (typeof opcUaSecurities)[number]
export type NamedDictionary = (typeof namedDictionaries)[number]

/** A line of an own table: what the machine sends, and the code that it stands for. */
export type TableLine = {
  readonly key: number
  readonly word: string
  readonly code: number | null
}

/** What stands in the form. */
export type Entered = {
  readonly connector: Connector
  readonly address: string
  readonly dictionary: NamedDictionary | 'own' | null
  readonly table: readonly TableLine[]
  readonly holdSeconds: string
  readonly designPpm: string
  /** Of OPC UA. */
  readonly security: Security
  readonly userName: string
  /** Empty: as it is stored. */
  readonly password: string
}

const isConnector = (word: string): word is Connector => connectors.some((each) => each === word)
const isNamed = (word: string): word is NamedDictionary =>
  namedDictionaries.some((each) => each === word)

/** The form of a stored connection. One whose connector the screens do not offer begins with the first one. */
export function enteredOf(stored: MachineConnectionWire): Entered {
  const { dictionary } = stored
  return {
    connector: isConnector(stored.door) ? stored.door : 'http',
    address: stored.address ?? '',
    dictionary:
      dictionary === null
        ? null
        : typeof dictionary === 'string'
          ? isNamed(dictionary)
            ? dictionary
            : null
          : 'own',
    table:
      typeof dictionary === 'object' && dictionary !== null
        ? Object.entries(dictionary).map(([word, code], key) => ({ key, word, code }))
        : [{ key: 0, word: '', code: null }],
    holdSeconds: stored.holdSeconds === null ? '' : String(stored.holdSeconds),
    designPpm: stored.designPpm === null ? '' : String(stored.designPpm),
    security: stored.opcUa?.security ?? 'strongest',
    userName: stored.opcUa?.userName ?? '',
    password: '',
  }
}

/** What is wrong with a line of an own table. */
export type LineFault =
  | { readonly of: 'word'; readonly fault: 'empty' | 'long' }
  | { readonly of: 'word'; readonly fault: 'twice'; readonly first: number }
  | { readonly of: 'code'; readonly fault: 'stateless' }

export type Faults = {
  readonly holdSeconds: boolean
  readonly designPpm: boolean
  /** An address is needed, and none is written; whether it can be one is the server's to say. */
  readonly address: boolean
  /** A dictionary is needed, and none is chosen. */
  readonly dictionary: boolean
  /** By the key of the line. */
  readonly lines: ReadonlyMap<number, LineFault>
}

const { holdSeconds: longestHold, wordLength } = connectionLimits

/** What has to be right before the form is sent. */
export function faultsOf(entered: Entered): Faults {
  const hold = numberOf(entered.holdSeconds)
  const design = numberOf(entered.designPpm)
  const { hasDictionary, isDictionaryRequired, isAddressRequired } =
    connectorForms[entered.connector]
  return {
    holdSeconds:
      hold === undefined ||
      (hold !== null && !(Number.isInteger(hold) && hold >= 1 && hold <= longestHold)),
    designPpm: design === undefined || (design !== null && !(design > 0 && design <= 1e6)),
    address: isAddressRequired && entered.address.trim() === '',
    dictionary: isDictionaryRequired && entered.dictionary === null,
    lines: hasDictionary && entered.dictionary === 'own' ? lineFaults(entered.table) : new Map(),
  }
}

function lineFaults(table: readonly TableLine[]): Map<number, LineFault> {
  const faults = new Map<number, LineFault>()
  const seen = new Map<string, number>()
  table.forEach(({ key, word, code }, index) => {
    const text = word.trim()
    const first = seen.get(text)
    if (text === '') faults.set(key, { of: 'word', fault: 'empty' })
    else if (text.length > wordLength) faults.set(key, { of: 'word', fault: 'long' })
    else if (first !== undefined) faults.set(key, { of: 'word', fault: 'twice', first })
    else if (code === null) faults.set(key, { of: 'code', fault: 'stateless' })
    if (first === undefined) seen.set(text, index + 1)
  })
  return faults
}

export const isRight = ({ holdSeconds, designPpm, address, dictionary, lines }: Faults) =>
  !holdSeconds && !designPpm && !address && !dictionary && lines.size === 0

/** The fields of the call. What the connector has no use for is not sent. */
export function bodyOf(entered: Entered) {
  const { address, hasDictionary } = connectorForms[entered.connector]
  const typed = entered.address.trim()
  return {
    door: entered.connector,
    address: address === null || typed === '' ? null : typed,
    dictionary: hasDictionary ? dictionaryOf(entered) : null,
    holdSeconds: numberOf(entered.holdSeconds) ?? null,
    designPpm: numberOf(entered.designPpm) ?? null,
    ...(entered.connector === 'opcua' && { opcUa: signInOf(entered) }),
  }
}

/** A password that is not sent stays as it is; one without a user name is none. */
function signInOf({ security, userName, password }: Entered) {
  const name = userName.trim()
  return {
    security,
    userName: name === '' ? null : name,
    ...(name !== '' && password !== '' && { password }),
  }
}

/** What the form says of the password: a stored one is for the stored address and user alone. */
export function passwordWords(entered: Entered, stored: MachineConnectionWire) {
  if (entered.userName.trim() === '') return 'noUser'
  if (!stored.opcUa?.hasPassword) return 'none'
  const isSame =
    entered.address.trim() === stored.address && entered.userName.trim() === stored.opcUa.userName
  return isSame ? 'stored' : 'again'
}

function dictionaryOf({ dictionary, table }: Entered) {
  if (dictionary !== 'own') return dictionary
  return Object.fromEntries(
    table.flatMap(({ word, code }) => (code === null ? [] : [[word.trim(), code]])),
  )
}

/** Whether the form says something else than what is stored. */
export function isChanged(entered: Entered, stored: MachineConnectionWire): boolean {
  return JSON.stringify(bodyOf(entered)) !== JSON.stringify(bodyOf(enteredOf(stored)))
}

/** The connection as the form says it, saved or not: lines to paste are those of what is chosen. An address that is missing is an example. */
export function chosenConnection(
  entered: Entered,
  stored: MachineConnectionWire,
): MachineConnectionWire {
  const { door, address, dictionary, holdSeconds } = bodyOf(entered)
  const { isAddressRequired, example } = connectorForms[door]
  const shown = address === null && isAddressRequired ? example : address
  return { ...stored, door, address: shown, dictionary, holdSeconds }
}

/** What sends a first record by a connection. */
export function sendingMachine(stored: MachineConnectionWire) {
  const { serialNo, door, address } = stored
  const dictionary: Dictionary = stored.dictionary
  return { serialNo, door: isConnector(door) ? door : 'http', address, dictionary } as const
}

/** A person who waits for the first record sees it within this time; afterwards what comes is looked at less often. */
const waitingMs = 1_000
const arrivingMs = 2_500
/** A server that is read, and one that is tried again at most a minute apart. */
const foundMs = 5_000

/** A person looks at the light until it is green. */
const waits = ['waiting', 'wrong'] as const

export const connectionQueries = {
  of: (id: number) =>
    queryOptions({
      queryKey: ['panel', 'connection', id],
      queryFn: ({ signal }) => call(machineConnection, { params: { id } }, signal),
    }),
  messages: (id: number) =>
    queryOptions({
      queryKey: ['panel', 'connection', id, 'messages'],
      queryFn: ({ signal }) => call(connectionMessages, { params: { id } }, signal),
      refetchInterval: ({ state }) =>
        waits.some((light) => light === (state.data?.light ?? 'waiting')) ? waitingMs : arrivingMs,
    }),
  found: (id: number) =>
    queryOptions({
      queryKey: ['panel', 'connection', id, 'found'],
      queryFn: ({ signal }) => call(connectionFound, { params: { id }, query: {} }, signal),
      refetchInterval: ({ state }) =>
        (state.data?.found?.status ?? 'connecting') === 'connecting' ? waitingMs : foundMs,
    }),
}
