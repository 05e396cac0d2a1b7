import { endpoint, instant } from '../endpoint.ts'
import { z } from '../z.ts'
import { readOpcUaAddress } from './opcUaAddress.ts'
import { byId, text } from './panelParts.ts'

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

export const opcUaSettingsAnswer = z.object({
  security,
  userName: z.string().nullable(),
  hasPassword: z.boolean().describe('The password itself is in no answer'),
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

export const connectionFound = endpoint({
  method: 'GET',
  path: '/api/admin/machine/:id/connection/found',
  summary:
    'What the OPC UA client of a machine has found at the server that is set; with again=yes it tries at once when it waits, and answers after 10 s at most',
  params: byId,
  query: z.object({ again: z.enum(['yes', 'no']).default('no') }),
  answer: z.object({
    found: opcUaFoundWire.nullable().describe('null: this machine is not read by OPC UA'),
  }),
})
