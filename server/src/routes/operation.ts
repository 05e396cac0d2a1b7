import {
  backups as backupsCall,
  type InstallationWarning,
  limits as limitsCall,
  makeBackup as makeBackupCall,
  setBackups as setBackupsCall,
  setLimits as setLimitsCall,
  type TakenStep,
  upgrades,
  warnings,
} from '@packboard/contract'
import {
  type BackupRun,
  backupRuns,
  backupSettings,
  changeBackupSettings,
  changeLimits,
  clocksOff,
  type MadeRun,
  machineDirectory,
  managementSteps,
  managementStepTimes,
  recordEvent,
} from '@packboard/management'
import {
  AppError,
  backupEveryHours,
  type LimitName,
  lastBackupDue,
  limitRanges,
  type WholeInstallation,
} from '@packboard/model'
import { telemetrySteps, telemetryStepTimes } from '@packboard/telemetry/backup'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { wholeInstallation } from '../access/panelScope.ts'
import type { AlertWatch, AlertWatchDeps } from '../alerts/alertWatch.ts'
import { storesElsewhere } from '../backup/backupFault.ts'
import type { BackupDeps } from '../backup/backupService.ts'
import { copyDays, keptUntil, upgradeCopy } from '../backup/copyBeforeUpgrade.ts'
import { isTight, roomForCopy } from '../backup/roomForCopy.ts'
import type { SchemaStep } from '../backup/schemas.ts'
import { clockLimits } from '../cluster/clockWatch.ts'
import type { ClusterDeps } from '../cluster/cluster.ts'
import type { Deps, Network } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { type DataLeft, damagedTable, dataLeft, isUpdating } from '../monitoring/dataLeft.ts'
import type { LimitDeps, NearLimits } from '../monitoring/nearLimits.ts'
import type { UntrustedProxy } from '../monitoring/untrustedProxy.ts'
import type { Outbox, OutboxDeps } from '../outbox/outbox.ts'
import { thisVersion } from '../program/version.ts'

/** How many of the latest runs are shown. */
const runsShown = 20

/** The backups of the installation (D86): for its administrators. */
export function backupRoutes(
  app: App,
  { management, backups, log, now }: Deps & BackupDeps,
  access: Access,
) {
  const route = routesOf(app, 'Running it')

  route(backupsCall, 'manageInstallation', async (request) => {
    wholeInstallation(access.panel(access.actor(request)))
    const [settings, runs, onSameDisk] = await Promise.all([
      backupSettings(management),
      backupRuns(management, runsShown),
      backups.isOnSameDisk().catch(() => false),
    ])
    const last = backups.last()
    return {
      elsewhere: backups.elsewhere !== undefined,
      folder: backups.folder,
      onSameDisk,
      encrypted: backups.isEncrypted,
      overdue: backups.isOverdue(),
      running: backups.running() ?? null,
      last: last ? made(last) : null,
      runs: runs.map(shownRun),
      everyHours: backupEveryHours.find((hours) => hours === settings.everyHours) ?? null,
      startHour: settings.startHour,
      keep: settings.keep,
      nextAt: nextOf(settings, now()),
      version: settings.version,
    }
  })

  route(setBackupsCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    wholeInstallation(access.panel(actor))
    const version = await changeBackupSettings(management, actor, request.body)
    return { message: 'Success!', version }
  })

  route(makeBackupCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    wholeInstallation(access.panel(actor))
    if (backups.elsewhere !== undefined) throw new AppError('backup.elsewhere')
    if (backups.running()) throw new AppError('backup.running')
    await recordEvent(management, actor, 'create', 'backup', {
      id: null,
      clientId: null,
      after: { folder: backups.folder },
    })
    // What becomes of it is in the list of runs; it may take longer than a call.
    backups.make().catch((error: unknown) => {
      log.debug({ err: error }, 'The backup that was begun on the panel failed')
    })
    return { message: 'Success!' }
  })
}

function made({ startedAt, endedAt, folder, name, ...rest }: MadeRun) {
  const { bytes, newBytes, records, pausedMs } = rest
  const seconds = secondsOf({ startedAt, endedAt })
  return { startedAt, seconds, folder, name, bytes, newBytes, records, pausedMs }
}

function shownRun(run: BackupRun) {
  if (run.name !== null) return { ok: true as const, ...made(run) }
  const { startedAt, folder, fault, detail } = run
  return { ok: false as const, startedAt, seconds: secondsOf(run), folder, fault, detail }
}

