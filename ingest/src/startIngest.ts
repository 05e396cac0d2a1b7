import { setTimeout as sleep } from 'node:timers/promises'
import { type Batch, commitBatches, type MachineCounts } from '@packboard/telemetry/write'
import { type BrokerTls, startBroker } from './broker/broker.ts'
import { anyVolume, type DeviceVolume, type Health } from './connector.ts'
import { topicConnectors } from './connectors/index.ts'
import { createSparkplugHost, type SparkplugTimes } from './connectors/sparkplug/sparkplugHost.ts'
import type { UnassignedDevices } from './connectors/sparkplug/unassigned.ts'
import type { MachineDirectory } from './directory.ts'
import { openBirthWatch } from './externalBroker/birthWatch.ts'
import { openExternalBroker } from './externalBroker/externalBroker.ts'
import type { BrokerLink } from './externalBroker/plantConnection.ts'
import { openSparkplugClient } from './externalBroker/sparkplugClient.ts'
import { type IngestLog, silentLog } from './log.ts'
import { ingestMetrics, type Metric } from './metrics.ts'
import type { Timing } from './opcua/limits.ts'
import { type OpcUaSource, openOpcUaSource } from './opcua/opcUaSource.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import { createQuarantineRate, type QuarantineRate } from './quarantineRate.ts'
import { type CellCarrier, createRemotePipeline } from './remotePipeline.ts'

/** How long a stop waits for records that were already received, and before it for those of OPC UA on their way to them. */
const drainMs = 10_000
const deliverMs = 2_000

/** Connections to the broker of the plant: what is wrong there is wrong outside. */
const ofPlant: ReadonlySet<string> = new Set(['externalBroker', 'sparkplug'])

export type Ingest = {
  readonly pipeline: Pipeline
  readonly volume: DeviceVolume
  readonly quarantineRate: QuarantineRate
  /** How many devices had a connection refused within the last minute, because they have too many. */
  crowdedDevices(): number
  /** Where machines are read by OPC UA. */
  readonly opcua: OpcUaSource | undefined
  /** 0 where no broker of our own runs. */
  readonly mqttPort: number
  /** The encrypted port; undefined without a certificate. */
  readonly mqttTlsPort: number | undefined
  /** Stops receiving, stores what was received, acknowledges it, and closes; at most about 10 s. */
  close(): Promise<void>
  /** `ok` speaks of own parts alone: nothing is mended here while the broker of the plant is away. */
  health(): Health & { readonly parts: Readonly<Record<string, Health>> }
  /** What was seen of Sparkplug B at the broker of the plant and is no machine yet. */
  readonly unassigned: Pick<UnassignedDevices, 'of'>
  /** The connection to the broker of the plant that is lost, else one that stands; undefined where none is opened. */
  externalBroker(): BrokerLink | undefined
  /** Everything that ingest counts; the values of a metric are those of the moment when they are read. */
  metrics(): Metric[]
}

export type IngestOptions = {
  directory: MachineDirectory
  /** Of our own broker; 0 lets the system choose one. Without it there is none. */
  mqttPort?: number
  mqttHost?: string
  /** The encrypted port of our own broker. */
  mqttTls?: BrokerTls
  /** An external broker, in addition to our own. */
  mqttUrl?: string
  /** The authority of its certificate, in PEM. */
  mqttCa?: Buffer
  /** Reads machines by OPC UA: the folder of certificates, and the hosts that may be connected to. */
  opcua?: {
    readonly folder: string
    readonly hosts?: readonly string[] | undefined
    readonly timing?: Timing
  }
  /** The client id at the external broker, where several Packboards share one. */
  mqttClientId?: string
  now?: () => number
  log?: IngestLog
  gatherMs?: number
  patienceMs?: number
  /** False while records must be refused, because the disk has no space for them (D70). */
  mayStore?: () => boolean
  /** False while the clock is too wrong to stamp records that go to another process: then nothing is taken. */
  isClockRight?: () => boolean
  /** What each device may send in a day; without it, anything. */
  volume?: DeviceVolume
  /** Other than those of `connectors/sparkplug/limits.ts`. */
  sparkplugTimes?: SparkplugTimes
}

/** Opens every ingest source into this store. */
export function startIngest(options: IngestOptions & { telemetry: Telemetry }): Promise<Ingest> {
  const { telemetry, ...rest } = options
  return openIngest({ ...rest, commit: (batches) => commitBatches(telemetry, batches) })
}

type Telemetry = Parameters<typeof commitBatches>[0]

