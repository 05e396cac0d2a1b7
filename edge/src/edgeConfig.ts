import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { serialNo } from '@packboard/contract'
import { ConfigError, hosts, isLoopbackHost } from '@packboard/server/shared'
import { z } from 'zod'

/** A sender near the machines: with machines it may send for those alone. */
type LocalSender = {
  readonly name: string
  readonly token: string
  readonly machines?: readonly string[] | undefined
}

/** A machine whose dialect does not name it: the file says how it is read. */
export type EdgeMachineSetting = z.output<typeof machineSetting>

/** Every setting of an edge recorder, read once when it starts. */
export type EdgeConfig = {
  /** Of the central server, without a slash at its end. */
  readonly serverUrl: string
  /** `device:token` of a device of the central server. */
  readonly token: string
  readonly name: string
  readonly dir: string
  readonly host: string
  /** Names with a dot by which this machine is called, beside its own. */
  readonly hosts: readonly string[]
  readonly httpPort: number
  readonly mqttPort: number
  readonly mqttTlsPort: number
  /** Bound of the queue, in bytes of records. */
  readonly maxBytes: number
  /** Any sender that knows it may send for every machine. Without it and without named senders one is made. */
  readonly localToken: string | undefined
  /** Of the overview, from other machines than this one. */
  readonly password: string | undefined
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
  readonly senders: readonly LocalSender[]
  readonly machines: readonly EdgeMachineSetting[]
  /** Hosts of OPC UA servers that may be connected to; without it, all but the gateway itself. */
  readonly opcuaHosts: readonly string[] | undefined
  readonly logLevel: string
}

const port = (otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(otherwise)

const secret = () => z.string().min(16).max(256)
const path = () => z.string().min(1).max(4_096)

/** The schema of each key, and the text that corrects a wrong value. */
const settings = {
  EDGE_SERVER_URL: [
    z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, '')),
    'the address of the central server, such as https://packboard.example.com',
  ],
  EDGE_TOKEN: [
    z.string().regex(/^[^:\p{Cc}]{1,254}:\S{1,256}$/u),
    'name and token of a device of the central server with a colon in between, such as gateway:Jx…',
  ],
  EDGE_NAME: [
    z
      .string()
      .trim()
      .min(1)
      .max(80)
      .default(() => hostname().slice(0, 80) || 'edge'),
    'a name of up to 80 characters',
  ],
  EDGE_HOST: [
    z.string().min(1).max(253).default('127.0.0.1'),
    'an address to listen on, such as 127.0.0.1',
  ],
  EDGE_HOSTS: [
    z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.string().regex(/^[\w.-]{1,253}$/)).max(100))
      .default([]),
    'names of this machine with commas between, such as gateway.plant.example',
  ],
  // Not 8080: a gateway may also show the screens of a server.
  EDGE_HTTP_PORT: [port(8090), 'a whole number from 0 to 65535, such as 8090'],
  EDGE_MQTT_PORT: [port(1883), 'a whole number from 0 to 65535, such as 1883'],
  EDGE_MQTT_TLS_PORT: [port(8883), 'a whole number from 0 to 65535, such as 8883'],
  // 2 GB hold eleven million samples: a week of 90 machines with one each 5 s.
  EDGE_MAX_MB: [
    z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(1_000_000))
      .default(2_000),
    'a whole number of megabytes from 1 to 1000000, such as 2000',
  ],
  EDGE_OPCUA_HOSTS: [
    hosts.optional(),
    'names, addresses or networks of OPC UA servers, such as 127.0.0.1,10.1.0.0/16',
  ],
  EDGE_LOCAL_TOKEN: [secret().optional(), 'a secret of 16 to 256 characters'],
  EDGE_PASSWORD: [z.string().min(12).max(256).optional(), 'a password of 12 to 256 characters'],
  EDGE_TLS_CERT: [path().optional(), 'the file of a certificate in PEM'],
  EDGE_TLS_KEY: [path().optional(), 'the file of a private key in PEM'],
  PLAIN_ON_LAN: [z.enum(['on', 'off']).default('off'), 'on or off'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'one of trace, debug, info, warn, error, fatal, silent',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Key = keyof typeof settings
type Environment = Readonly<Record<string, string | undefined>>

const dictionary = z.union([
  z.enum(['iso-tr88', 'libremfg', 'tmc']),
  z.strictObject({
    numbers: z.record(z.string(), z.number().int()),
    names: z.record(z.string(), z.number().int()),
  }),
])
const topics = z.strictObject({ prefix: z.string().min(1).max(512), dictionary })
const machineSetting = z.strictObject({
  serialNo,
  /** How long its last sample is valid at the central server (D11): a third of it is the pause between empty samples. */
  holdSeconds: z.number().int().min(1).max(86_400).default(60),
  packml: topics.optional(),
  sparkplug: topics.optional(),
  opcua: z
    .strictObject({
      address: z.string().startsWith('opc.tcp://').max(512),
      dictionary,
      security: z.enum(['strongest', 'none', 'sign', 'signAndEncrypt']).default('strongest'),
      userName: z.string().max(254).nullable().default(null),
      password: z.string().max(256).nullable().default(null),
    })
    .optional(),
})
const fileShape = z.strictObject({
  settings: z.record(z.string(), z.string()).default({}),
  senders: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[^:\s]{1,254}$/),
        token: secret(),
        machines: z.array(serialNo).max(2_000).optional(),
      }),
    )
    .max(1_000)
    .default([]),
  machines: z.array(machineSetting).max(2_000).default([]),
})

