import { clockOff } from '@packboard/model'
import type { BrokerFigures } from './broker/publish.ts'
import type { DeviceVolume } from './connector.ts'
import type { SparkplugFigures } from './connectors/sparkplug/sparkplugHost.ts'
import type { ExternalBrokerFigures } from './externalBroker/externalBroker.ts'
import type { BrokerLink } from './externalBroker/plantConnection.ts'
import type { SparkplugClientFigures } from './externalBroker/sparkplugClient.ts'
import { fates } from './machineTallies.ts'
import type { OpcUaFigures } from './opcua/opcUaSource.ts'
import type { Pipeline } from './pipeline.ts'
import type { QuarantineRate } from './quarantineRate.ts'

/** A value of a metric, with its labels. */
type MetricValue = { readonly labels: Record<string, string>; readonly value: number }

/** One Prometheus metric with its help text. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly labelNames: readonly string[]
  /** What has been counted until now; read at each scrape. */
  values(): readonly MetricValue[]
}

/** Figures by their key, the name of their metric and its help. */
type Rows<Figures> = readonly (readonly [key: keyof Figures, name: string, help: string])[]

/** A metric for each figure that is named; what counts up ends with `_total`. */
const each = <Figures extends Readonly<Record<string, number>>>(
  figures: () => Figures | undefined,
  rows: Rows<Figures>,
): Metric[] =>
  rows.map(
    ([key, name, help]): Metric => ({
      name: `packboard_ingest_${name}`,
      help,
      type: name.endsWith('_total') ? 'counter' : 'gauge',
      labelNames: [],
      values: () => [{ labels: {}, value: figures()?.[key] ?? 0 }],
    }),
  )

/** Everything that ingest counts. */
export function ingestMetrics({
  pipeline,
  broker,
  external,
  sparkplug,
  sparkplugClient,
  links,
  opcua,
  volume,
  quarantineRate,
}: {
  readonly pipeline: Pipeline
  readonly broker: { figures(): BrokerFigures } | undefined
  readonly external: { figures(): ExternalBrokerFigures } | undefined
  readonly sparkplug: { figures(): SparkplugFigures }
  readonly sparkplugClient: { figures(): SparkplugClientFigures } | undefined
  readonly links: () => Readonly<Record<string, BrokerLink | undefined>>
  readonly opcua: { figures(): OpcUaFigures } | undefined
  readonly volume: DeviceVolume
  readonly quarantineRate: QuarantineRate
}): Metric[] {
  return [
    ...each(() => volume.figures(), ofVolume),
    ...each(
      () => ({ ...quarantineRate.figures(), slowed: quarantineRate.slowed().length }),
      ofWrongRecords,
    ),
    ...each(() => pipeline.figures(), ofCutRecords),
    recordsByFate(pipeline),
    clocksOff(pipeline),
    ...each(() => pipeline.figures(), ofQueue),
    ...each(() => broker?.figures(), ofBroker),
    ...each(() => sparkplug.figures(), ofSparkplug),
    ...(sparkplugClient ? each(() => sparkplugClient.figures(), ofSparkplugClient) : []),
    ...(external ? [...each(() => external.figures(), ofExternal), connectedLinks(links)] : []),
    ...(opcua ? each(() => opcua.figures(), ofOpcUa) : []),
  ]
}

// No label names a machine: their number has no bound, and a serial number is nothing for a monitoring system. The panel
// has these figures for each machine.
const recordsByFate = (pipeline: Pipeline): Metric => ({
  name: 'packboard_ingest_records_total',
  help: 'Records by what became of them; late and conflicting ones are accepted, too; alive: written by Packboard while a session lived',
  type: 'counter',
  labelNames: ['fate'],
  values() {
    const tallies = pipeline.tallies()
    return fates.map((fate) => ({
      labels: { fate },
      value: tallies.reduce((sum, tally) => sum + tally[fate], 0),
    }))
  },
})

const clocksOff = (pipeline: Pipeline): Metric => ({
  name: 'packboard_ingest_clock_off_machines',
  help: 'Machines whose clock is more than 5 s ahead or 60 s behind, by the median of their last samples',
  type: 'gauge',
  labelNames: ['side'],
  values() {
    const sides = pipeline.tallies().map(({ clockSkewMs }) => clockOff(clockSkewMs))
    return (['ahead', 'behind'] as const).map((side) => ({
      labels: { side },
      value: sides.filter((one) => one === side).length,
    }))
  },
})

const connectedLinks = (links: () => Readonly<Record<string, BrokerLink | undefined>>): Metric => ({
  name: 'packboard_external_broker_connected',
  help: '1 while the broker of MQTT_URL is connected, else 0; by what the connection reads: records, sparkplug',
  type: 'gauge',
  labelNames: ['reads'],
  values: () =>
    Object.entries(links()).flatMap(([reads, link]) =>
      link ? [{ labels: { reads }, value: link.isConnected ? 1 : 0 }] : [],
    ),
})

