import { machineStates, quarantineReasons } from '@packboard/model'
import { endpoint, instant } from '../endpoint.ts'
import { stateCodes } from '../filter.ts'
import { quarantineAdvice } from '../quarantine.ts'
import { z } from '../z.ts'
import {
  dictionaryFinding,
  faultOfOpcUaAddress,
  namedDictionaries,
  opcUaSettings,
  opcUaSettingsAnswer,
} from './opcUaConnections.ts'
import { byId, done, edited, text, version } from './panelParts.ts'

/** Limits of what a connection may say. */
export const connectionLimits = {
  addressLength: 200,
  dictionaryWords: 200,
  wordLength: 64,
  holdSeconds: 86_400,
} as const

/** The connectors that a machine can be set to send by (D44). */
export const connectors = ['http', 'mqttJson', 'packmlTags', 'sparkplug', 'opcua'] as const

const dictionary = z
  .union([z.enum(namedDictionaries), z.record(z.string(), z.number())])
  .describe('Named, or an own table: a name or a number of the machine and its state code')
const holdSeconds = z
  .number()
  .int()
  .min(1)
  .max(connectionLimits.holdSeconds)
  .describe('How long a sample is valid; null: as its machine type. Counts for all records')
const designPpm = z
  .number()
  .positive()
  .max(1e6)
  .describe('Packs per minute; null: as its machine type. Counts for all records')
const address = text
  .max(connectionLimits.addressLength)
  .describe(
    'What stands before the topics of the machine, like `plant/hall/line`; of Sparkplug B `group/edge node` or `group/edge node/device`; of OPC UA `opc.tcp://host:4840/path#object`',
  )

const broker = {
  host: z.string().nullable().describe('null: the host of the page'),
  port: z.number().int(),
  isTls: z.boolean(),
}
/** Where this installation takes records. */
const reach = z.object({
  publicUrl: z.string().nullable().describe('null: the address of the page'),
  broker: z.object({
    ...broker,
    isLoopback: z.boolean().describe('Only programs on the server itself reach it'),
  }),
  externalBroker: z
    .object(broker)
    .nullable()
    .describe('The broker of the plant that is read as well'),
})

export const machineConnection = endpoint('GET', '/api/admin/machine/:id/connection', {
  summary: 'How a machine sends, and what counts for it',
  params: byId,
  answer: z.object({
    serialNo: z.string(),
    clientName: z.string(),
    machineTypeName: z.string(),
    lineName: z.string(),
    door: z.enum(connectors).describe('By which way it sends'),
    address: z.string().nullable(),
    dictionary: z.union([z.string(), z.record(z.string(), z.number())]).nullable(),
    opcUa: opcUaSettingsAnswer.nullable().describe('Of a machine that is read by OPC UA'),
    tokenMadeAt: instant
      .nullable()
      .describe('When the present token of the device that is named like it was made; null: none'),
    holdSeconds: z.number().nullable().describe('null: as its machine type'),
    designPpm: z.number().nullable().describe('null: as its machine type'),
    ofType: z
      .object({ holdSeconds: z.number(), designPpm: z.number().nullable() })
      .describe('What its machine type says'),
    reach: reach.describe('Where this installation takes records'),
    version,
  }),
})
export type MachineConnectionWire = z.output<typeof machineConnection.answer>

const recentMessage = z.object({
  no: z.number().int().describe('Counts up'),
  receivedAt: instant,
  source: z
    .string()
    .describe('The way it came: http, mqttJson, packmlTags, sparkplug, opcua, mqtt'),
  topic: z.string().nullable().describe('Of a message of MQTT or Sparkplug B'),
  raw: z
    .string()
    .describe('As it came, up to 500 characters; of Sparkplug B its metrics as name = value'),
  isCut: z.boolean().describe('It was longer'),
  timeOfMessage: z
    .boolean()
    .describe(
      'Of Sparkplug B: the time of its metrics stood still, so its record has the time of the message',
    ),
  became: z
    .enum(['stored', 'duplicate', 'late', 'conflicting', 'quarantined'])
    .describe('Late and conflicting ones are stored, too; a duplicate was there already'),
  why: z
    .object({
      reason: z.enum(quarantineReasons),
      detail: z.string(),
      advice: quarantineAdvice,
      mend: z.string().describe('The same as a sentence'),
    })
    .nullable()
    .describe('Of a quarantined one'),
})
export type RecentMessageWire = z.output<typeof recentMessage>