const secondsOf = ({ startedAt, endedAt }: Pick<BackupRun, 'startedAt' | 'endedAt'>) =>
  Math.round((endedAt.getTime() - startedAt.getTime()) / 100) / 10

function nextOf(settings: Parameters<typeof lastBackupDue>[0], now: number): Date | null {
  const last = lastBackupDue(settings, now)
  return last === null ? null : new Date(last + (settings.everyHours ?? 0) * 3_600_000)
}

/** The limits of the installation (D84): read and set by its administrators. */
export function limitRoutes(
  app: App,
  { management, limits, config }: Deps & LimitDeps,
  access: Access,
  near: (scope: WholeInstallation) => Promise<NearLimits>,
) {
  const route = routesOf(app, 'Running it')

  route(limitsCall, 'manageInstallation', async (request) => {
    const scope = wholeInstallation(access.panel(access.actor(request)))
    const set = (await machineDirectory(management)).limits()
    const inForce = limits.now()
    const limit = (name: LimitName) => ({
      value: inForce[name],
      set: set[name],
      default: config.limits[name],
      ...limitRanges[name],
    })
    return {
      deviceMegabytesPerDay: limit('deviceMegabytesPerDay'),
      quarantineRecords: limit('quarantineRecords'),
      quarantineMegabytes: limit('quarantineMegabytes'),
      version: set.version,
      ...(await near(scope)),
    }
  })

  route(setLimitsCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    wholeInstallation(access.panel(actor))
    const version = await changeLimits(management, actor, request.body)
    return { message: 'Success!', version }
  })
}

/** Versions of program and stores, and the way back (D86): for the administrators of the installation. */
export function upgradeRoutes(
  app: App,
  { management, telemetry, config }: Pick<Deps, 'management' | 'telemetry' | 'config'>,
  access: Access,
) {
  const route = routesOf(app, 'Running it')

  route(upgrades, 'manageInstallation', async (request) => {
    wholeInstallation(access.panel(access.actor(request)))
    const isOwn = storesElsewhere(config) === undefined
    const [records, people, copy, room] = await Promise.all([
      telemetryStepTimes(telemetry),
      managementStepTimes(management),
      shownCopy(config.dataDir),
      isOwn ? roomForCopy(config.dataDir) : null,
    ])
    return {
      version: thisVersion.version,
      commit: thisVersion.commit,
      steps: {
        records: taken(telemetrySteps, records),
        management: taken(managementSteps, people),
      },
      copy,
      copyDays,
      room: room && {
        bytes: room.copy.bytes,
        freeBytes: room.freeBytes,
        isEnough: !isTight(room),
      },
    }
  })
}

const taken = (steps: readonly SchemaStep[], times: ReadonlyMap<number, Date>): TakenStep[] =>
  steps
    .map(({ version, name }) => ({ version, name, takenAt: times.get(version) ?? null }))
    .reverse()

async function shownCopy(dataDir: string) {
  const copy = await upgradeCopy(dataDir)
  if (!copy) return null
  const { folder, by, madeAt, found, bytes } = copy
  return {
    ...{ folder, by, bytes, madeAt: new Date(madeAt), keptUntil: keptUntil(copy) },
    schemas: found && { records: found.telemetry, management: found.management },
  }
}

