import type { Broker, Reach } from '@packboard/contract'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { isLoopbackHost } from '../http/connections.ts'
import type { App } from '../http/createApp.ts'
import { type WatchedCertificate, watchCertificate } from '../program/certificateFiles.ts'
import { ConfigError } from '../program/settings.ts'

/** Which listeners may be reached from other machines without TLS. */
function plainOnNetwork(config: Config): { readonly http: boolean; readonly mqtt: boolean } {
  return {
    http: config.tlsCert === undefined && !isLoopbackHost(config.host),
    mqtt:
      config.role !== 'api' &&
      config.role !== 'ledger' &&
      config.mqttTlsCert === undefined &&
      !isLoopbackHost(config.mqttHost),
  }
}

export function isPlain(config: Config): boolean {
  const { http, mqtt } = plainOnNetwork(config)
  return http || mqtt
}

/**
 * The encrypted port of the broker takes the place of the plain one on the network: that one is then for programs on
 * this machine.
 */
export const plainMqttHost = ({ mqttTlsCert, mqttHost }: Config) =>
  mqttTlsCert === undefined ? mqttHost : '127.0.0.1'

/** Passwords and tokens must not cross a network in clear (D87). */
export function checkNetwork(config: Config, demo: boolean) {
  if (demo && !isLoopbackHost(config.mqttHost)) {
    throw new ConfigError(
      'MQTT_HOST must be an address of this machine alone in the demo, because everybody knows its tokens; remove MQTT_HOST, or run `npm start -- serve`.',
    )
  }
  for (const [first, second] of [
    ['tlsCert', 'tlsKey'],
    ['mqttTlsCert', 'mqttTlsKey'],
  ] as const) {
    if ((config[first] === undefined) === (config[second] === undefined)) continue
    const [cert, key] =
      first === 'tlsCert' ? ['TLS_CERT', 'TLS_KEY'] : ['MQTT_TLS_CERT', 'MQTT_TLS_KEY']
    throw new ConfigError(`${cert} and ${key} belong together; set both or remove both.`)
  }
  if (config.mqttTlsCa !== undefined && config.mqttTlsCert === undefined) {
    throw new ConfigError(
      'MQTT_TLS_CA needs MQTT_TLS_CERT and MQTT_TLS_KEY, because certificates of devices are checked on the encrypted port; set both or remove MQTT_TLS_CA.',
    )
  }
  if (config.plainOnLan) return
  const { http, mqtt } = plainOnNetwork(config)
  if (http) {
    throw new ConfigError(
      'HOST must be an address of this machine alone without TLS, because passwords would cross the network in clear; set TLS_CERT and TLS_KEY, put a proxy with TLS on this machine, or set PLAIN_ON_LAN=on if the network is safe.',
    )
  }
  if (mqtt) {
    throw new ConfigError(
      'MQTT_HOST must be an address of this machine alone without TLS, because tokens would cross the network in clear; set MQTT_TLS_CERT and MQTT_TLS_KEY, or set PLAIN_ON_LAN=on if the network is safe.',
    )
  }
}

/** Each start says what can be read on the network. */
export function logPlain(config: Config, log: Logger) {
  const { http, mqtt } = plainOnNetwork(config)
  if (http || mqtt) {
    log.warn(
      { event: 'plain.onNetwork', http, mqtt },
      'PLAIN_ON_LAN=on: passwords, tokens and records cross the network in clear',
    )
  }
}

/** Settings that are valid one by one and invalid together. */
export function checkTogether(config: Config, demo: boolean) {
  const { host, role, clickhouseUrls, databaseUrl } = config
  if (demo && !isLoopbackHost(host)) {
    throw new ConfigError(
      'HOST must be an address of this machine alone in the demo, because everybody knows its passwords; remove HOST, or run `npm start -- serve`.',
    )
  }
  if (role !== 'all' && databaseUrl === undefined) {
    throw new ConfigError(
      `ROLE=${role} needs DATABASE_URL, because the built-in engine serves one process; set it or remove ROLE.`,
    )
  }
  if (role === 'ledger' && clickhouseUrls.length === 0) {
    throw new ConfigError(
      'ROLE=ledger needs CLICKHOUSE_URL, because the built-in engine serves one process; set it or remove ROLE.',
    )
  }
  if (role === 'all' && (clickhouseUrls.length > 1 || config.cells > 1)) {
    throw new ConfigError(
      'CELLS and several servers in CLICKHOUSE_URL need processes with ROLE=ledger, api and ingest; set ROLE or remove them.',
    )
  }
  if (config.smtpUrl !== undefined && config.publicUrl === undefined) {
    throw new ConfigError(
      'SMTP_URL needs PUBLIC_URL, because the links in e-mails must lead here; set PUBLIC_URL to the address that people open.',
    )
  }
}

/** The certificate of the broker's encrypted port. */
export async function mqttCertificate(
  { role, mqttTlsCert, mqttTlsKey, mqttTlsCa }: Config,
  log: Logger,
): Promise<WatchedCertificate | undefined> {
  if (role === 'api' || role === 'ledger' || mqttTlsCert === undefined || mqttTlsKey === undefined)
    return undefined
  const names = 'MQTT_TLS_CERT, MQTT_TLS_KEY'
  return watchCertificate(
    { names, certFile: mqttTlsCert, keyFile: mqttTlsKey, caFile: mqttTlsCa },
    log,
  )
}

/** The certificate of the screens and calls. */
export async function httpCertificate(
  { tlsCert, tlsKey }: Config,
  log: Logger,
): Promise<WatchedCertificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  return watchCertificate({ names: 'TLS_CERT, TLS_KEY', certFile: tlsCert, keyFile: tlsKey }, log)
}

/** Where this installation takes records, as a machine has to write it. */
export function reachOf({ config, ingest }: Pick<Deps, 'config' | 'ingest'>): Reach {
  const isTls = config.mqttTlsCert !== undefined
  const host = isTls ? config.mqttHost : plainMqttHost(config)
  // The port that the system chose, where this process takes records itself.
  const port = isTls
    ? ingest?.mqttTlsPort || config.mqttTlsPort
    : ingest?.mqttPort || config.mqttPort
  return {
    publicUrl: config.publicUrl ?? null,
    broker: {
      host: isEvery(host) ? null : host,
      port,
      isTls,
      isLoopback: isLoopbackHost(host),
    },
    externalBroker: config.mqttUrl === undefined ? null : externalBroker(config.mqttUrl),
  }
}

/** Every address of the computer: a machine uses the name by which it reaches the pages. */
const isEvery = (host: string) => host === '0.0.0.0' || host === '::'

/** Without the account: it is Packboard's own. */
function externalBroker(address: string): Broker {
  const { protocol, hostname, port } = new URL(address)
  const isTls = ['mqtts:', 'ssl:', 'wss:'].includes(protocol)
  return { host: hostname, port: port === '' ? (isTls ? 8883 : 1883) : Number(port), isTls }
}

/** Where the port of an app that listens is. */
export function urlOf(app: App, { host, tlsCert }: Config): string {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port is open')
  return `${tlsCert === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
