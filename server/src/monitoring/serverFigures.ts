import type { Metric } from '@packboard/ingest'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { BodyTurns } from '../http/bodyTurns.ts'
import type { LiveStreams } from '../live/liveStreams.ts'

/** The counters of the services, in addition to requests: streams, queries, records, engine, ledger. */
export function serverFigures(
  deps: Deps,
  {
    streams,
    gate,
    bodies,
  }: { readonly streams: LiveStreams; readonly gate: QueryGate; readonly bodies: BodyTurns },
): Metric[] {
  const telemetry = (): Readonly<Record<string, unknown>> => deps.telemetry.metrics()
  return [
    gauge('packboard_live_streams', 'Open live streams', () => streams.count),
    {
      name: 'packboard_live_streams_ended_total',
      help: 'Ended live streams, by who ended them',
      type: 'counter',
      labelNames: ['by'],
      values: () => Object.entries(streams.ended).map(([by, value]) => ({ labels: { by }, value })),
    },
    gauge('packboard_questions_running', 'Questions in the telemetry engine', () => gate.running),
    gauge(
      'packboard_body_bytes',
      'Bytes of large bodies that are read or worked on',
      () => bodies.bytes,
    ),
    gauge('packboard_questions_waiting', 'Questions that wait for their turn', () => gate.waiting),
    ...Object.keys(telemetry()).map((name) =>
      gauge(`packboard_telemetry_${snakeCase(name)}`, `Telemetry: ${name}`, () =>
        Number(telemetry()[name]),
      ),
    ),
    {
      name: 'packboard_disk_bytes',
      help: 'The disk of the data directory; absent where the stores are on other machines',
      type: 'gauge',
      labelNames: ['part'],
      values() {
        const space = deps.disk.space()
        if (!space) return []
        return [
          { labels: { part: 'free' }, value: space.freeBytes },
          { labels: { part: 'total' }, value: space.totalBytes },
        ]
      },
    },
    ...backupFigures(deps.backups),
    ...(deps.ingest?.metrics() ?? []),
  ]
}

/** Absent before the first good backup, and where the stores are on other servers. */
function backupFigures({ last, counts, elsewhere }: Deps['backups']): Metric[] {
  if (elsewhere !== undefined) return []
  const ofLast = (name: string, help: string, read: (run: Last) => number): Metric => ({
    ...{ name, help, type: 'gauge', labelNames: [] },
    values() {
      const run = last()
      return run ? [{ labels: {}, value: read(run) }] : []
    },
  })
  return [
    ofLast(
      'packboard_backup_last_success_timestamp_seconds',
      'When the newest good backup began',
      ({ startedAt }) => startedAt.getTime() / 1_000,
    ),
    ofLast(
      'packboard_backup_last_duration_seconds',
      'How long the newest good backup took',
      ({ startedAt, endedAt }) => (endedAt.getTime() - startedAt.getTime()) / 1_000,
    ),
    ofLast(
      'packboard_backup_last_bytes',
      'All files of the newest good backup',
      ({ bytes }) => bytes,
    ),
    ofLast(
      'packboard_backup_last_pause_seconds',
      'How long records waited for the newest good backup',
      ({ pausedMs }) => pausedMs / 1_000,
    ),
    {
      name: 'packboard_backups_total',
      help: 'Backups since the start of this process, by outcome',
      type: 'counter',
      labelNames: ['outcome'],
      values: () =>
        Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
  ]
}
type Last = NonNullable<ReturnType<Deps['backups']['last']>>

const gauge = (name: string, help: string, read: () => number): Metric => ({
  name,
  help,
  type: 'gauge',
  labelNames: [],
  values: () => [{ labels: {}, value: read() }],
})

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
