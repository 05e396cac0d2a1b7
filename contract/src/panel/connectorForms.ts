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
export function firstTag(dictionary: Dictionary): FirstMessage {
  const table = typeof dictionary === 'string' || dictionary === null ? {} : dictionary
  const lines = Object.entries(table)
  const [own] = lines.find(([, code]) => code === execute) ?? lines[0] ?? []
  const named = typeof dictionary === 'string' ? executeOf[dictionary] : undefined
  const payload = own ?? named ?? 'Execute'
  const tag = /^-?\d+$/.test(payload) ? 'StateCurrent' : 'StateCurrentStr'
  return { topic: `Status/${tag}`, payload }
}

/** A broker as a machine reaches it. */
export type Broker = {
  /** Null: the host of the page. */
  readonly host: string | null
  readonly port: number
  readonly isTls: boolean
}

/** Where an installation takes records. */
export type Reach = {
  /** Null: the address of the page. */
  readonly publicUrl: string | null
  /** Our own broker. */
  readonly broker: Broker & {
    /** Programs on the server itself reach it, and no others. */
    readonly isLoopback: boolean
  }
  /** The broker of the plant that is read as well; machines sign in there with its own accounts. */
  readonly externalBroker: Broker | null
}

export type SendingMachine = {
  readonly serialNo: string
  readonly door: (typeof connectors)[number]
  readonly address: string | null
  readonly dictionary: Dictionary
}

/** What a machine signs in with. */
export type Credential = { readonly name: string; readonly token: string }

/** Lines that send a first record of a machine, to be pasted as they are. */
export type SenderLines = {
  readonly curl: string
  readonly mosquitto: string
  /** A flow to import into Node-RED, as JSON. */
  readonly nodeRed: string
  /** The lines of MQTT go to the broker of the plant, whose account they need. */
  readonly isExternal: boolean
}

/** The lines of one machine. The screen, the manual and the tests take them from here. */
export function senderLines(
  machine: SendingMachine,
  credential: Credential,
  reach: Reach,
  pageUrl: string,
): SenderLines {
  const url = `${(reach.publicUrl ?? pageUrl).replace(/\/$/, '')}/api/ingest/records`
  const { topic, payload } = firstMessage(machine)
  const { isExternal, broker, host, account } = brokerOf(machine, credential, reach, url)
  return {
    curl: curlLine(machine, credential, url),
    mosquitto: [
      `mosquitto_pub -h ${host} -p ${broker.port}${broker.isTls ? ' --tls-use-os-certs' : ''}`,
      `  -u ${quoted(account.name)} -P ${quoted(account.token)} -q 1`,
      `  -t ${quoted(topic)} -m ${quoted(payload)}`,
    ].join(' \\\n'),
    nodeRed: JSON.stringify(
      machine.door === 'http'
        ? httpFlow(machine, credential, url)
        : mqttFlow(machine, { topic, payload }, { ...broker, host }, account),
    ),
    isExternal,
  }
}

/** The broker that a machine publishes to, and what it signs in with there. */
export function brokerOf(
  { address }: Pick<SendingMachine, 'address'>,
  credential: Credential,
  reach: Reach,
  pageUrl: string,
) {
  const isExternal = reach.externalBroker !== null && address !== null
  const broker = isExternal && reach.externalBroker ? reach.externalBroker : reach.broker
  const host = broker.host ?? new URL(reach.publicUrl ?? pageUrl).hostname.replace(/^\[|\]$/g, '')
  const account = isExternal ? { name: 'USER', token: 'PASSWORD' } : credential
  return { isExternal, broker, host, account }
}

/**
 * What the first record says: that the machine packs. No counter: the machine's own, which has run for years, would count as packs
 * since this one.
 */
const first = { state: 'Execute' } as const

function firstMessage({ serialNo, door, address, dictionary }: SendingMachine) {
  const own = connectorForms[door].first
  if (own && address !== null) {
    const { topic, payload } = own(dictionary)
    return { topic: `${address}/${topic}`, payload }
  }
  return { topic: `${address ?? `packboard/${serialNo}`}/sample`, payload: JSON.stringify(first) }
}

