import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { factorModes, type LimitName, limitRanges, rawRetentionDays } from '@packboard/model'
import type { KeepDays } from '@packboard/telemetry/store'
import { z } from 'zod'
import { ConfigError, hosts, keyFileName } from './program/settings.ts'

/** A link at the foot of every page; neutral until the provider sets its own (D56). */
type ProviderLink = { readonly label: string; readonly href: string }

/** Every setting of a Packboard server, read once when it starts; undefined where it is not set. */
export type Config = Readonly<ReturnType<typeof readConfig>>

/** How many days data is kept (D53): raw records, the minutes made of them, the audit log. */
type KeptDays = { readonly raw: number; readonly minutes: number; readonly audit: number }

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))

const file = () => z.string().min(1).max(4_096).optional()

const address = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))

const addresses = (...protocols: string[]) =>
  z
    .string()
    .transform((text) => text.split(/\s+/).filter((one) => one !== ''))
    .pipe(z.array(address(...protocols)).max(256))

/** `Label=https://…` pairs, separated by `;`. Only http and https: a link is never code (T48). */
const links = z.string().transform((text, context): ProviderLink[] =>
  text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [label = '', ...rest] = pair.split('=')
      const href = rest.join('=').trim()
      if (!label.trim() || !/^https?:\/\//.test(href) || !URL.canParse(href))
        context.addIssue({ code: 'custom', message: 'link' })
      return { label: label.trim(), href }
    }),
)

/** Addresses and networks, separated by commas. "All" is not offered: any caller could then claim any address. */
const proxies = z.union([
  z.literal('off').transform((): false => false),
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every((entry) => isIP(entry.split('/')[0] ?? '') > 0)),
])

/** A record may arrive this late, and the records around it must still exist (D8); so nothing is kept for less. */
const limitOf = (name: LimitName) => wholeNumber(limitRanges[name].min, limitRanges[name].max)

const recordDays = () => wholeNumber(rawRetentionDays, 3_650)
const auditDays = () => wholeNumber(31, 3_650)
const keptOfClient = z.strictObject({
  raw: recordDays().optional(),
  minutes: recordDays().optional(),
  audit: auditDays().optional(),
})

/** `2:raw=800,audit=365;7:minutes=2000`: the settings of single clients. */
const keptOfClients = z.string().transform((text, context) => {
  const all = new Map<number, Partial<KeptDays>>()
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const [, id = '', list = ''] = /^\s*(\d{1,9})\s*:\s*(.+?)\s*$/.exec(part) ?? []
    const pairs = list.split(',').map((pair) => pair.split('=').map((side) => side.trim()))
    const days = keptOfClient.safeParse(Object.fromEntries(pairs))
    if (id === '' || !days.success) context.addIssue({ code: 'custom', message: 'client' })
    else {
      const { raw, minutes, audit } = days.data
      all.set(Number(id), {
        ...(raw !== undefined && { raw }),
        ...(minutes !== undefined && { minutes }),
        ...(audit !== undefined && { audit }),
      })
    }
  }
  return all
})

