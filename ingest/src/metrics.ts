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
  /** A metric for each figure that is named; what counts up ends with `_total`. */
  const each = <Key extends string>(
    read: (key: Key) => number,
    rows: readonly (readonly [key: Key, name: string, help: string])[],
  ) =>
    rows.map(
      ([key, name, help]): Metric => ({
        name: `packboard_ingest_${name}`,
        help,
        type: name.endsWith('_total') ? 'counter' : 'gauge',
        labelNames: [],
        values: () => [{ labels: {}, value: read(key) }],
      }),
    )
  return [
    ...each(
      (key) => volume.figures()[key],
      [
        ['refused', 'volume_refused_total', 'Calls and messages beyond the volume of their device'],
        ['megabytesPerDay', 'volume_megabytes_per_day', 'What one device may send in a day'],
      ],
    ),
    ...each(
      (key) => quarantineRate.figures()[key],
      [
        [
          'refused',
          'quarantine_refused_total',
          'Calls and messages of devices that sent more wrong records than are read',
        ],
      ],
    ),
    ...each(
      () => quarantineRate.slowed().length,
      [
        [
          'slowed',
          'quarantine_slowed_devices',
          'Devices that have to wait now, because of their wrong records',
        ],
      ],
    ),
    ...each(
      (key) => pipeline.figures()[key],
      [
        [
          'cutRecords',
          'cut_records_total',
          'Quarantined records that break a bound and are kept as cut text; they are among those of the fate quarantined',
        ],
      ],
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
    ...each(
      (key) => pipeline.figures()[key],
      [
        ['queuedRecords', 'queued_records', 'Records that wait for the disk'],
        ['queuedBytes', 'queued_bytes', 'Bytes that wait for the disk'],
        ['waitingBytes', 'waiting_bytes', 'Bytes that wait for room in the queue'],
        ['commits', 'commits_total', 'Group commits'],
        ['records', 'committed_records_total', 'Records of these commits'],
        ['seconds', 'commit_seconds_total', 'Time that commits took'],
        ['failures', 'commit_failures_total', 'Commits that the store refused'],
        ['refused', 'refused_calls_total', 'HTTP calls refused with 503'],
      ],
    ),
    ...each(
      (key) => broker?.figures()[key] ?? 0,
      [
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
      ],
    ),
    ...each(
      (key) => sparkplug.figures()[key],
      [
        ['messages', 'sparkplug_messages_total', 'Messages of Sparkplug B'],
        ['ignored', 'sparkplug_ignored_total', 'Messages of Sparkplug B that carry no record'],
        [
          'held',
          'sparkplug_held_messages',
          'Messages of Sparkplug B that wait for those before them',
        ],
        [
          'metrics',
          'sparkplug_born_metrics',
          'Metrics that are remembered of the births of edge nodes',
        ],
        ['gaps', 'sparkplug_gaps_total', 'Times that messages of an edge node were missing'],
        ['rebirthRequests', 'sparkplug_rebirth_requests_total', 'Rebirth requests to edge nodes'],
        [
          'unheardRequests',
          'sparkplug_unheard_requests_total',
          'Rebirth requests that an edge node does not listen for',
        ],
        [
          'staleDeaths',
          'sparkplug_stale_deaths_total',
          'Deaths of an earlier birth of an edge node',
        ],
        ['deaths', 'sparkplug_deaths_total', 'Machines that an edge node reported dead'],
      ],
    ),
    ...(sparkplugClient
      ? each(
          (key) => sparkplugClient.figures()[key],
          [
            [
              'lastKnown',
              'sparkplug_last_known_total',
              'Retained messages of Sparkplug B: last known, age unknown, never live',
            ],
            [
              'failed',
              'sparkplug_failed_total',
              'External messages of Sparkplug B that were not stored',
            ],
          ],
        )
      : []),
    ...(external
      ? each(
          (key) => external.figures()[key],
          [
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
          ],
        )
      : []),
    ...(opcua
      ? each(
          (key) => opcua.figures()[key],
          [
            ['machines', 'opcua_machines', 'Machines to be read by OPC UA'],
            ['served', 'opcua_served', 'Machines that are read by OPC UA now'],
            [
              'connections',
              'opcua_connections_total',
              'Connections to servers of OPC UA that led to a subscription',
            ],
            [
              'failures',
              'opcua_failures_total',
              'Connections to servers of OPC UA that failed or ended',
            ],
            ['waiting', 'opcua_waiting_records', 'Records of OPC UA that wait for the store'],
            [
              'lost',
              'opcua_lost_total',
              'Records of OPC UA that could not be stored: too many waited',
            ],
          ],
        )
      : []),
  ]
}
