import { join } from 'node:path'
import { type Ingest, type IngestOptions, startIngest, startRemoteIngest } from '@packboard/ingest'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { App } from '../http/createApp.ts'
import type { WatchedCertificate } from '../program/certificateFiles.ts'
import { plainMqttHost } from './network.ts'
import type { Stores } from './openStores.ts'
import { plantBrokerOf } from './plantBroker.ts'

/** How long running requests may take after a stop begins. */
const drainMs = 10_000

/** The sources of a process that receives records: into its own store, or to the processes that hold them. */
export async function openSources(
  { telemetry, cluster, lease }: Stores,
  config: Config,
  machines: WatchedCertificate | undefined,
  sources: Omit<IngestOptions, 'mqttPort'>,
): Promise<Ingest | undefined> {
  if (config.role === 'api') return undefined
  const plantBroker = plantBrokerOf(config)
  // The process that holds the records of a machine reads it, and no other (letter 30).
  const opcua = { folder: join(config.dataDir, 'opcua'), hosts: config.opcuaHosts }
  if (lease) {
    // A session of its own at an external broker for each cell: its messages stay in their order, and wait while none holds it.
    const broker = plantBroker && { ...plantBroker, mqttClientId: `packboard-${lease.id}` }
    return startIngest({ ...sources, ...broker, opcua, telemetry })
  }
  const own = {
    ...sources,
    mqttPort: config.mqttPort,
    mqttHost: plainMqttHost(config),
    ...(machines && {
      mqttTls: { port: config.mqttTlsPort, host: config.mqttHost, certificate: machines },
    }),
  }
  if (cluster) return startRemoteIngest({ ...own, carrier: cluster.carrier })
  return startIngest({ ...own, ...plantBroker, opcua, telemetry })
}

/** Both servers close at the same time: nothing new is accepted, and running requests are finished. */
export async function closeSources(app: App, ingest: Ingest | undefined, log: Logger) {
  const slow = setTimeout(() => {
    log.warn('Some requests did not end in time; their connections were closed')
    app.server.closeAllConnections()
  }, drainMs)
  try {
    await Promise.all([app.close(), ingest?.close()])
  } finally {
    clearTimeout(slow)
  }
}
