import type { DirectoryMachine } from '@packboard/ingest'
import { longSliceMs, type SliceCount, sliceCounts } from '@packboard/telemetry/slices'
import type { QueryGate } from '../access/queryGate.ts'
import type { AlertWatchDeps } from '../alerts/alertWatch.ts'
import type { BackupDeps } from '../backup/backupService.ts'
import type { CellState, ClusterDeps } from '../cluster/cluster.ts'
import type { Deps } from '../deps.ts'
import type { BodyTurns } from '../http/bodyTurns.ts'
import type { LiveStreams } from '../http/liveStreams.ts'
import type { OutboxDeps } from '../outbox/outbox.ts'
import { diskBounds } from '../program/diskSpace.ts'
import { thisVersion } from '../program/version.ts'
import type { Figure } from './metrics.ts'
import type { StoreHealth } from './storeHealth.ts'

/** The counters of the services, in addition to requests: streams, queries, records, engine, ledger. */
export function serverFigures(
  deps: Deps & BackupDeps & ClusterDeps & OutboxDeps & AlertWatchDeps,
  {
    streams,
    gate,
    bodies,
    stores,
  }: {
    readonly streams: LiveStreams
    readonly gate: QueryGate
    readonly bodies: BodyTurns
    readonly stores: StoreHealth
  },
): Figure[] {
  const telemetry = (): Readonly<Record<string, unknown>> => deps.telemetry.metrics()
  return [
    {
      name: 'packboard_build_info',
      help: 'Always 1; which version runs here. The commit is empty in a clone',
      type: 'gauge',
      labelNames: ['version', 'commit', 'node'],
      values: () => [
        {
          labels: {
            version: thisVersion.version,
            commit: thisVersion.commit ?? '',
            node: process.versions.node,
          },
          value: 1,
        },
      ],
    },
    byLabel(
      'store',
      'packboard_store_up',
      '1 when a store answers within 2 s, else 0',
      async () => {
        const { telemetry, management } = await stores()
        return { telemetry: Number(telemetry.ok), management: Number(management.ok) }
      },
    ),
    byLabel(
      'store',
      'packboard_engine_restarts_total',
      'How often an engine that came with Packboard ended and was started again',
      () => ({
        telemetry: deps.telemetry.metrics().engineRestarts,
        management: deps.management.engineRestarts(),
      }),
    ),
    ...silence(deps),
    gauge('packboard_live_streams', 'Open live streams', () => streams.count),
    byLabel(
      'by',
      'packboard_live_streams_ended_total',
      'Ended live streams, by who ended them',
      () => streams.ended,
    ),
    gauge('packboard_questions_running', 'Questions in the telemetry engine', () => gate.running),
    gauge(
      'packboard_body_bytes',
      'Bytes of large bodies that are read or worked on',
      () => bodies.bytes,
    ),
    ...alertFigures(deps),
    gauge('packboard_questions_waiting', 'Questions that wait for their turn', () => gate.waiting),
    ...Object.keys(telemetry())
      // Of both engines, above.
      .filter((name) => name !== 'engineRestarts')
      .map((name) =>
        gauge(`packboard_telemetry_${snakeCase(name)}`, `Telemetry: ${name}`, () =>
          Number(telemetry()[name]),
        ),
      ),
    byLabel(
      'part',
      'packboard_disk_bytes',
      'The disk of the data directory, and the free space below which it is low or full; absent where the stores are on other machines',
      (): Values => {
        const space = deps.disk.space()
        if (!space) return {}
        const { low, full } = diskBounds(space)
        return { free: space.freeBytes, total: space.totalBytes, low, full }
      },
    ),
    slices(
      'slices_total',
      'Slices of work of which a sender decides how much it is',
      (one) => one.slices,
    ),
    slices(
      'long_slices_total',
      `Slices that used more than ${longSliceMs} ms of the processor: everybody waited for them`,
      (one) => one.longSlices,
    ),
    slices(
      'longest_slice_seconds',
      'Processor time of the longest slice since the start',
      (one) => Math.round(one.longestMs) / 1_000,
      'gauge',
    ),
    ...backupFigures(deps.backups),
    ...clusterFigures(deps.cluster),
    ...outboxFigures(deps),
    ...(deps.ingest?.metrics() ?? []),
  ]
}

const slices = (
  name: string,
  help: string,
  read: (count: SliceCount) => number,
  type: Figure['type'] = 'counter',
): Figure => ({
  ...{ name: `packboard_${name}`, help, type, labelNames: ['work'] },
  values: () =>
    sliceCounts().map((count) => ({ labels: { work: count.work }, value: read(count) })),
})

/** What waits to leave the installation, and for how long mail has failed; both are of all processes together. */
const outboxFigures = ({ outbox, now }: Deps & OutboxDeps): Figure[] => [
  byLabel(
    'channel',
    'packboard_outbox_waiting',
    'Messages that wait to be sent, those of steps to come among them, by channel',
    async () => (await outbox.state().catch(() => undefined))?.waiting ?? {},
  ),
  {
    name: 'packboard_mail_failing_seconds',
    help: 'For how long the mail server has not taken e-mails; 0 while it takes them',
    type: 'gauge',
    labelNames: [],
    async values() {
      const since = (await outbox.state().catch(() => undefined))?.mailFailingSince
      return [{ labels: {}, value: since ? Math.round((now() - since.getTime()) / 1_000) : 0 }]
    },
  },
]