/** Opens every ingest source in front of the cells of other processes. */
export function startRemoteIngest(
  options: IngestOptions & { carrier: CellCarrier },
): Promise<Ingest> {
  const { carrier, directory, isClockRight, now = Date.now, log = silentLog } = options
  const pipeline = createRemotePipeline({
    ...{ carrier, directory, now, log },
    ...(isClockRight && { isClockRight }),
  })
  return openSources(options, pipeline)
}

/** Opens every ingest source: one pipeline, our own broker, and the external one if there is one. */
export function openIngest(
  options: IngestOptions & {
    commit(batches: readonly Batch[]): Promise<readonly (readonly MachineCounts[])[]>
  },
): Promise<Ingest> {
  const { directory, commit, now = Date.now, log = silentLog } = options
  const pipeline = createPipeline({
    commit,
    directory,
    now,
    log,
    ...(options.gatherMs !== undefined && { gatherMs: options.gatherMs }),
    ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
    ...(options.mayStore && { mayStore: options.mayStore }),
  })
  return openSources(options, pipeline)
}

/** Opens every ingest source in front of a pipeline of another kind. */
export async function openSources(options: IngestOptions, pipeline: Pipeline): Promise<Ingest> {
  const { directory, now = Date.now, log = silentLog, volume = anyVolume, mqttPort } = options
  const connectors = topicConnectors(directory, (sender, reading, receivedAt) => {
    pipeline.deliver(sender, reading, receivedAt).catch((error: unknown) => {
      log.error({ err: error }, 'Alarms of PackML tags could not be stored')
    })
  })
  const quarantineRate = createQuarantineRate(now)
  const times = options.sparkplugTimes
  const sparkplug = createSparkplugHost({ directory, pipeline, times, now, log })
  const parts = { pipeline, directory, connectors, sparkplug, now, log }
  const broker =
    mqttPort === undefined
      ? undefined
      : await startBroker({
          ...parts,
          volume,
          quarantineRate,
          port: mqttPort,
          ...(options.mqttHost !== undefined && { host: options.mqttHost }),
          ...(options.mqttTls && { tls: options.mqttTls }),
        })
  const external = options.mqttUrl
    ? openExternalBroker({
        ...parts,
        url: options.mqttUrl,
        ca: options.mqttCa,
        ...(options.mqttClientId !== undefined && { clientId: options.mqttClientId }),
      })
    : undefined
  const sparkplugClient = options.mqttUrl
    ? openSparkplugClient({
        ...parts,
        url: options.mqttUrl,
        ca: options.mqttCa,
        hostId: options.mqttClientId ?? 'packboard',
        settleMs: times?.settleMs,
      })
    : undefined
  const births = options.mqttUrl
    ? openBirthWatch({
        ...{ url: options.mqttUrl, ca: options.mqttCa, now, log },
        clientId: `${options.mqttClientId ?? 'packboard'}-births`,
        births: sparkplug.unassigned,
      })
    : undefined
  const opcua = options.opcua
    ? openOpcUaSource({ pipeline, directory, now, log, ...options.opcua })
    : undefined

  const links = () => ({ records: external?.link(), sparkplug: sparkplugClient?.link() })

  return {
    pipeline,
    opcua,
    volume,
    quarantineRate,
    crowdedDevices: () => broker?.crowdedDevices() ?? 0,
    mqttPort: broker?.port ?? 0,
    mqttTlsPort: broker?.tlsPort,
    async close() {
      broker?.stopListening()
      await Promise.all([sparkplugClient?.close(), births?.close()])
      sparkplug.stop()
      for (const connector of connectors) connector.close?.()
      const unread = opcua?.close()
      await Promise.race([unread, sleep(deliverMs, undefined, { ref: false })])
      await pipeline.close(drainMs)
      await Promise.all([broker?.close(), external?.close(), unread])
    },
    health() {
      const parts: Record<string, Health> = { pipeline: pipeline.health() }
      if (broker) parts.broker = broker.health()
      if (external) parts.externalBroker = external.health()
      if (sparkplugClient) parts.sparkplug = sparkplugClient.health()
      if (opcua) parts.opcua = opcua.health()
      const ill = Object.entries(parts).filter(([name, { ok }]) => !ok && !ofPlant.has(name))
      return {
        ok: ill.length === 0,
        detail:
          ill.map(([name, { detail }]) => `${name}: ${detail}`).join('; ') || 'taking records in',
        parts,
      }
    },
    unassigned: sparkplug.unassigned,
    externalBroker() {
      const { records, sparkplug: ofHost } = links()
      return ofHost?.lost && !records?.lost ? ofHost : records
    },
    metrics: () =>
      ingestMetrics({
        ...{ pipeline, broker, external, opcua, volume, quarantineRate },
        ...{ sparkplug, sparkplugClient, links },
      }),
  }
}
