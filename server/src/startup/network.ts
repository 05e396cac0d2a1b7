import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import { isLoopbackHost } from '../http/connections.ts'

/** Which listeners may be reached from other machines without TLS. */
export function plainOnNetwork(config: Config): { readonly http: boolean; readonly mqtt: boolean } {
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