/** The schema of each key, with a working default, and the text that corrects a wrong value. */
const settings = {
  // 8080: needs no privilege. 0 takes a free port (tests).
  PORT: [wholeNumber(0, 65_535).default(8080), 'a whole number from 0 to 65535, such as 8080'],
  // Loopback unless configured: a fresh installation is not on the network.
  HOST: [
    z.string().min(1).max(253).default('127.0.0.1'),
    'an address to listen on, such as 127.0.0.1',
  ],
  // Everything that Packboard stores by itself; never inside the source tree of an installation.
  PACKBOARD_DATA: [z.string().min(1).default('./data'), 'a directory that Packboard may write to'],
  // The three stores run as own child processes unless a server is named (D49). Of several servers the first one holds the first
  // cell, the others further ones in turn.
  CLICKHOUSE_URL: [
    addresses('http:', 'https:').default([]),
    'an address such as http://user:password@host:8123, or several with blanks in between',
  ],
  // Two Packboards on one ClickHouse take two databases.
  CLICKHOUSE_DATABASE: [
    z
      .string()
      .regex(/^[A-Za-z_]\w{0,63}$/)
      .default('packboard'),
    'the name of a database: letters, digits and underscores, no digit first',
  ],
  DATABASE_URL: [
    address('postgres:', 'postgresql:').optional(),
    'an address such as postgres://user:password@host:5432/packboard',
  ],
  MQTT_URL: [
    address('mqtt:', 'mqtts:', 'ws:', 'wss:', 'tcp:', 'ssl:').optional(),
    'an address such as mqtts://user:password@host:8883',
  ],
  // The authority of its certificate, where it is not one that every computer knows.
  MQTT_URL_CA: [file(), 'the file of a certificate in PEM'],
  // The hosts that OPC UA may connect to; where it is not set all but this server itself.
  OPCUA_HOSTS: [
    hosts.optional(),
    'names, addresses or networks of OPC UA servers, such as plc1.plant.example,10.1.0.0/16',
  ],
  // Addresses of company sign-ins that are not public.
  OIDC_HOSTS: [
    hosts.optional(),
    'names, addresses or networks of company sign-ins, such as login.plant.example,10.1.0.0/16',
  ],
  // Private addresses of webhooks and brokers; where it is not set public ones alone.
  HOOKS_ALLOW: [
    hosts.optional(),
    'names, addresses or networks of webhooks and brokers, such as node-red.plant.example,10.1.0.0/16',
  ],
  // The embedded broker (D57); 0 takes a free port (tests).
  MQTT_PORT: [wholeNumber(0, 65_535).default(1883), 'a whole number from 0 to 65535, such as 1883'],
  MQTT_HOST: [
    z.string().min(1).max(253).default('127.0.0.1'),
    'an address to listen on, such as 0.0.0.0',
  ],
  // 8883 is the registered port of MQTT over TLS; 0 takes a free port (tests).
  MQTT_TLS_PORT: [
    wholeNumber(0, 65_535).default(8883),
    'a whole number from 0 to 65535, such as 8883',
  ],
  // The encrypted port of the embedded broker opens where there is a certificate.
  MQTT_TLS_CERT: [file(), 'the file of a certificate in PEM'],
  MQTT_TLS_KEY: [file(), 'the file of a private key in PEM'],
  // With it every device needs a certificate under its own name.
  MQTT_TLS_CA: [file(), 'the file of a certificate in PEM'],
  // With them screens and calls are served by HTTPS only.
  TLS_CERT: [file(), 'the file of a certificate in PEM'],
  TLS_KEY: [file(), 'the file of a private key in PEM'],
  // Allows listeners without TLS on other addresses than loopback.
  PLAIN_ON_LAN: [z.enum(['on', 'off']).default('off'), 'on or off'],
  // One process does everything until a measurement says otherwise.
  ROLE: [
    z.enum(['all', 'api', 'ingest', 'ledger']).default('all'),
    'one of all, api, ingest, ledger',
  ],
  // As many processes with ROLE=ledger work at one time; the clients are spread over them.
  CELLS: [wholeNumber(1, 256).default(1), 'a whole number from 1 to 256, such as 4'],
  // Where other processes of the installation reach this one; by default where it listens.
  INTERNAL_URL: [address('http:', 'https:').optional(), 'an address such as http://10.0.0.12:8080'],
  // Self-registration makes an account that can do nothing until it is approved (D36).
  SIGNUP: [z.enum(['on', 'off']).default('on'), 'on or off'],
  // A distributor sees its own customers (D34); `all` is what the specification says literally.
  DISTRIBUTOR_SEES: [z.enum(['own', 'all']).default('own'), 'own or all'],
  // Where it is not set: 3, because the specification says so, and 12 where other machines reach the sign-in (D39).
  PASSWORD_MIN_LENGTH: [wholeNumber(3, 128).optional(), 'a whole number from 3 to 128, such as 12'],
  // Of whom a second factor is wanted besides the password (D91); where it is not set: off in the demo, else staff.
  MFA: [z.enum(factorModes).optional(), 'one of off, optional, staff, all'],
  // Without a mail server e-mails go to the local outbox (D49).
  SMTP_URL: [
    address('smtp:', 'smtps:').optional(),
    'an address such as smtps://user:password@host:465',
  ],
  MAIL_FROM: [
    z
      .string()
      .max(320)
      .regex(/^([^<>\r\n"@,;]+ <[^<>\s@,;]+@[^<>\s@,;]+>|[^<>\s@,;]+@[^<>\s@,;]+)$/)
      .default('Packboard <packboard@localhost>'),
    'an e-mail address, such as Packboard <packboard@example.com>',
  ],
  // Where people reach the screens. Never taken from a request: the caller could then choose where a link leads.
  PUBLIC_URL: [
    address('http:', 'https:')
      .refine((text) => !/[?#]/.test(text))
      .transform((text) => text.replace(/\/+$/, ''))
      .optional(),
    'an address such as https://packboard.example.com',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'one of trace, debug, info, warn, error, fatal, silent',
  ],
  // Nothing on screen names a real company (D56).
  PROVIDER_NAME: [z.string().min(1).max(80).default('Packboard'), 'a name of up to 80 characters'],
  PROVIDER_LINKS: [
    links.default([]),
    'pairs such as Support=https://example.com/support;Contact=https://example.com',
  ],
  // Where weaknesses are reported.
  SECURITY_CONTACT: [
    z
      .string()
      .max(320)
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
      .optional(),
    'a URI such as mailto:security@example.com or https://example.com/report',
  ],
  // Off: the client address is that of the connection. A forged X-Forwarded-For changes nothing (T34).
  TRUST_PROXY: [
    proxies.default(false),
    'off, or the addresses of your proxies, such as 10.0.0.5,10.1.0.0/16',
  ],
  // Only read while there are no users at all (D50).
  PACKBOARD_ADMIN_PASSWORD: [
    z.string().min(3).max(256).optional(),
    'a password of 3 to 256 characters',
  ],
  // Without it /metrics answers only to this machine.
  METRICS_TOKEN: [z.string().min(16).max(256).optional(), 'a secret of at least 16 characters'],
  // These three are in force where an administrator has set no other (D84). A year of a machine at one sample each 10 s is about 500 MB.
  DEVICE_MB_PER_DAY: [
    limitOf('deviceMegabytesPerDay').default(8_192),
    'a whole number of megabytes from 64 to 999999, such as 8192',
  ],
  QUARANTINE_RECORDS: [
    limitOf('quarantineRecords').default(100_000),
    'a whole number from 1000 to 999999, such as 100000',
  ],
  QUARANTINE_MB: [
    limitOf('quarantineMegabytes').default(1_000),
    'a whole number of megabytes from 1 to 999999, such as 1000',
  ],
  // Without it in the data directory, which does not protect against the loss of its disk.
  PACKBOARD_BACKUPS: [file(), 'a folder for backups, best on another disk'],
  // The keys of stored secrets (D93); without it beside the folders of both stores.
  SECRETS_KEY_FILE: [file(), 'the file of the keys of stored secrets'],
  // With it backups are encrypted.
  PACKBOARD_BACKUP_KEY: [
    z.string().min(16).max(256).optional(),
    'a secret of 16 to 256 characters',
  ],
  // D53: 400 days, 5 years, 2 years.
  KEEP_RAW_DAYS: [recordDays().default(400), 'a whole number of days from 400 to 3650'],
  KEEP_MINUTE_DAYS: [recordDays().default(1_826), 'a whole number of days from 400 to 3650'],
  KEEP_AUDIT_DAYS: [auditDays().default(731), 'a whole number of days from 31 to 3650'],
  KEEP_CLIENTS: [
    keptOfClients.default(new Map()),
    'clients by number with their days, such as 2:raw=800,audit=365;7:minutes=2000',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Key = keyof typeof settings
type ValueOf<K extends Key> = z.output<(typeof settings)[K][0]>

function read<K extends Key>(env: Environment, key: K): ValueOf<K> {
  const [schema, fix] = settings[key]
  const text = env[key]
  // An empty value is how a compose file says "not set".
  const result = schema.safeParse(text === '' ? undefined : text)
  // The schema of this key made it.
  if (result.success) return result.data as ValueOf<K>
  // The value itself stays out of the sentence: it may hold a password.
  throw new ConfigError(`${key} must be ${fix}; correct it or remove ${key} to use the default.`)
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Settings that do not exist. They are refused, because otherwise they would be ignored while the operator relies on
 * them.
 */
const refused = {
  CLICKHOUSE_CLUSTER:
    'CLICKHOUSE_CLUSTER is not needed: Packboard spreads the clients itself over the servers that CLICKHOUSE_URL names; remove CLICKHOUSE_CLUSTER.',
} as const

/** Reads the environment; throws one sentence for the first value that cannot be used. */
export function readConfig(env: Environment) {
  for (const [key, sentence] of Object.entries(refused)) {
    if ((env[key] ?? '') !== '') throw new ConfigError(sentence)
  }
  return {
    port: read(env, 'PORT'),
    host: read(env, 'HOST'),
    dataDir: resolve(read(env, 'PACKBOARD_DATA')),
    clickhouseUrls: read(env, 'CLICKHOUSE_URL'),
    clickhouseDatabase: read(env, 'CLICKHOUSE_DATABASE'),
    databaseUrl: read(env, 'DATABASE_URL'),
    mqttUrl: read(env, 'MQTT_URL'),
    mqttUrlCa: read(env, 'MQTT_URL_CA'),
    opcuaHosts: read(env, 'OPCUA_HOSTS'),
    oidcHosts: read(env, 'OIDC_HOSTS'),
    hooksAllow: read(env, 'HOOKS_ALLOW'),
    mqttPort: read(env, 'MQTT_PORT'),
    mqttHost: read(env, 'MQTT_HOST'),
    mqttTlsPort: read(env, 'MQTT_TLS_PORT'),
    mqttTlsCert: read(env, 'MQTT_TLS_CERT'),
    mqttTlsKey: read(env, 'MQTT_TLS_KEY'),
    mqttTlsCa: read(env, 'MQTT_TLS_CA'),
    tlsCert: read(env, 'TLS_CERT'),
    tlsKey: read(env, 'TLS_KEY'),
    plainOnLan: read(env, 'PLAIN_ON_LAN') === 'on',
    role: read(env, 'ROLE'),
    cells: read(env, 'CELLS'),
    internalUrl: read(env, 'INTERNAL_URL'),
    signup: read(env, 'SIGNUP') === 'on',
    distributorSees: read(env, 'DISTRIBUTOR_SEES'),
    passwordMinLength: read(env, 'PASSWORD_MIN_LENGTH'),
    mfa: read(env, 'MFA'),
    smtpUrl: read(env, 'SMTP_URL'),
    mailFrom: read(env, 'MAIL_FROM'),
    publicUrl: read(env, 'PUBLIC_URL'),
    logLevel: read(env, 'LOG_LEVEL'),
    providerName: read(env, 'PROVIDER_NAME'),
    providerLinks: read(env, 'PROVIDER_LINKS'),
    securityContact: read(env, 'SECURITY_CONTACT'),
    trustProxy: read(env, 'TRUST_PROXY'),
    adminPassword: read(env, 'PACKBOARD_ADMIN_PASSWORD'),
    metricsToken: read(env, 'METRICS_TOKEN'),
    limits: {
      deviceMegabytesPerDay: read(env, 'DEVICE_MB_PER_DAY'),
      quarantineRecords: read(env, 'QUARANTINE_RECORDS'),
      quarantineMegabytes: read(env, 'QUARANTINE_MB'),
    },
    backups: resolve(
      read(env, 'PACKBOARD_BACKUPS') ?? join(read(env, 'PACKBOARD_DATA'), 'backups'),
    ),
    backupKey: read(env, 'PACKBOARD_BACKUP_KEY'),
    secretsKeyFile: resolve(
      read(env, 'SECRETS_KEY_FILE') ?? join(read(env, 'PACKBOARD_DATA'), keyFileName),
    ),
    keepDays: {
      raw: read(env, 'KEEP_RAW_DAYS'),
      minutes: read(env, 'KEEP_MINUTE_DAYS'),
      audit: read(env, 'KEEP_AUDIT_DAYS'),
    },
    keepDaysOf: read(env, 'KEEP_CLIENTS'),
  }
}

/** The keys of the environment that Packboard reads. */
export const settingKeys: readonly string[] = Object.keys(settings)

/** How long one kind of data is kept here: the setting of the installation, and those of single clients (D53). */
export function keepDays(
  { keepDays, keepDaysOf }: Pick<Config, 'keepDays' | 'keepDaysOf'>,
  kind: keyof KeptDays,
): KeepDays {
  const ofClient = new Map<number, number>()
  for (const [clientId, days] of keepDaysOf) {
    const own = days[kind]
    if (own !== undefined) ofClient.set(clientId, own)
  }
  return { days: keepDays[kind], ofClient }
}
