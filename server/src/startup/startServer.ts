import {
  type CellLease,
  cellIsNamed,
  cellOfClient,
  erasureList,
  erasuresDone,
  type Management,
  sealStored,
} from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { clientsToErase, eraseNames, putMachineRules } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'
import type { Logger } from 'pino'
import { startAlertWatch } from '../alerts/alertWatch.ts'
import { type AppDeps, createApp } from '../app.ts'
import { startBackups } from '../backup/backupService.ts'
import type { CellReport } from '../cluster/cluster.ts'
import { commandWork } from '../commands/commandWork.ts'
import { openControlSocket } from '../commands/controlSocket.ts'
import { startAskingCompanies } from '../companySignIn/askCompanies.ts'
import type { Config } from '../config.ts'
import { planBook } from '../exclusions/planBook.ts'
import { type RecordFileService, startRecordFiles } from '../files/recordFiles.ts'
import type { OutsideHosts } from '../http/outsideHosts.ts'
import { deviceVolume } from '../monitoring/deviceVolume.ts'
import { limitsInForce } from '../monitoring/nearLimits.ts'
import { startReports } from '../outbox/reports/startReports.ts'
import { applyChanges } from '../panel/applyChanges.ts'
import type { WatchedCertificate } from '../program/certificateFiles.ts'
import { withReserve } from '../program/diskReserve.ts'
import {
  type Disk,
  type DiskSpace,
  diskSpaceOf,
  unwatchedDisk,
  watchDisk,
} from '../program/diskSpace.ts'
import { type RecentLog, recentLog } from '../program/log.ts'
import { writeProcessFile } from '../program/processFile.ts'
import { answerAfterHistory } from './demoAnswers.ts'
import { demoAccounts, firstAdmin, reportFirstAdmin } from './firstAdmin.ts'
import { floorDirectory } from './floorDirectory.ts'
import { forgetDaily, keepChains, maintainHourly, noteChanges } from './maintenance.ts'
import { matchStores } from './matchStores.ts'
import {
  checkNetwork,
  checkTogether,
  httpCertificate,
  isPlain,
  logPlain,
  mqttCertificate,
  reachOf,
  urlOf,
} from './network.ts'
import { closeSources, openSources } from './openSources.ts'
import {
  openCompany,
  openDemoStores,
  openMail,
  openStores,
  prepareDataDirectory,
  type Stores,
} from './openStores.ts'
import { plantBrokerOf } from './plantBroker.ts'

/** A server that listens. */
export type RunningServer = {
  readonly url: string
  /** Where machines publish; undefined on a server that receives no records. */
  readonly mqttPort: number | undefined
  /** Where they publish encrypted; undefined without a certificate. */
  readonly mqttTlsPort: number | undefined
  /** By this link the first administrator chooses a password; undefined where a person can sign in already. */
  readonly firstAdminLink: string | undefined
  /** What it opened; only for tests. */
  readonly deps: AppDeps
  /** Stops accepting, finishes running requests, closes everything; at most about 10 s for running requests. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly config: Config
  readonly demo: boolean
  /** How much of the past of the demo its plant has written, 0 … 1; null when it writes none. */
  readonly demoHistory?: () => number | null
  /** Joins two stores that are not halves of one installation, on purpose (D68). */
  readonly adopt?: boolean
  /** Makes the hour rows from the minutes again, while the server runs. */
  readonly rebuildHours?: boolean
  readonly log: Logger
  /** What remembers the lines of the log; without it a support bundle has none. */
  readonly recentLog?: RecentLog
  /** The environment that `config` was read from; by default that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly webDir?: string
  readonly docsDir?: string
  /**
   * Aborted when a stop begins: a start may wait for a cell for as long as others hold them, and an engine that ends from then on is
   * not started again.
   */
  readonly ending?: AbortSignal
  /** Called when another process may hold the cell of this one, ready or not: it must end at once. */
  readonly onCellLost?: () => void
  readonly now?: () => number
  /** The clock that all processes of a cluster have in common; default that of PostgreSQL. */
  readonly storeNow?: () => Promise<number>
  /** How the free space is found; default the disk of the data directory, where one of the stores is on it. */
  readonly diskSpace?: () => Promise<DiskSpace>
  /** Which push services may be connected to; only for tests, whose service is on this machine. */
  readonly pushHosts?: OutsideHosts
}

