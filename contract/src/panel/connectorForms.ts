import type { connectors } from './connections.ts'

type Connector = (typeof connectors)[number]

/** A tag or record that a machine would publish first, below its address. */
type FirstMessage = { readonly topic: string; readonly payload: string }

/** What the screen of a connection shows of a connector: a new one is a row here. */
export type ConnectorForm = {
  readonly name: string
  /** Where its records stand, under its name. */
  readonly below: string
  /** What its address is called; null: it has none. */
  readonly address: 'topicPrefix' | 'edgeNode' | 'endpoint' | null
  readonly isAddressRequired: boolean
  readonly example: string
  readonly hasDictionary: boolean
  /** Without one the names of the standard are read. */
  readonly isDictionaryRequired: boolean
  /** What a person does to connect it: pastes a line, sets a gateway, or nothing, because Packboard reads the machine. */
  readonly connects: 'line' | 'gateway' | 'reading'
  /** What the pasted line publishes below the address; null: our own JSON. */
  readonly first: ((dictionary: Dictionary) => FirstMessage) | null
}

export type Dictionary = string | Readonly<Record<string, number>> | null

export const connectorForms: Readonly<Record<Connector, ConnectorForm>> = {
  http: {
    name: 'HTTP',
    below: 'POST /api/ingest/records',
    address: null,
    isAddressRequired: false,
    example: '',
    hasDictionary: false,
    isDictionaryRequired: false,
    connects: 'line',
    first: null,
  },
  mqttJson: {
    name: 'MQTT JSON',
    below: 'packboard/…/sample',
    address: 'topicPrefix',
    isAddressRequired: false,
    example: 'plant/hall 2/line 4',
    hasDictionary: false,
    isDictionaryRequired: false,
    connects: 'line',
    first: null,
  },
  packmlTags: {
    name: 'PackML tags',
    below: '…/Status/StateCurrent',
    address: 'topicPrefix',
    isAddressRequired: true,
    example: 'plant/hall 2/line 4',
    hasDictionary: true,
    isDictionaryRequired: true,
    connects: 'line',
    first: firstTag,
  },
  sparkplug: {
    name: 'Sparkplug B',
    below: 'spBv1.0/…/DDATA/…',
    address: 'edgeNode',
    isAddressRequired: true,
    example: 'Plant 1/Edge 4/Wrapper',
    hasDictionary: true,
    isDictionaryRequired: true,
    connects: 'gateway',
    first: null,
  },
  opcua: {
    name: 'OPC UA',
    below: 'opc.tcp://…:4840',
    address: 'endpoint',
    isAddressRequired: true,
    example: 'opc.tcp://192.168.1.20:4840',
    hasDictionary: true,
    isDictionaryRequired: false,
    connects: 'reading',
    first: null,
  },
}

const execute = 10
/** The number of Execute in each named dictionary. */
const executeOf: Readonly<Record<string, string>> = { 'iso-tr88': '6', libremfg: '6', tmc: '4' }

/** The state Execute as this machine says it; of an own table without it, the first line. */
function firstTag(dictionary: Dictionary): FirstMessage {
  const table = typeof dictionary === 'string' || dictionary === null ? {} : dictionary
  const lines = Object.entries(table)
  const [own] = lines.find(([, code]) => code === execute) ?? lines[0] ?? []
  const named = typeof dictionary === 'string' ? executeOf[dictionary] : undefined
  const payload = own ?? named ?? 'Execute'
  const tag = /^-?\d+$/.test(payload) ? 'StateCurrent' : 'StateCurrentStr'
  return { topic: `Status/${tag}`, payload }
}