/** Absent where one process does everything. */
export function clusterFigures(
  cluster:
    | { cellStates(): readonly CellState[]; readonly clock: { offsetMs(): number } }
    | undefined,
): Figure[] {
  if (!cluster) return []
  const ofCells = (name: string, help: string, read: (cell: CellState) => boolean) =>
    byLabel('cell', name, help, () =>
      Object.fromEntries(cluster.cellStates().map((cell) => [cell.id, Number(read(cell))])),
    )
  return [
    ofCells(
      'packboard_cell_held',
      '1 when a process holds the cell, as far as this process knows, else 0',
      ({ held }) => held,
    ),
    ofCells(
      'packboard_cell_ok',
      '1 when the process that holds the cell can read and write its records, else 0',
      ({ ok }) => ok,
    ),
    gauge(
      'packboard_clock_offset_seconds',
      'By how much the clock of this process is ahead of that of PostgreSQL',
      () => Math.round(cluster.clock.offsetMs()) / 1_000,
    ),
  ]
}

/** Absent before the first good backup, and where the stores are on other servers. */
function backupFigures({ last, counts, elsewhere }: BackupDeps['backups']): Figure[] {
  if (elsewhere !== undefined) return []
  const ofLast = (name: string, help: string, read: (run: Last) => number): Figure => ({
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
    byLabel(
      'outcome',
      'packboard_backups_total',
      'Backups since the start of this process, by outcome',
      () => counts,
    ),
  ]
}
type Last = NonNullable<ReturnType<BackupDeps['backups']['last']>>

/** Of the process that holds the records; absent elsewhere. */
function silence({ telemetry, directory, now }: Deps): Figure[] {
  return [
    byLabel(
      'state',
      'packboard_machines',
      'Machines by the newest sample that they sent themselves: within the hold limit, silent for less than a day, for longer, never sent one',
      (): Values => {
        const heard = telemetry.heardAt()
        return heard ? machineSilence(directory.machines(), heard, now()) : {}
      },
    ),
    {
      name: 'packboard_newest_record_age_seconds',
      help: 'How old the newest sample is that any machine sent itself; absent before the first one',
      type: 'gauge',
      labelNames: [],
      values() {
        const age = newestAge(directory.machines(), telemetry.heardAt() ?? new Map(), now())
        return age === undefined ? [] : [{ labels: {}, value: age / 1_000 }]
      },
    },
  ]
}

const gauge = (name: string, help: string, read: () => number): Figure => ({
  name,
  help,
  type: 'gauge',
  labelNames: [],
  values: () => [{ labels: {}, value: read() }],
})

/** A value for each word of a label; what counts up ends with `_total`. */
const byLabel = (
  label: string,
  name: string,
  help: string,
  read: () => Values | Promise<Values>,
): Figure => ({
  name,
  help,
  type: name.endsWith('_total') ? 'counter' : 'gauge',
  labelNames: [label],
  values: async () =>
    Object.entries(await read()).map(([word, value]) => ({ labels: { [label]: word }, value })),
})
type Values = Readonly<Record<string, number>>

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** From here on a machine is silent for a day: longer than a night, shorter than a weekend. */
const dayMs = 24 * 3_600_000

/** How many machines send; each machine is in one of them. */
type MachineSilence = {
  /** Its newest sample is within its hold limit (D11). */
  readonly sending: number
  /** OFFLINE, for less than a day. */
  readonly silent: number
  readonly silent_for_a_day: number
  /** It never sent a sample; imported history is none. */
  readonly never: number
}

/** Counts the machines by the time of the newest sample that they sent; a clock that is a little ahead counts as now. */
function machineSilence(
  machines: Iterable<Pick<DirectoryMachine, 'machineId' | 'holdMs'>>,
  heard: ReadonlyMap<number, number>,
  now: number,
): MachineSilence {
  const counts = { sending: 0, silent: 0, silent_for_a_day: 0, never: 0 }
  for (const { machineId, holdMs } of machines) {
    const at = heard.get(machineId)
    if (at === undefined) counts.never += 1
    else if (now - at <= holdMs) counts.sending += 1
    else if (now - at <= dayMs) counts.silent += 1
    else counts.silent_for_a_day += 1
  }
  return counts
}

/** How old the newest sample of these machines is, ms; undefined before the first one. */
function newestAge(
  machines: Iterable<Pick<DirectoryMachine, 'machineId'>>,
  heard: ReadonlyMap<number, number>,
  now: number,
): number | undefined {
  let latest = Number.NEGATIVE_INFINITY
  for (const { machineId } of machines) latest = Math.max(latest, heard.get(machineId) ?? latest)
  return Number.isFinite(latest) ? Math.max(0, now - latest) : undefined
}

/** Of the process that evaluates rules of alerts; the others have none. */
function alertFigures({ alertWatch }: AlertWatchDeps): Figure[] {
  if (alertWatch === undefined) return []
  return [
    gauge('packboard_alerts_open', 'Open alerts', () => alertWatch.figures().open),
    gauge(
      'packboard_alerts_lag_seconds',
      'How long the evaluation of a rule waits that is due longest',
      () => alertWatch.figures().lagSeconds,
    ),
  ]
}
