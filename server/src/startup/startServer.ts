import { join } from 'node:path'
import { demoAccountsExist, seedDemo } from '@packboard/demo'
import { type Ingest, type IngestOptions, startIngest, startRemoteIngest } from '@packboard/ingest'
import {
  byOneProcess,
  type CellLease,
  cellIsNamed,
  forgetEmailChanges,
  forgetFullBuckets,
  forgetOldFailures,
  forgetOldLinks,
  forgetOldSessions,
  forgetRegistrations,
  type Management,
} from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { putMachineRules } from '@packboard/telemetry/write'
import type { Logger } from 'pino'
import { type AccountMail, openAccountMail } from '../accounts/accountMail.ts'
import { createApp } from '../app.ts'
import { startBackups } from '../backup/backupService.ts'
import { commandWork } from '../backup/commandWork.ts'
import { openControlSocket } from '../backup/controlSocket.ts'
import type { CellReport } from '../cluster/cellReport.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Deps } from '../deps.ts'
import { type RecordFileService, startRecordFiles } from '../files/recordFiles.ts'
import { isLoopbackHost } from '../http/connections.ts'
import type { App } from '../http/createApp.ts'
import { deviceVolume } from '../limits/deviceVolume.ts'
import { limitsInForce } from '../limits/limitsInForce.ts'
import { type DiskSpace, diskSpaceOf, unwatchedDisk, watchDisk } from '../monitoring/diskSpace.ts'
import { planBook } from '../plan/planBook.ts'
import { type RecentLog, recentLog } from '../support/recentLog.ts'
import { type WatchedCertificate, watchCertificate } from './certificateFiles.ts'
import { prepareDataDirectory } from './dataDirectory.ts'
import { firstAdmin, reportFirstAdmin } from './firstAdmin.ts'
import { floorDirectory } from './floorDirectory.ts'
import { forgetDaily } from './forgetDaily.ts'
import { keepErased } from './keepErased.ts'
import { matchStores } from './matchStores.ts'
import { checkNetwork, isPlain, logPlain, plainMqttHost } from './network.ts'
import { noteChanges } from './noteChanges.ts'
import { openDemoStores, openStores, type Stores } from './openStores.ts'
import { plantBrokerOf } from './plantBroker.ts'
import { writeProcessFile } from './processFile.ts'
import { reachOf } from './reachOf.ts'

/** A server that listens. */
export type RunningServer = {
  readonly url: string
  /** Where machines publish; undefined on a server that receives no records. */
  readonly mqttPort: number | undefined
  /** Where they publish encrypted; undefined without a certificate. */
  readonly mqttTlsPort: number | undefined
  /** What it opened; only for tests. */
  readonly deps: Deps
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
  /** How the free space is found; default the disk of the data directory, where one of the stores is on it. */
  readonly diskSpace?: () => Promise<DiskSpace>
}

/** How long running requests may take after a stop begins. */
const drainMs = 10_000
const maintenanceMs = 3_600_000

/** Opens the stores in parallel, then the ports: first for machines, then for people. A failure closes the rest. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, demo, adopt = false, log, webDir, docsDir, now = Date.now } = options
  checkTogether(config, demo)
  checkNetwork(config, demo)
  plantBrokerOf(config)
  await prepareDataDirectory(config.dataDir)
  const embedded = config.clickhouseUrls.length === 0 || config.databaseUrl === undefined
  const look = options.diskSpace ?? (embedded ? () => diskSpaceOf(config.dataDir) : undefined)
  const disk = look ? await watchDisk(look, log) : unwatchedDisk

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
    const { ending, onCellLost } = options
    const { PACKBOARD_DATA: chosen } = options.env ?? process.env
    const open = demo && chosen === undefined ? openDemoStores : openStores
    const stores = await open({ config, log, now, limits, ending, onCellLost, closers })
    const { management, telemetry, parts, cluster, lease } = stores
    closers.push(await writeProcessFile(config.dataDir))
    if (parts) {
      const isNew = lease?.named === false
      await matchStores({ management, telemetry, places: config, adopt, isNew, log })
      await cellIsNamed(management, lease?.id ?? 0)
      await parts.release()
      if (options.rebuildHours) await telemetry.rebuildHours()
      // Closed after all that changes management.
      closers.push(noteChanges({ management, telemetry, log }))
    }
    await people(management, config, demo, log)
    let reached = ''
    const publicUrl = () => config.publicUrl ?? reached
    const mail = await openAccountMail({ config, management, log, now, publicUrl })
    closers.push(() => mail.close())
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
    if (parts) closers.push(await keepErased({ management, telemetry, cellId: lease?.id, log }))
    const volume = deviceVolume({ management, log, now }, () => limits.now().deviceMegabytesPerDay)
    const backups = await startBackups({ config, management, telemetry, log, now })
    closers.push(() => backups.stop())
    const sources = { directory, volume, mayStore: () => disk.state() !== 'full', now, log }
    const ingest = await openSources(stores, config, machines, sources)
    const { dataDir } = config
    const recordFiles: RecordFileService | undefined =
      config.role === 'all' && ingest
        ? await startRecordFiles({ dataDir, management, directory, ingest, disk, log, now })
        : undefined
    const deps: Deps = {
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
      disk,
      backups,
      limits,
      recordFiles,
      ingest,
      cluster,
      cell: lease && { id: lease.id },
      webDir,
      docsDir,
      certificate: screens,
      network: {
        isPlain: isPlain(config),
        reach: reachOf({ config, ingest }),
        isCertificateStale: () => [screens, machines].some((one) => one?.isStale()),
      },
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
    if (first) reportFirstAdmin(first, publicUrl(), log)
    closers.push(maintenance(management, sendsMail(config) ? mail : undefined, log))
    if (parts) closers.push(forgetDaily({ config, management, telemetry, log }))
    if (parts) {
      const work = commandWork({
        ...{ management, telemetry, dataDir, backups, process: process.pid },
        ...(lease && { cell: { id: lease.id } }),
        ...(recordFiles && { files: { service: recordFiles, directory } }),
      })
      closers.push(await openControlSocket(dataDir, work, log))
    }
    return {
      url: reached,
      mqttPort: ingest?.mqttPort || undefined,
      mqttTlsPort: ingest?.mqttTlsPort,
      deps,
      stop: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The sources of a process that receives records: into its own store, or to the processes that hold them. */
