import { clockOff } from '@packboard/model'
import type { BrokerFigures } from './broker/publish.ts'
import type { DeviceVolume } from './connector.ts'
import type { SparkplugFigures } from './connectors/sparkplug/sparkplugHost.ts'
import type { ExternalBrokerFigures } from './externalBroker/externalBroker.ts'
import type { SparkplugClientFigures } from './externalBroker/sparkplugClient.ts'
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

/** Everything that ingest counts. */
export function ingestMetrics({
  pipeline,
  broker,
  external,
  sparkplug,
  sparkplugClient,
  opcua,
  volume,
  quarantineRate,
}: {
  readonly pipeline: Pipeline
  readonly broker: { figures(): BrokerFigures } | undefined
  readonly external: { figures(): ExternalBrokerFigures } | undefined
  readonly sparkplug: { figures(): SparkplugFigures }
  readonly sparkplugClient: { figures(): SparkplugClientFigures } | undefined
  readonly opcua: { figures(): OpcUaFigures } | undefined
  readonly volume: DeviceVolume
  readonly quarantineRate: QuarantineRate
}): Metric[] {
  const fates = ['accepted', 'duplicate', 'late', 'conflicting', 'quarantined', 'alive'] as const
  const single = (
    name: string,
    type: Metric['type'],
    help: string,
    read: () => number,
  ): Metric => ({
    name: `packboard_ingest_${name}`,
    help,
    type,
    labelNames: [],
    values: () => [{ labels: {}, value: read() }],
  })
  const queue = (key: keyof ReturnType<Pipeline['figures']>) => () => pipeline.figures()[key]
  const mqtt = (key: keyof BrokerFigures) => () => broker?.figures()[key] ?? 0
  const fromOutside = (key: keyof ExternalBrokerFigures) => () => external?.figures()[key] ?? 0
  const edges = (key: keyof SparkplugFigures) => () => sparkplug.figures()[key]
  const ofHost = (key: keyof SparkplugClientFigures) => () => sparkplugClient?.figures()[key] ?? 0
  const read = (key: keyof OpcUaFigures) => () => opcua?.figures()[key] ?? 0
  return [
    single(
      'volume_refused_total',
      'counter',
      'Calls and messages beyond the volume of their device',
      () => volume.figures().refused,
    ),
    single(
      'volume_megabytes_per_day',
      'gauge',
      'What one device may send in a day',
      () => volume.figures().megabytesPerDay,
    ),
    single(
      'quarantine_refused_total',
      'counter',
      'Calls and messages of devices that sent more wrong records than are read',
      () => quarantineRate.figures().refused,
    ),
    single(
      'quarantine_slowed_devices',
      'gauge',
      'Devices that have to wait now, because of their wrong records',
      () => quarantineRate.slowed().length,
    ),
    single(
      'cut_records_total',
      'counter',
      'Quarantined records that break a bound and are kept as cut text; they are among those of the fate quarantined',
      queue('cutRecords'),
    ),
    // No label names a machine: their number has no bound, and a serial number is nothing for a monitoring system. The panel
    // has these figures for each machine.
    {
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
    },
    {
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
    },
    single('queued_records', 'gauge', 'Records that wait for the disk', queue('queuedRecords')),
    single('queued_bytes', 'gauge', 'Bytes that wait for the disk', queue('queuedBytes')),
    single(
      'waiting_bytes',
      'gauge',
      'Bytes that wait for room in the queue',
      queue('waitingBytes'),
    ),
    single('commits_total', 'counter', 'Group commits', queue('commits')),
    single('committed_records_total', 'counter', 'Records of these commits', queue('records')),
    single('commit_seconds_total', 'counter', 'Time that commits took', queue('seconds')),
    single('commit_failures_total', 'counter', 'Commits that the store refused', queue('failures')),
    single('refused_calls_total', 'counter', 'HTTP calls refused with 503', queue('refused')),
    single('mqtt_connections', 'gauge', 'Open MQTT connections', mqtt('connections')),
    single('mqtt_sessions', 'gauge', 'Signed-in devices', mqtt('sessions')),
    single('mqtt_messages_total', 'counter', 'MQTT messages', mqtt('messages')),
    single(
      'mqtt_unacknowledged_total',
      'counter',
      'MQTT messages of QoS 0, whose sender is never answered',
      mqtt('unacknowledged'),
    ),
    single('mqtt_lost_total', 'counter', 'QoS 0 messages that could not be stored', mqtt('lost')),
    single('mqtt_ignored_total', 'counter', 'MQTT messages that carry no record', mqtt('ignored')),
    single(
      'mqtt_deaths_total',
      'counter',
      'Machines that went OFFLINE with a session',
      mqtt('deaths'),
    ),
    single('mqtt_refused_signins_total', 'counter', 'Refused sign-ins', mqtt('refusedSignIns')),
    single(
      'mqtt_refused_subscriptions_total',
      'counter',
      'Refused subscriptions',
      mqtt('refusedSubscriptions'),
    ),
    single(
      'mqtt_refused_connections_total',
      'counter',
      'Connections above the limits',
      mqtt('refusedConnections'),
    ),
    single('sparkplug_messages_total', 'counter', 'Messages of Sparkplug B', edges('messages')),
    single(
      'sparkplug_ignored_total',
      'counter',
      'Messages of Sparkplug B that carry no record',
      edges('ignored'),
    ),
    single(
      'sparkplug_held_messages',
      'gauge',
      'Messages of Sparkplug B that wait for those before them',
      edges('held'),
    ),
    single(
      'sparkplug_born_metrics',
      'gauge',
      'Metrics that are remembered of the births of edge nodes',
      edges('metrics'),
    ),
    single(
      'sparkplug_gaps_total',
      'counter',
      'Times that messages of an edge node were missing',
      edges('gaps'),
    ),
    single(
      'sparkplug_rebirth_requests_total',
      'counter',
      'Rebirth requests to edge nodes',
      edges('rebirthRequests'),
    ),
    single(
      'sparkplug_unheard_requests_total',
      'counter',
      'Rebirth requests that an edge node does not listen for',
      edges('unheardRequests'),
    ),
    single(
      'sparkplug_stale_deaths_total',
      'counter',
      'Deaths of an earlier birth of an edge node',
      edges('staleDeaths'),
    ),
    single(
      'sparkplug_deaths_total',
      'counter',
      'Machines that an edge node reported dead',
      edges('deaths'),
    ),
    ...(sparkplugClient
      ? [
          single(
            'sparkplug_last_known_total',
            'counter',
            'Retained messages of Sparkplug B: last known, age unknown, never live',
            ofHost('lastKnown'),
          ),
          single(
            'sparkplug_failed_total',
            'counter',
            'External messages of Sparkplug B that were not stored',
            ofHost('failed'),
          ),
        ]
      : []),
    ...(external
      ? [
          single(
            'external_messages_total',
            'counter',
            'External messages',
            fromOutside('messages'),
          ),
          single(
            'external_last_known_total',
            'counter',
            'Retained external messages: last known, age unknown, never live',
            fromOutside('lastKnown'),
          ),
          single(
            'external_failed_total',
            'counter',
            'External messages that were not stored and not acknowledged',
            fromOutside('failed'),
          ),
        ]
      : []),
    ...(opcua
      ? [
          single('opcua_machines', 'gauge', 'Machines to be read by OPC UA', read('machines')),
          single('opcua_served', 'gauge', 'Machines that are read by OPC UA now', read('served')),
          single(
            'opcua_connections_total',
            'counter',
            'Connections to servers of OPC UA that led to a subscription',
            read('connections'),
          ),
          single(
            'opcua_failures_total',
            'counter',
            'Connections to servers of OPC UA that failed or ended',
            read('failures'),
          ),
          single(
            'opcua_waiting_records',
            'gauge',
            'Records of OPC UA that wait for the store',
            read('waiting'),
          ),
          single(
            'opcua_lost_total',
            'counter',
            'Records of OPC UA that could not be stored: too many waited',
            read('lost'),
          ),
        ]
      : []),
  ]
}