export const connectionMessages = endpoint('GET', '/api/admin/machine/:id/connection/recent', {
  summary:
    'The last ten messages of a machine as they came, newest first, and what became of each; those of its own device that name no machine are among them; and what its state numbers say about its dictionary',
  params: byId,
  answer: z.object({
    since: instant.describe('They are in memory: since then, when the records were opened'),
    light: z
      .enum(['waiting', 'good', 'late', 'quiet', 'wrong'])
      .describe(
        'waiting: nothing ever came; good: accepted within the hold limit, or its session lives; late: so are the three newest, or what arrives is older than the hold limit; quiet: the hold limit is over or its session ended, as in Data Sources; wrong: the newest message was not accepted',
      ),
    goodAt: instant
      .nullable()
      .describe('When the newest accepted one came; after a restart the time in its newest sample'),
    refused: z
      .number()
      .int()
      .describe('Records of the last 24 hours that were not accepted; 0 while the light is good'),
    refusedSignIns: z
      .array(z.object({ at: instant, address: z.string() }))
      .describe(
        'Where a sign-in under the name of the machine was refused in the last 24 hours, newest first, at most three',
      ),
    finding: dictionaryFinding
      .nullable()
      .describe('What its state numbers say about its dictionary; null: it has none'),
    messages: z.array(recentMessage),
  }),
})

export type ConnectionLight = z.output<typeof connectionMessages.answer>['light']

type Fields = {
  readonly door: (typeof connectors)[number]
  readonly address?: string | null | undefined
  readonly dictionary?: string | Readonly<Record<string, number>> | null | undefined
  readonly opcUa?: z.output<typeof opcUaSettings> | null | undefined
}
type Issue = (field: string, message: string) => void

/** What topics of machines are called: an address that holds such a word would be inside another machine's. */
const reserved = new Set(['status', 'admin', 'command', 'sample', 'alarm', 'audit'])