/**
 * Reads the environment and the file `edge.json` of the folder (or of EDGE_FILE); the environment wins. Throws one
 * sentence for the first value that cannot be used.
 */
export function readEdgeConfig(env: Environment): EdgeConfig {
  const dir = resolve(env.EDGE_DIR || './edge')
  const file = readFile(env.EDGE_FILE || join(dir, 'edge.json'), Boolean(env.EDGE_FILE))
  for (const key of Object.keys(file.settings)) {
    if (!(key in settings)) throw new ConfigError(`edge.json: there is no setting ${key}.`)
  }
  const read = <K extends Key>(key: K): z.output<(typeof settings)[K][0]> => {
    const [schema, fix] = settings[key]
    const result = schema.safeParse(env[key] || file.settings[key] || undefined)
    // The schema of this key made it.
    if (result.success) return result.data as z.output<(typeof settings)[K][0]>
    throw new ConfigError(`${key} must be ${fix}.`)
  }
  const config = {
    serverUrl: read('EDGE_SERVER_URL'),
    token: read('EDGE_TOKEN'),
    name: read('EDGE_NAME'),
    dir,
    host: read('EDGE_HOST'),
    hosts: read('EDGE_HOSTS'),
    httpPort: read('EDGE_HTTP_PORT'),
    mqttPort: read('EDGE_MQTT_PORT'),
    mqttTlsPort: read('EDGE_MQTT_TLS_PORT'),
    maxBytes: read('EDGE_MAX_MB') * 1_000_000,
    localToken: read('EDGE_LOCAL_TOKEN'),
    password: read('EDGE_PASSWORD'),
    tlsCert: read('EDGE_TLS_CERT'),
    tlsKey: read('EDGE_TLS_KEY'),
    senders: file.senders,
    machines: file.machines,
    opcuaHosts: read('EDGE_OPCUA_HOSTS'),
    logLevel: read('LOG_LEVEL'),
  }
  check(config, read('PLAIN_ON_LAN') === 'on')
  return config
}

function readFile(name: string, isNamed: boolean): z.output<typeof fileShape> {
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isAbsent && !isNamed) return fileShape.parse({})
    throw new ConfigError(`The file ${name} cannot be read; correct EDGE_FILE or EDGE_DIR.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ConfigError(`The file ${name} is not JSON; correct it.`)
  }
  const parsed = fileShape.safeParse(value)
  if (parsed.success) return parsed.data
  // The path alone: a value may be a token.
  const where = parsed.error.issues[0]?.path.join('.') || 'its beginning'
  throw new ConfigError(`The file ${name} cannot be used at ${where}; docs/manual/edge.md has one.`)
}

/** Tokens and passwords must not cross a network in clear (D87). */
function check(config: EdgeConfig, plainOnLan: boolean) {
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined)) {
    throw new ConfigError('EDGE_TLS_CERT and EDGE_TLS_KEY belong together; set both or none.')
  }
  const server = new URL(config.serverUrl)
  if (server.protocol === 'http:' && !isLoopbackHost(server.hostname) && !plainOnLan) {
    throw new ConfigError(
      'EDGE_SERVER_URL must begin with https://, because the token would cross the network in clear; or set PLAIN_ON_LAN=on if the network is safe.',
    )
  }
  if (isLoopbackHost(config.host)) return
  if (config.tlsCert === undefined && !plainOnLan) {
    throw new ConfigError(
      'EDGE_HOST must be an address of this machine alone without TLS; set EDGE_TLS_CERT and EDGE_TLS_KEY, or PLAIN_ON_LAN=on if the network is safe.',
    )
  }
}

/** The keys of the environment that an edge recorder reads, with EDGE_DIR and EDGE_FILE. */
export const edgeSettingKeys: readonly string[] = [
  'EDGE_DIR',
  'EDGE_FILE',
  ...Object.keys(settings),
]