/** Opens the stores in parallel, then the ports: first for machines, then for people. A failure closes the rest. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, demo, log, webDir, docsDir, now = Date.now } = options
  checkTogether(config, demo)
  checkNetwork(config, demo)
  plantBrokerOf(config)
  await prepareDataDirectory(config.dataDir)
  const disk = await watchedDisk(options)
  const closers: (() => Promise<void> | void)[] = [() => disk.stop()]
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      await Promise.resolve(close()).catch((error: unknown) => {
        log.error({ err: error }, 'A service could not be closed')
      })
    }
  }

  try {
    const machines = await mqttCertificate(config, log)
    if (machines) closers.push(() => machines.stop())
    const screens = await httpCertificate(config, log)
    if (screens) closers.push(() => screens.stop())
    logPlain(config, log)
    const limits = limitsInForce(config.limits)
    const open = isOwnDemo(options) ? openDemoStores : openStores
    const stores = await open({ ...options, now, limits, closers })
    const { management, telemetry, parts, cluster, lease } = stores
    closers.push(await writeProcessFile(config.dataDir))
    await joinStores(stores, options, closers)
    await demoAccounts(management, config, demo, log)
    let reached = ''
    const publicUrl = () => config.publicUrl ?? reached
    const { outbox, mail } = await openMail({ ...options, management, now, publicUrl }, closers)
    const { directory, stop } = await floorDirectory({
      management,
      externalBroker: config.mqttUrl !== undefined,
      log,
      ...(parts && { putRules: (rules) => putMachineRules(telemetry, rules) }),
      ...(lease && { cellId: lease.id }),
      now,
    })
    closers.push(stop, await limits.follow(management))
    // Before records and requests are accepted. A server that holds no records changes none.
    if (parts) closers.push(...(await goOn({ management, telemetry, cellId: lease?.id, log })))
    const volume = deviceVolume({ management, log, now }, () => limits.now().deviceMegabytesPerDay)
    const backups = await startBackups({ config, management, telemetry, log, now })
    closers.push(() => backups.stop())
    const sources = { directory, volume, ...gatesOf(disk, cluster), now, log }
    const ingest = await openSources(stores, config, machines, sources)
    const { dataDir } = config
    const recordFiles: RecordFileService | undefined =
      config.role === 'all' && ingest
        ? await startRecordFiles({ dataDir, management, directory, ingest, disk, log, now })
        : undefined
    const company = openCompany(config, now, closers)
    const deps: AppDeps = {
      reports: parts && startReports({ ...stores, outbox, now, log }, closers),
      alertWatch: parts && startAlertWatch({ ...stores, backups, outbox, now, log }, closers),
      config,
      demo,
      demoHistory: options.demoHistory ?? (() => null),
      log,
      recentLog: options.recentLog ?? recentLog(),
      env: options.env ?? process.env,
      now,
      telemetry,
      management,
      plans: planBook({ management, telemetry }),
      directory,
      mail,
      outbox,
      company,
      disk,
      backups,
      limits,
      recordFiles,
      ingest,
      cluster,
      cell: lease && { id: lease.id },
      ...{ webDir, docsDir },
      certificate: screens,
      network: networkOf(config, ingest, [screens, machines]),
    }
    // Before the port opens: a server that is ready lets the first administrator in.
    const first = demo ? undefined : await firstAdmin(management, config)
    const app = await createApp(deps)
    closers.push(() => closeSources(app, ingest, log))
    // What is being read ends before the pipeline that it goes to.
    if (recordFiles) closers.push(() => recordFiles.stop())
    await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: () => 'listening',
    })
    reached = urlOf(app, config)
    const internalUrl = config.internalUrl ?? reached
    if (lease) announce(lease, internalUrl, telemetry)
    if (cluster && config.role !== 'api') await cluster.join(internalUrl)
    const firstAdminLink = first && reportFirstAdmin(first, publicUrl(), log)
    // The others may not even know the mail server.
    const office = config.role === 'all' || config.role === 'api' ? mail : undefined
    closers.push(maintainHourly(management, office, log), keepChains(management, log))
    if (office) closers.push(startAskingCompanies({ management, company, log, now }))
    if (parts) {
      closers.push(forgetDaily({ config, management, telemetry, log }), answerAfterHistory(deps))
      const files = recordFiles && { service: recordFiles, directory }
      closers.push(await openCommands(stores, options, { backups, ...(files && { files }) }))
    }
    return {
      url: reached,
      mqttPort: ingest?.mqttPort || undefined,
      mqttTlsPort: ingest?.mqttTlsPort,
      firstAdminLink,
      deps,
      stop: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** When records must be refused: the disk has no room for them, or the clock would stamp them wrongly. */
function gatesOf(disk: Disk, cluster: Stores['cluster']) {
  return {
    mayStore: () => disk.state() !== 'full',
    ...(cluster && { isClockRight: () => !cluster.clock.isWrong() }),
  }
}

function networkOf(
  config: Config,
  ingest: AppDeps['ingest'],
  certificates: readonly (WatchedCertificate | undefined)[],
): AppDeps['network'] {
  return {
    isPlain: isPlain(config),
    reach: reachOf({ config, ingest }),
    isCertificateStale: () => certificates.some((one) => one?.isStale()),
  }
}

