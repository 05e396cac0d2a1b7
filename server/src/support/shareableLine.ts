import { isIP } from 'node:net'
import { z } from 'zod'
import { settingKeys } from '../config.ts'
import { isLoopback } from '../http/connections.ts'

/** A word of the code, never of a customer: an event, a table, a code of the catalogue. */
const word = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/
const requestId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Fields of the log that hold text of the code alone, and the form that it has. */
const texts: Readonly<Record<string, RegExp>> = {
  level: word,
  time,
  event: word,
  code: word,
  method: /^[A-Z]{1,10}$/,
  // As the code declares it: with names of parameters, without their values.
  route: /^[\w/:.*-]{1,128}$/,
  question: word,
  table: word,
  outcome: word,
  channel: word,
  why: word,
  fault: word,
  signal: word,
  requestId,
}

/** Numbers and flags that name nobody: times, counts, sizes, numbers of rows. */
const numbers = new Set([
  ...['status', 'ms', 'user', 'client', 'clientId', 'machineId', 'deviceId', 'userId', 'actorId'],
  ...['cell', 'cells', 'cellId', 'month', 'months', 'hours', 'rows', 'gone', 'entries', 'version'],
  ...['restarts', 'missed', 'backOffMs', 'tookMs', 'pid', 'demo', 'mqttPort', 'mqttTlsPort'],
  ...['identityProvider', 'sessions'],
  ...['outbox', 'hook', 'tried', 'nextMs'],
  ...['freeBytes', 'totalBytes', 'retryAfter', 'attempt', 'records', 'bytes'],
])

const failure = z.looseObject({
  type: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
  code: z.unknown().optional(),
})

const fields = z.record(z.string(), z.unknown())

/**
 * A line of the log as it may leave the installation: what is known to be text of the code, numbers, and of an error its type,
 * its code and where it happened. All else is left out, also what a later version of Packboard adds: messages of errors quote
 * names, values and addresses. The message of a line itself is constant text (`house/logs.test.ts`).
 */
export function shareableLine(line: string): Record<string, unknown> | undefined {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return undefined
  }
  const parsed = fields.safeParse(read)
  if (!parsed.success) return undefined
  const shared: Record<string, unknown> = {}
  const leftOut: string[] = []
  for (const [name, value] of Object.entries(parsed.data)) {
    if (name === 'msg' || name === 'err') continue
    const form = texts[name]
    if (typeof value === 'string' && form?.test(value)) shared[name] = value
    else if (numbers.has(name) && (typeof value === 'number' || typeof value === 'boolean')) {
      shared[name] = value
    } else leftOut.push(name)
  }
  const { msg, err, code } = parsed.data
  // Of a failed call the message is that of the catalogue, or quotes the caller: its code says the same. Without words of its own
  // a line has the message of its error.
  const said = failure.safeParse(err).data
  const quotes =
    code !== undefined || (said?.message !== undefined && String(msg).includes(said.message))
  if (typeof msg === 'string' && !quotes) shared.msg = msg
  if (said) shared.err = shareableError(said)
  const names = leftOut.filter((name) => word.test(name))
  if (names.length > 0) shared.leftOut = names
  return shared
}

/** The type, the code and the places of the code; paths from the folder of Packboard on. */
function shareableError({ type, stack, code }: z.output<typeof failure>) {
  const places = (stack ?? '').split('\n').flatMap((line) => {
    const place =
      /((?:node_modules|server|telemetry|management|ingest|engines|model|contract)\/[\w@./-]+:\d+:\d+)\)?$/.exec(
        line,
      ) ?? /(node:[\w/]+:\d+:\d+)\)?$/.exec(line)
    return /^\s+at /.test(line) && place?.[1] ? [place[1]] : []
  })
  return {
    ...(type !== undefined && word.test(type) && { type }),
    ...((typeof code === 'number' || (typeof code === 'string' && word.test(code))) && { code }),
    at: places.slice(0, 12),
  }
}

/** Settings whose value is a number, a choice or a switch. All others say whether they are set. */
const shown = new Set([
  ...['PORT', 'MQTT_PORT', 'MQTT_TLS_PORT', 'PLAIN_ON_LAN', 'ROLE', 'CELLS', 'SIGNUP'],
  ...[
    'DISTRIBUTOR_SEES',
    'PASSWORD_MIN_LENGTH',
    'MFA',
    'LOG_LEVEL',
    'KEEP_RAW_DAYS',
    'KEEP_MINUTE_DAYS',
  ],
  ...['KEEP_AUDIT_DAYS', 'DEVICE_MB_PER_DAY', 'QUARANTINE_RECORDS', 'QUARANTINE_MB'],
])
/** Choices and numbers: nothing that a person wrote freely. */
const plain = /^[a-z0-9]{1,12}$/

/**
 * The settings of this process as they may leave the installation: no name, address, path or secret. A setting that a later
 * version adds says only whether it is set.
 */
export function shareableSettings(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(settingKeys.map((key) => [key, said(key, env[key] ?? '')]))
}

function said(key: string, value: string): string {
  if (value === '') return 'default'
  if (shown.has(key)) return plain.test(value) ? value : 'set'
  if (key === 'HOST' || key === 'MQTT_HOST') return hostSaid(value)
  if (key === 'TRUST_PROXY') {
    return value === 'off' ? value : `set, ${value.split(',').length} addresses or networks`
  }
  const [, protocol] = /^([a-z]{2,12}):\/\//.exec(value) ?? []
  return key.endsWith('_URL') && protocol ? `set, ${protocol}` : 'set'
}

/** Whether it listens on this machine alone, on one address or on all. */
function hostSaid(host: string): string {
  if (host === 'localhost' || isLoopback(host)) return 'this machine alone'
  if (host === '0.0.0.0' || host === '::') return 'all addresses'
  return isIP(host) ? 'one address' : 'a name'
}