const ofVolume: Rows<ReturnType<DeviceVolume['figures']>> = [
  ['refused', 'volume_refused_total', 'Calls and messages beyond the volume of their device'],
  ['megabytesPerDay', 'volume_megabytes_per_day', 'What one device may send in a day'],
]

const ofWrongRecords: Rows<{ readonly refused: number; readonly slowed: number }> = [
  [
    'refused',
    'quarantine_refused_total',
    'Calls and messages of devices that sent more wrong records than are read',
  ],
  [
    'slowed',
    'quarantine_slowed_devices',
    'Devices that have to wait now, because of their wrong records',
  ],
]

type PipelineFigures = ReturnType<Pipeline['figures']>

const ofCutRecords: Rows<PipelineFigures> = [
  [
    'cutRecords',
    'cut_records_total',
    'Quarantined records that break a bound and are kept as cut text; they are among those of the fate quarantined',
  ],
]

const ofQueue: Rows<PipelineFigures> = [
  ['queuedRecords', 'queued_records', 'Records that wait for the disk'],
  ['queuedBytes', 'queued_bytes', 'Bytes that wait for the disk'],
  ['waitingBytes', 'waiting_bytes', 'Bytes that wait for room in the queue'],
  ['commits', 'commits_total', 'Group commits'],
  ['records', 'committed_records_total', 'Records of these commits'],
  ['seconds', 'commit_seconds_total', 'Time that commits took'],
  ['failures', 'commit_failures_total', 'Commits that the store refused'],
  ['refused', 'refused_calls_total', 'HTTP calls refused with 503'],
]

const ofBroker: Rows<BrokerFigures> = [
  ['connections', 'mqtt_connections', 'Open MQTT connections'],
  ['sessions', 'mqtt_sessions', 'Signed-in devices'],
  ['messages', 'mqtt_messages_total', 'MQTT messages'],
  [
    'unacknowledged',
    'mqtt_unacknowledged_total',
    'MQTT messages of QoS 0, whose sender is never answered',
  ],
  ['lost', 'mqtt_lost_total', 'QoS 0 messages that could not be stored'],
  ['ignored', 'mqtt_ignored_total', 'MQTT messages that carry no record'],
  ['deaths', 'mqtt_deaths_total', 'Machines that went OFFLINE with a session'],
  ['refusedSignIns', 'mqtt_refused_signins_total', 'Refused sign-ins'],
  ['refusedSubscriptions', 'mqtt_refused_subscriptions_total', 'Refused subscriptions'],
  ['refusedConnections', 'mqtt_refused_connections_total', 'Connections above the limits'],
]

const ofSparkplug: Rows<SparkplugFigures> = [
  ['messages', 'sparkplug_messages_total', 'Messages of Sparkplug B'],
  ['ignored', 'sparkplug_ignored_total', 'Messages of Sparkplug B that carry no record'],
  ['held', 'sparkplug_held_messages', 'Messages of Sparkplug B that wait for those before them'],
  ['metrics', 'sparkplug_born_metrics', 'Metrics that are remembered of the births of edge nodes'],
  ['gaps', 'sparkplug_gaps_total', 'Times that messages of an edge node were missing'],
  ['rebirthRequests', 'sparkplug_rebirth_requests_total', 'Rebirth requests to edge nodes'],
  [
    'unheardRequests',
    'sparkplug_unheard_requests_total',
    'Rebirth requests that an edge node does not listen for',
  ],
  ['staleDeaths', 'sparkplug_stale_deaths_total', 'Deaths of an earlier birth of an edge node'],
  ['deaths', 'sparkplug_deaths_total', 'Machines that an edge node reported dead'],
]

const ofSparkplugClient: Rows<SparkplugClientFigures> = [
  [
    'lastKnown',
    'sparkplug_last_known_total',
    'Retained messages of Sparkplug B: last known, age unknown, never live',
  ],
  ['failed', 'sparkplug_failed_total', 'External messages of Sparkplug B that were not stored'],
]

const ofExternal: Rows<ExternalBrokerFigures> = [
  ['messages', 'external_messages_total', 'External messages'],
  [
    'lastKnown',
    'external_last_known_total',
    'Retained external messages: last known, age unknown, never live',
  ],
  [
    'failed',
    'external_failed_total',
    'External messages that were not stored and not acknowledged',
  ],
]

const ofOpcUa: Rows<OpcUaFigures> = [
  ['machines', 'opcua_machines', 'Machines to be read by OPC UA'],
  ['served', 'opcua_served', 'Machines that are read by OPC UA now'],
  [
    'connections',
    'opcua_connections_total',
    'Connections to servers of OPC UA that led to a subscription',
  ],
  ['failures', 'opcua_failures_total', 'Connections to servers of OPC UA that failed or ended'],
  ['waiting', 'opcua_waiting_records', 'Records of OPC UA that wait for the store'],
  ['lost', 'opcua_lost_total', 'Records of OPC UA that could not be stored: too many waited'],
]