/** What is on the panel of admins until it is mended. */
export function warningRoutes(
  app: App,
  {
    backups,
    config,
    disk,
    telemetry,
    ingest,
    network,
    log,
    management,
    cluster,
    outbox,
    alertWatch,
  }: Deps & BackupDeps & ClusterDeps & OutboxDeps & AlertWatchDeps,
  access: Access,
  {
    proxy,
    near,
  }: {
    readonly proxy: UntrustedProxy
    readonly near: (scope: WholeInstallation) => Promise<NearLimits>
  },
) {
  const route = routesOf(app, 'Running it')

  /** An engine that is down must not hide the other warnings. */
  async function limitWarnings(scope: WholeInstallation): Promise<InstallationWarning[]> {
    try {
      const { devices, machines } = await near(scope)
      const full = machines ?? []
      if (devices.length + full.length === 0) return []
      return [{ code: 'limits.near', devices: devices.length, machines: full.length }]
    } catch (error) {
      log.warn({ err: error }, 'It is not known who is near a limit')
      return []
    }
  }

  function cellWarnings(): InstallationWarning[] {
    const cells = cluster?.book.notHeld() ?? []
    if (cells.length === 0) return []
    const clients = cells.reduce((sum, cell) => sum + cell.clients, 0)
    return [{ code: 'cells.notHeld', cells: cells.length, clients }]
  }

  /** Those of the processes that take or hold records, and that of this one, which the others do not know. */
  async function clockWarnings(): Promise<InstallationWarning[]> {
    if (!cluster) return []
    const { offMs } = clockLimits
    const others = await clocksOff(management, offMs)
    const own = config.role === 'api' ? [cluster.clock.offsetMs()] : []
    const off = [...others, ...own].map(Math.abs).filter((ms) => ms > offMs)
    if (off.length === 0) return []
    const seconds = Math.round(Math.max(...off) / 100) / 10
    return [{ code: 'clock.off', processes: off.length, seconds }]
  }

  route(warnings, 'manageInstallation', async (request) => {
    const scope = wholeInstallation(access.panel(access.actor(request)))
    return {
      warnings: [
        ...diskWarnings(disk),
        ...telemetry
          .damage()
          .map((one) => ({ code: 'records.damaged' as const, ...damagedTable(one) })),
        ...(proxy.seen() ? [{ code: 'proxy.untrusted' as const }] : []),
        ...networkWarnings(network),
        ...externalBrokerWarnings(ingest, network),
        ...(await limitWarnings(scope)),
        ...slowedDevices(ingest?.quarantineRate.slowed().length ?? 0),
        ...crowdedDevices(ingest?.crowdedDevices() ?? 0),
        ...cellWarnings(),
        ...(await clockWarnings()),
        ...backupWarnings(backups),
        ...updatingWarnings(dataLeft(telemetry)),
        ...notJoinedWarnings(telemetry.metrics().pastMonthsNotJoined),
        ...(await mailWarnings(outbox)),
        ...alertWarnings(alertWatch),
      ],
    }
  })
}

/** What is open to readers on the network, and a renewal of a certificate that failed. */
export const networkWarnings = (
  network: Pick<Network, 'isPlain' | 'isCertificateStale'>,
): InstallationWarning[] => [
  ...(network.isPlain ? [{ code: 'plain.onNetwork' as const }] : []),
  ...(network.isCertificateStale() ? [{ code: 'certificate.unusable' as const }] : []),
]

function externalBrokerWarnings(
  ingest: Deps['ingest'],
  { reach }: Pick<Network, 'reach'>,
): InstallationWarning[] {
  const lost = ingest?.externalBroker()?.lost
  if (!lost || !reach.externalBroker) return []
  const { host, port } = reach.externalBroker
  return [
    {
      ...{ code: 'externalBroker.lost', address: `${host}:${port}` },
      ...{ since: new Date(lost.since), reason: lost.reason.slice(0, 300) },
    },
  ]
}

const backupWarnings = (backups: BackupDeps['backups']): InstallationWarning[] =>
  backups.isOverdue() ? [{ code: 'backup.overdue', last: backups.last()?.startedAt ?? null }] : []

const updatingWarnings = (left: DataLeft): InstallationWarning[] =>
  isUpdating(left) ? [{ code: 'data.updating', ...left }] : []

async function mailWarnings(outbox: Outbox): Promise<InstallationWarning[]> {
  const { mailFailingSince: since, waiting } = await outbox.state()
  return since === null ? [] : [{ code: 'mail.failing', since, waiting: waiting.mail }]
}

/** Alerts that open so much later are worth a look; a short pause, as at a start, is not. */
const behindSeconds = 60

export function alertWarnings(
  watch: Pick<AlertWatch, 'figures'> | undefined,
): InstallationWarning[] {
  const lag = watch?.figures().lagSeconds ?? 0
  return lag <= behindSeconds ? [] : [{ code: 'alerts.behind', seconds: Math.round(lag) }]
}

const notJoinedWarnings = (months: number): InstallationWarning[] =>
  months === 0 ? [] : [{ code: 'months.notJoined', months }]

const slowedDevices = (devices: number): InstallationWarning[] =>
  devices === 0 ? [] : [{ code: 'devices.slowed', devices }]

const crowdedDevices = (devices: number): InstallationWarning[] =>
  devices === 0 ? [] : [{ code: 'devices.crowded', devices }]

function diskWarnings(disk: Deps['disk']): InstallationWarning[] {
  const state = disk.state()
  const space = disk.space()
  return state === 'ok' || !space ? [] : [{ code: `disk.${state}`, ...space }]
}
