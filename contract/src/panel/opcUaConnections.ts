import { endpoint, instant } from '../endpoint.ts'
import { z } from '../z.ts'
import { byId, done, edited, text } from './panelParts.ts'

/** The address of an OPC UA server, and which of its PackML objects is meant. */
export type OpcUaAddress = {
  readonly endpointUrl: string
  readonly host: string
  readonly port: number
  /** Names below Objects, or the last of them; empty: the only PackML object of the server. */
  readonly path: readonly string[]
}

/** The registered port of OPC UA. */
const usualPort = 4840

/** Reads `opc.tcp://host:port/path#Hall 2/Line 4`; undefined when it is none. */
export function readOpcUaAddress(address: string): OpcUaAddress | undefined {
  const [endpoint = '', object, more] = address.split('#')
  if (more !== undefined || object === '' || /\p{Cc}|\p{Cf}/u.test(address)) return undefined
  const read = /^opc\.tcp:\/\/(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?(\/[^\s?]*)?$/i.exec(endpoint)
  if (!read) return undefined
  const [, host = '', port, below = ''] = read
  const path = object?.split('/') ?? []
  const portNumber = Number(port ?? usualPort)
  if (path.includes('') || portNumber < 1 || portNumber > 65_535) return undefined
  return {
    endpointUrl: `opc.tcp://${host}:${portNumber}${below}`,
    host: host.replace(/^\[|\]$/g, ''),
    port: portNumber,
    path,
  }
}

export const opcUaLimits = { userName: 200, password: 200 } as const

export const opcUaSecurities = ['strongest', 'none', 'sign', 'signAndEncrypt'] as const

const security = z
  .enum(opcUaSecurities)
  .describe('strongest: what the server offers, but never without any; none: in clear')

/** What a connection by OPC UA needs besides its address. */
export const opcUaSettings = z.object({
  security: security.default('strongest'),
  userName: text.min(1).max(opcUaLimits.userName).nullish().describe('null: anonymous'),
  password: z
    .string()
    .max(opcUaLimits.password)
    .nullish()
    .describe('Left out: as it is, as long as address and user name stay. It is in no answer'),
})

const certificate = z.object({
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the whole certificate'),
  subject: z.string(),
  validFrom: instant,
  validTo: instant,
})

export const opcUaSettingsAnswer = z.object({
  security,
  userName: z.string().nullable(),
  hasPassword: z.boolean().describe('The password itself is in no answer'),
  trusted: certificate
    .nullable()
    .describe('The certificate of the server that a person trusts; it goes with the address'),
})

/** What is wrong with the address of an OPC UA server; undefined for a good one. */
export function faultOfOpcUaAddress(given: string): string | undefined {
  return readOpcUaAddress(given) === undefined
    ? 'An address of OPC UA is opc.tcp://host:4840/path, with # and the names of the object where the server has several machines.'
    : undefined
}

/** Why a server is not read. */
export const opcUaFaults = [
  'addressNotAllowed',
  'unreachable',
  'noSecurity',
  'certificateUnknown',
  'certificateExpired',
  'passwordInClear',
  'signInRefused',
  'noPackML',
  'severalMachines',
  'machineNotThere',
  'tooLarge',
  'lost',
  'failed',
] as const
export type OpcUaFault = (typeof opcUaFaults)[number]

/** What the client of a machine has found at its server (D46). */
export const opcUaFoundWire = z.object({
  status: z
    .enum(['connecting', 'served', 'stale', 'waiting'])
    .describe('stale: the server does not know the state of the machine; waiting: until retryAt'),
  since: instant.describe('Since when it has this status'),
  retryAt: instant.nullable(),
  fault: z
    .object({ reason: z.enum(opcUaFaults), detail: z.string().describe('What to do about it') })
    .nullable()
    .describe('Why the last attempt failed'),
  security: z
    .object({ mode: z.string(), policy: z.string() })
    .nullable()
    .describe('How the connection is protected'),
  certificate: certificate
    .extend({
      trusted: z
        .enum(['person', 'file'])
        .nullable()
        .describe('By a person, or by a file of the data directory; null: it is not trusted'),
    })
    .nullable()
    .describe('That the server showed last; null: none yet, or security is none'),
  server: z.string().nullable().describe('What the server calls itself'),
  machines: z
    .array(z.string())
    .describe('Every PackML object of the server, as it is written after the # of an address'),
  machine: z.string().nullable().describe('The one that is read'),
  parts: z
    .array(z.object({ name: z.string(), isThere: z.boolean() }))
    .describe('The optional variables that are understood, and whether this server has them'),
  alarms: z
    .enum(['conditions', 'array', 'none'])
    .nullable()
    .describe('Where alarms come from: alarm conditions, the array Admin.Alarm, nowhere'),
  clockAheadMs: z.number().nullable().describe('The clock of the server against ours'),
})
export type OpcUaFoundWire = z.output<typeof opcUaFoundWire>

export const connectionFound = endpoint('GET', '/api/admin/machine/:id/connection/found', {
  summary:
    'What the OPC UA client of a machine has found at the server that is set; with again=yes it tries at once when it waits, and answers after 10 s at most',
  params: byId,
  query: z.object({ again: z.enum(['yes', 'no']).default('no') }),
  answer: z.object({
    found: opcUaFoundWire.nullable().describe('null: this machine is not read by OPC UA'),
  }),
})

const certificatePath = '/api/admin/machine/:id/connection/certificate'

export const trustCertificate = endpoint('POST', certificatePath, {
  summary:
    'Trust the certificate that the OPC UA server of a machine shows, after its fingerprint was compared with the one that the server itself says; the server is connected to again',
  params: byId,
  body: z
    .object({ fingerprint: certificate.shape.fingerprint })
    .meta({ examples: [{ fingerprint: '0'.repeat(64) }] }),
  answer: done,
})
export const distrustCertificate = endpoint('DELETE', certificatePath, {
  summary: 'No longer trust the certificate that a person trusted; the server is not read then',
  params: byId,
  answer: done,
})

/** The state dictionaries that have a name (D45). */
export const namedDictionaries = ['iso-tr88', 'libremfg', 'tmc'] as const

/** What the state numbers of a machine say; decision 45 has the rules. */
export const dictionaryVerdicts = ['watching', 'tied', 'none', 'found', 'words'] as const

const count = z.number().int()

/** What is known about the state dictionary of a machine. */
export const dictionaryFinding = z.object({
  inUse: z
    .enum(namedDictionaries)
    .nullable()
    .describe('The named dictionary that it is read with; null: a table of its own'),
  verdict: z
    .enum(dictionaryVerdicts)
    .describe(
      'watching: too few different transitions yet; tied: two dictionaries explain them alike; none: none does; found: one does; words: it names its states, its numbers are not read',
    ),
  proposal: z.enum(namedDictionaries).nullable().describe('Where one was found'),
  pairs: count.describe(
    'Different transitions of its numbers since the start of the server, up to 100',
  ),
  scores: z
    .array(
      z.object({
        dictionary: z.enum(namedDictionaries),
        legal: count.describe('Transitions that PackML has, read with this dictionary'),
        of: count.describe('Transitions, each kind counted up to three times'),
      }),
    )
    .describe('The best one first'),
  isProvisional: z
    .boolean()
    .describe('Its figures rest on a named dictionary that no person has confirmed yet'),
  confirmedAt: instant.nullable().describe('null: no person has confirmed it yet'),
  confirmedBy: z
    .string()
    .nullable()
    .describe('User name; null where it was in use before a person could confirm it'),
})
export type DictionaryFindingWire = z.output<typeof dictionaryFinding>

export const confirmDictionary = endpoint('POST', '/api/admin/machine/:id/dictionary', {
  summary:
    'Confirm the named state dictionary of a machine that is read by PackML; another one than before counts from its next message on',
  params: byId,
  body: z
    .object({
      dictionary: z.enum(namedDictionaries).describe('The one that is right'),
      ...edited,
    })
    .meta({ examples: [{ dictionary: 'libremfg' }] }),
  answer: done,
})