/** Why an address cannot be one; undefined for a good one. */
function faultOfAddress(given: string): string | undefined {
  if (/[+#\p{Cc}\p{Cf}]/u.test(given)) return 'An address has no + and no #.'
  if (given.startsWith('$')) return 'An address does not begin with $.'
  const levels = given.split('/')
  if (levels.includes('')) return 'An address has a name between two slashes, and none at its ends.'
  if (levels[0]?.toLowerCase().startsWith('spbv')) return 'spBv1.0/ belongs to Sparkplug B.'
  if (levels[0] === 'packboard') return 'packboard/ belongs to the machines that send our own JSON.'
  const word = levels.find((level) => reserved.has(level.toLowerCase()))
  return word === undefined ? undefined : `${word} is the name of a topic, not of a place.`
}

/** Why an address is no edge node of Sparkplug B or device of one; undefined for a good one. */
function faultOfEdge(given: string): string | undefined {
  if (/[+#\p{Cc}\p{Cf}]/u.test(given)) return 'An address has no + and no #.'
  const levels = given.split('/')
  if (levels.includes('')) return 'An address has a name between two slashes, and none at its ends.'
  if (levels.length < 2 || levels.length > 3) {
    return 'Sparkplug B needs the address group/edge node, or group/edge node/device.'
  }
  return levels[0] === 'STATE' ? 'No group of Sparkplug B is called STATE.' : undefined
}

const isCode = (code: number) => machineStates.some((state) => state.code === code)

function checkDictionary(table: Readonly<Record<string, number>>, issue: Issue) {
  const lines = Object.entries(table)
  const { dictionaryWords, wordLength } = connectionLimits
  if (lines.length === 0 || lines.length > dictionaryWords) {
    issue('dictionary', `An own table has 1 to ${dictionaryWords} lines.`)
  }
  for (const [word, code] of lines) {
    if (word.trim() === '' || word.length > wordLength) {
      issue('dictionary', `A name has 1 to ${wordLength} characters.`)
    } else if (!isCode(code)) issue('dictionary', `Line "${word} = ${code}": ${stateCodes}.`)
  }
}

/** What a connector needs and what it has no use for. */
export function checkConnection({ door, address, dictionary, opcUa }: Fields, issue: Issue) {
  const faultOf =
    door === 'sparkplug' ? faultOfEdge : door === 'opcua' ? faultOfOpcUaAddress : faultOfAddress
  const fault = address ? faultOf(address) : undefined
  if (fault !== undefined) issue('address', fault)
  if (door === 'http' && address) issue('address', 'A machine that sends by HTTP has no address.')
  if (door === 'packmlTags') {
    if (!address) issue('address', 'PackML tags need the address that stands before Status.')
    // PackML numbers are not portable, so there is no default (D45).
    if (!dictionary) issue('dictionary', 'PackML tags need a state dictionary.')
  } else if (door === 'sparkplug') {
    if (!address)
      issue('address', 'Sparkplug B needs the address group/edge node, or with /device.')
    if (!dictionary) issue('dictionary', 'Sparkplug B needs a state dictionary.')
  } else if (door === 'opcua') {
    if (!address) issue('address', 'OPC UA needs the address of the server, opc.tcp://host:4840.')
    if (opcUa?.password && !opcUa.userName) issue('opcUa', 'A password needs a user name.')
  } else if (dictionary) {
    issue('dictionary', 'Only PackML is read with a dictionary; our own JSON has our codes.')
  }
  if (opcUa && door !== 'opcua') issue('opcUa', 'Only OPC UA is signed in to.')
  if (typeof dictionary === 'object' && dictionary) checkDictionary(dictionary, issue)
}

const wayFields = {
  door: z
    .enum(connectors, {
      error: `This door does not exist yet; there are ${connectors.join(', ')}.`,
    })
    .describe('By which way it sends'),
  address: address.nullish(),
  dictionary: dictionary.nullish(),
}

/** How a machine that is added sends from its first record on. */
export const newConnection = z.object(wayFields).superRefine((way, context) => {
  checkConnection(way, (field, message) =>
    context.addIssue({ code: 'custom', path: [field], message }),
  )
})

export const updateConnection = endpoint('PUT', '/api/admin/machine/:id/connection', {
  summary: 'Set how a machine sends, and what counts for it; what is left out is not set',
  params: byId,
  body: z
    .object({
      ...wayFields,
      opcUa: opcUaSettings.nullish().describe('Of OPC UA: how its server is signed in to'),
      holdSeconds: holdSeconds.nullish(),
      designPpm: designPpm.nullish(),
      ...edited,
    })
    .superRefine((body, context) => {
      checkConnection(body, (field, message) =>
        context.addIssue({ code: 'custom', path: [field], message }),
      )
    })
    .meta({
      examples: [
        {
          door: 'packmlTags',
          address: 'plant/hall 2/line 4',
          dictionary: { Run: 11, '4': 9 },
          holdSeconds: 300,
        },
      ],
    }),
  answer: done,
})

export const machineToken = endpoint('POST', '/api/admin/machine/:id/token', {
  summary:
    'Make a token for a machine: of the device named like it, which is added where there is none',
  params: byId,
  answer: z.object({
    message: z.string(),
    name: z.string().describe('Name of the device'),
    token: z
      .string()
      .describe(
        'The answer is the only place that ever shows it; sent as x-access-token: NAME:TOKEN',
      ),
    oldUntil: instant.nullable().describe('Until then the credential before is valid as well'),
  }),
})
