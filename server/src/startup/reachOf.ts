import type { Broker, Reach } from '@packboard/contract'
import type { Deps } from '../deps.ts'
import { isLoopbackHost } from '../http/connections.ts'
import { plainMqttHost } from './network.ts'

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
