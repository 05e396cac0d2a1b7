import type { BrokerFigures } from './broker/broker.ts'
import type { ExternalBrokerFigures } from './externalBroker/externalBroker.ts'
import type { Pipeline } from './pipeline.ts'

/** One Prometheus metric with its help text; values carry their labels. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly labelNames: readonly string[]
  readonly values: readonly { readonly labels: Record<string, string>; readonly value: number }[]
}

/** Everything that ingest counts. */
export function ingestMetrics(
  pipeline: Pipeline,
  broker: BrokerFigures,
  external: ExternalBrokerFigures | undefined,
): Metric[] {
  const tallies = pipeline.tallies()
  const figures = pipeline.figures()
  const fates = ['accepted', 'duplicate', 'late', 'conflicting', 'quarantined'] as const
  const single = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
    name: `packboard_ingest_${name}`,
    help,
    type,
    labelNames: [],
    values: [{ labels: {}, value }],
  })
  return [
    {
      name: 'packboard_ingest_records_total',
      help: 'Records by machine and by what became of them; late and conflicting ones are accepted, too',
      type: 'counter',
      labelNames: ['machine', 'fate'],
      values: tallies.flatMap((tally) =>
        fates.map((fate) => ({ labels: { machine: tally.serialNo, fate }, value: tally[fate] })),
      ),
    },
    {
      name: 'packboard_ingest_clock_skew_seconds',
      help: 'Median of receipt minus source time over the last samples of a machine',
      type: 'gauge',
      labelNames: ['machine'],
      values: tallies.flatMap(({ serialNo, clockSkewMs }) =>
        clockSkewMs === null ? [] : [{ labels: { machine: serialNo }, value: clockSkewMs / 1_000 }],
      ),
    },
    single('queued_records', 'gauge', 'Records that wait for the disk', figures.queuedRecords),
    single('queued_bytes', 'gauge', 'Bytes that wait for the disk', figures.queuedBytes),
    single('waiting_bytes', 'gauge', 'Bytes that wait for room in the queue', figures.waitingBytes),
    single('commits_total', 'counter', 'Group commits', figures.commits),
    single('committed_records_total', 'counter', 'Records of these commits', figures.records),
    single('commit_seconds_total', 'counter', 'Time that commits took', figures.seconds),
    single('commit_failures_total', 'counter', 'Commits that the store refused', figures.failures),
    single('refused_calls_total', 'counter', 'HTTP calls refused with 503', figures.refused),
    single('mqtt_connections', 'gauge', 'Open MQTT connections', broker.connections),
    single('mqtt_sessions', 'gauge', 'Signed-in devices', broker.sessions),
    single('mqtt_messages_total', 'counter', 'MQTT messages', broker.messages),
    single(
      'mqtt_unacknowledged_total',
      'counter',
      'MQTT messages of QoS 0, whose sender is never answered',
      broker.unacknowledged,
    ),
    single('mqtt_lost_total', 'counter', 'QoS 0 messages that could not be stored', broker.lost),
    single('mqtt_ignored_total', 'counter', 'MQTT messages that carry no record', broker.ignored),
    single(
      'mqtt_deaths_total',
      'counter',
      'Machines that went OFFLINE with a session',
      broker.deaths,
    ),
    single('mqtt_refused_signins_total', 'counter', 'Refused sign-ins', broker.refusedSignIns),
    single(
      'mqtt_refused_subscriptions_total',
      'counter',
      'Refused subscriptions',
      broker.refusedSubscriptions,
    ),
    single(
      'mqtt_refused_connections_total',
      'counter',
      'Connections above the limits',
      broker.refusedConnections,
    ),
    ...(external
      ? [
          single('external_messages_total', 'counter', 'External messages', external.messages),
          single(
            'external_last_known_total',
            'counter',
            'Retained external messages: last known, age unknown, never live',
            external.lastKnown,
          ),
          single(
            'external_failed_total',
            'counter',
            'External messages that were not stored and not acknowledged',
            external.failed,
          ),
        ]
      : []),
  ]
}