function curlLine({ serialNo }: SendingMachine, { name, token }: Credential, url: string): string {
  const record = JSON.stringify({ kind: 'sample', serialNo, time: 0, ...first })
  // The shell puts its time between two quoted pieces.
  const [before = '', after = ''] = record.split('"time":0')
  return [
    `curl -H ${quoted(`x-access-token: ${name}:${token}`)} -H 'content-type: application/json'`,
    `  -d ${quoted(`${before}"time":`)}$(date +%s000)${quoted(after)}`,
    `  ${url}`,
  ].join(' \\\n')
}

/** Of a shell; without quotes where none are needed. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

const tab = 'packboard-tab'
/** A flow begins with an inject node, which fires each 10 s. */
function beginning(serialNo: string, script: string) {
  return [
    { id: tab, type: 'tab', label: `Packboard ${serialNo}` },
    {
      ...{ id: 'packboard-clock', type: 'inject', z: tab, name: 'every 10 s', props: [] },
      ...{ repeat: '10', once: true, onceDelay: 1, x: 130, y: 80, wires: [['packboard-record']] },
    },
    {
      ...{ id: 'packboard-record', type: 'function', z: tab, name: 'record', func: script },
      ...{ outputs: 1, x: 300, y: 80, wires: [['packboard-send']] },
    },
  ]
}

function httpFlow({ serialNo }: SendingMachine, { name, token }: Credential, url: string) {
  const headers = JSON.stringify({ 'x-access-token': `${name}:${token}` })
  const record = JSON.stringify({ kind: 'sample', serialNo, ...first })
  const script = `msg.headers = ${headers};\nmsg.payload = { ...${record}, time: Date.now() };\nreturn msg;`
  return [
    ...beginning(serialNo, script),
    {
      ...{ id: 'packboard-send', type: 'http request', z: tab, name: 'Packboard', method: 'POST' },
      ...{ ret: 'obj', paytoqs: 'ignore', url, x: 470, y: 80, wires: [['packboard-answer']] },
    },
    {
      ...{ id: 'packboard-answer', type: 'debug', z: tab, name: 'answer', active: true },
      ...{ complete: 'payload', targetType: 'msg', x: 640, y: 80, wires: [] },
    },
  ]
}

function mqttFlow(
  { serialNo }: SendingMachine,
  { topic, payload }: { readonly topic: string; readonly payload: string },
  { host, port, isTls }: Broker & { readonly host: string },
  { name, token }: Credential,
) {
  const script = `msg.payload = ${JSON.stringify(payload)};\nreturn msg;`
  return [
    ...beginning(serialNo, script),
    {
      ...{ id: 'packboard-send', type: 'mqtt out', z: tab, name: 'Packboard', topic, qos: '1' },
      ...{ retain: 'false', broker: 'packboard-broker', x: 470, y: 80, wires: [] },
    },
    {
      ...{ id: 'packboard-broker', type: 'mqtt-broker', name: 'Packboard', broker: host },
      ...{ port: String(port), usetls: isTls, protocolVersion: '4', keepalive: '60' },
      ...{ cleansession: true, credentials: { user: name, password: token } },
    },
  ]
}

/** What a person enters in a gateway of Sparkplug B. */
export type GatewaySettings = {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly userName: string
  readonly password: string
  readonly group: string
  readonly edgeNode: string
  /** Null: the edge node itself is the machine. */
  readonly device: string | null
  /** It goes to the broker of the plant, whose account it needs. */
  readonly isExternal: boolean
}

/** The settings of the gateway of one machine, from its stored connection. */
export function gatewaySettings(
  machine: Pick<SendingMachine, 'address'>,
  credential: Credential,
  reach: Reach,
  pageUrl: string,
): GatewaySettings {
  const { isExternal, broker, host, account } = brokerOf(machine, credential, reach, pageUrl)
  const [group = '', edgeNode = '', device = null] = (machine.address ?? '').split('/')
  return {
    host,
    port: broker.port,
    isTls: broker.isTls,
    userName: account.name,
    password: account.token,
    group,
    edgeNode,
    device,
    isExternal,
  }
}