async function openSources(
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

/** Settings that are valid one by one and invalid together. */
function checkTogether(config: Config, demo: boolean) {
  const { host, role, clickhouseUrls, databaseUrl } = config
  if (demo && !isLoopbackHost(host)) {
    throw new ConfigError(
      'HOST must be an address of this machine alone in the demo, because everybody knows its passwords; remove HOST, or run `npm start -- serve`.',
    )
  }
  if (role !== 'all' && databaseUrl === undefined) {
    throw new ConfigError(
      `ROLE=${role} needs DATABASE_URL, because the built-in engine serves one process; set it or remove ROLE.`,
    )
  }
  if (role === 'ledger' && clickhouseUrls.length === 0) {
    throw new ConfigError(
      'ROLE=ledger needs CLICKHOUSE_URL, because the built-in engine serves one process; set it or remove ROLE.',
    )
  }
  if (role === 'all' && (clickhouseUrls.length > 1 || config.cells > 1)) {
    throw new ConfigError(
      'CELLS and several servers in CLICKHOUSE_URL need processes with ROLE=ledger, api and ingest; set ROLE or remove them.',
    )
  }
  if (config.smtpUrl !== undefined && config.publicUrl === undefined) {
    throw new ConfigError(
      'SMTP_URL needs PUBLIC_URL, because the links in e-mails must lead here; set PUBLIC_URL to the address that people open.',
    )
  }
}

/** The certificate of the broker's encrypted port. */
async function mqttCertificate(
  { role, mqttTlsCert, mqttTlsKey, mqttTlsCa }: Config,
  log: Logger,
): Promise<WatchedCertificate | undefined> {
  if (role === 'api' || role === 'ledger' || mqttTlsCert === undefined || mqttTlsKey === undefined)
    return undefined
  const names = 'MQTT_TLS_CERT, MQTT_TLS_KEY'
  return watchCertificate(
    { names, certFile: mqttTlsCert, keyFile: mqttTlsKey, caFile: mqttTlsCa },
    log,
  )
}

/** The certificate of the screens and calls. */
async function httpCertificate(
  { tlsCert, tlsKey }: Config,
  log: Logger,
): Promise<WatchedCertificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  return watchCertificate({ names: 'TLS_CERT, TLS_KEY', certFile: tlsCert, keyFile: tlsKey }, log)
}

/** Who can sign in after this start. */
async function people(management: Management, config: Config, demo: boolean, log: Logger) {
  if (demo) {
    const outcome = await seedDemo(management)
    if (outcome === 'seeded') log.info('the demo was written')
    return
  }
  const isReachable = !isLoopbackHost(config.host) || !isLoopbackHost(config.mqttHost)
  if (isReachable && (await demoAccountsExist(management))) {
    throw new ConfigError(
      'HOST and MQTT_HOST must be addresses of this machine alone while accounts with the demo password exist; remove HOST and MQTT_HOST or use another PACKBOARD_DATA.',
    )
  }
}

/** Both servers close at the same time: nothing new is accepted, and running requests are finished. */
async function closeSources(app: App, ingest: Ingest | undefined, log: Logger) {
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

/** The others may not even know the mail server. */
const sendsMail = ({ role }: Config) => role === 'all' || role === 'api'

/** Deletes what has expired and sends again what was never sent, once an hour. */
function maintenance(
  management: Management,
  mail: AccountMail | undefined,
  log: Logger,
): () => void {
  const timer = setInterval(() => {
    Promise.all([
      forgetOldSessions(management),
      forgetOldFailures(management),
      forgetFullBuckets(management),
      forgetOldLinks(management),
      forgetEmailChanges(management),
      forgetRegistrations(management),
    ]).catch((error: unknown) => log.warn({ err: error }, 'Expired sessions could not be deleted'))
    sendAgain()
  }, maintenanceMs)
  const sendAgain = () =>
    mail &&
    byOneProcess(management, 'send invitations again', () => mail.inviteAgain()).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'Invitations could not be sent again')
      },
    )
  // What an earlier run of this server could not send.
  void sendAgain()
  timer.unref()
  return () => clearInterval(timer)
}

function urlOf(app: App, { host, tlsCert }: Config): string {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port is open')
  return `${tlsCert === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