/** Whether the directory is the one that only the demo uses. */
function isOwnDemo({ demo, env = process.env }: StartOptions): boolean {
  const { PACKBOARD_DATA: chosen } = env
  return demo === true && chosen === undefined
}

async function watchedDisk({ config, diskSpace, log }: StartOptions): Promise<Disk> {
  const { dataDir, databaseUrl } = config
  const embedded = config.clickhouseUrls.length === 0 || databaseUrl === undefined
  const look = diskSpace ?? (embedded ? () => diskSpaceOf(dataDir) : undefined)
  if (!look) return unwatchedDisk
  return watchDisk(databaseUrl === undefined ? withReserve(look, dataDir, log) : look, log)
}

/** Checks that the two stores of a process with records belong together and know each other's changes; seals secrets in clear. */
async function joinStores(
  { management, telemetry, parts, lease }: Stores,
  { config, adopt = false, rebuildHours, log }: StartOptions,
  closers: (() => Promise<void> | void)[],
) {
  if (parts) {
    const isNew = lease?.named === false
    await matchStores({ management, telemetry, places: config, adopt, isNew, log })
    await cellIsNamed(management, lease?.id ?? 0)
    await parts.release()
    if (rebuildHours) await telemetry.rebuildHours()
    // Closed after all that changes management.
    closers.push(noteChanges({ management, telemetry, log }))
  }
  await sealStored(management)
}

/** From now on commands of this machine reach the server. */
function openCommands(
  { management, telemetry, lease }: Stores,
  { config: { dataDir }, log }: StartOptions,
  { backups, files }: Pick<Parameters<typeof commandWork>[0], 'backups' | 'files'>,
) {
  const work = commandWork({
    management,
    telemetry,
    dataDir,
    backups,
    process: process.pid,
    ...(lease && { cell: { id: lease.id } }),
    ...(files && { files }),
  })
  return openControlSocket(dataDir, work, log)
}

/** From now on the others send the calls of this cell here. */
function announce(lease: CellLease, url: string, telemetry: Telemetry) {
  let health = { ok: true, detail: 'held' }
  lease.report(() => {
    telemetry
      .health()
      .then((now) => {
        health = now
      })
      .catch(() => undefined)
    return { ...health, damage: telemetry.damage() } satisfies CellReport
  })
  lease.announce(url)
}

/** Changes of stored records that a stop may have left undone. */
const goOn = async (parts: Parameters<typeof keepErased>[0]) => [
  await keepErased(parts),
  applyChanges(parts),
]

const lookAgainMs = 5_000

/**
 * Keeps erased names out of the records (D54). The store knows which list of names its records of a client are free of: what
 * lacks the list of now, as a restored store does, is searched at the start, and within 5 s what is requested later. Resolves
 * when no name that was erased before can be received any more; the stored records are processed in the background. What
 * fails, or is interrupted by a stop, is repeated. The returned function ends it.
 */
async function keepErased(parts: {
  readonly management: Management
  readonly telemetry: Telemetry
  /** Of a process that holds one: only the records of its clients are here. */
  readonly cellId?: number | undefined
  readonly log: FastifyBaseLogger
}): Promise<() => void> {
  const { management, telemetry, cellId, log } = parts
  await eraseNames(telemetry, await erasureList(management), [])
  /** A client stays in its cell. */
  const elsewhere = new Set<number>()
  let busy = false
  let ended = false

  function warn(fields: object) {
    if (ended) return
    log.warn(fields, 'Erased names could not be removed from the records; trying again')
  }

  async function isHere(clientId: number): Promise<boolean> {
    if (cellId === undefined) return true
    if (elsewhere.has(clientId)) return false
    if ((await cellOfClient(management, clientId)) === cellId) return true
    elsewhere.add(clientId)
    return false
  }

  async function look() {
    const list = await erasureList(management)
    const due = [
      ...list.open.map(({ clientId }) => clientId),
      ...(await clientsToErase(telemetry, list)),
    ]
    for (const clientId of new Set(due)) {
      if (ended) return
      if (!(await isHere(clientId))) continue
      try {
        await eraseNames(telemetry, list, [clientId])
      } catch (error) {
        // Records of this client cannot be read: names of the others are erased all the same.
        warn({ err: error, clientId })
        continue
      }
      const done = list.open.filter((each) => each.clientId === clientId)
      await erasuresDone(
        management,
        done.map(({ id }) => id),
      )
    }
  }
  function lookNow() {
    if (busy || ended) return
    busy = true
    look()
      .catch((error: unknown) => warn({ err: error }))
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(lookNow, lookAgainMs)
  timer.unref()
  lookNow()
  return () => {
    ended = true
    clearInterval(timer)
  }
}
