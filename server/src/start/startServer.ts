import type { AddressInfo } from 'node:net'
import { type Ingest, startIngest } from '@packboard/ingest'
import {
  demoAccountsExist,
  ensureFirstAdmin,
  forgetOldFailures,
  forgetOldSessions,
  type Management,
  openManagement,
  seedDemo,
} from '@packboard/management'
import { openTelemetry, type Telemetry } from '@packboard/telemetry/store'
import { putMachineRules } from '@packboard/telemetry/write'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { isLoopback } from '../http/connections.ts'
import type { Door } from '../http/door.ts'
import type { Parts } from '../parts.ts'
import { prepareDataDirectory } from './dataDirectory.ts'
import { floorDirectory } from './floorDirectory.ts'

/** A server that listens. */
export type RunningServer = {
  readonly url: string
  /** Where machines publish; undefined on a server that takes no records. */
  readonly mqttPort: number | undefined
  /** What it opened; for tests, which look inside. */
  readonly parts: Parts
  /** Takes nothing more in, finishes what it has, closes everything; at most about 10 s for what is under way. */
  stop(): Promise<void>
}

export type StartOptions = {
  readonly config: Config
  readonly demo: boolean
  readonly log: Logger
  readonly webDir?: string
  readonly now?: () => number
  /** How invitations are sent; without it they are only told in the log. */
  readonly sendInvitation?: (userId: number) => Promise<void>
}

/** What is under way when a stop begins gets this long. */
const drainMs = 10_000
const houseworkMs = 3_600_000

/** Opens the stores side by side, then the doors: first for machines, then for people. Whatever fails closes the rest. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, demo, log, webDir, now = Date.now } = options
  checkTogether(config, demo)
  await prepareDataDirectory(config.dataDir)

  const closers: (() => Promise<void> | void)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      await Promise.resolve(close()).catch((error: unknown) => {
        log.error({ err: error }, 'a part did not close')
      })
    }
  }

  try {
    const [management, telemetry] = await openStores(options, closers)
    const { directory, stop } = await floorDirectory({
      management,
      externalBroker: config.mqttUrl !== undefined,
      log,
      putRules: (rules) => putMachineRules(telemetry, rules),
    })
    closers.push(stop)
    const ingest =
      config.role === 'api'
        ? undefined
        : await startIngest({
            directory,
            telemetry,
            mqttPort: config.mqttPort,
            // D57: machines reach the embedded broker through this machine only.
            mqttHost: '127.0.0.1',
            ...(config.mqttUrl !== undefined && { mqttUrl: config.mqttUrl }),
            now,
            log,
          })
    const parts: Parts = {
      config,
      log,
      now,
      telemetry,
      management,
      directory,
      ingest,
      sendInvitation:
        options.sendInvitation ??
        (async (user) => log.warn({ user }, 'no e-mail is set up: an invitation was not sent')),
      webDir,
    }
    const app = await createApp(parts)
    closers.push(() => closeDoors(app, ingest, log))
    await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: () => 'listening',
    })
    closers.push(housework(management, log))
    return { url: urlOf(app, config.host), mqttPort: ingest?.mqttPort, parts, stop: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Settings that are right one by one and wrong together. */
function checkTogether({ host, role, clickhouseUrl, databaseUrl }: Config, demo: boolean) {
  if (demo && !isLoopbackHost(host)) {
    throw new ConfigError(
      'HOST must be an address of this machine alone in the demo, because everybody knows its passwords; remove HOST or start without --demo.',
    )
  }
  if (role !== 'all' && (clickhouseUrl === undefined || databaseUrl === undefined)) {
    throw new ConfigError(
      `ROLE=${role} needs CLICKHOUSE_URL and DATABASE_URL, because the built-in engines serve one process; set both or remove ROLE.`,
    )
  }
}

const isLoopbackHost = (host: string) => host === 'localhost' || isLoopback(host)

async function openStores(
  { config, demo, log, now = Date.now }: StartOptions,
  closers: (() => Promise<void> | void)[],
): Promise<[Management, Telemetry]> {
  const { dataDir } = config
  const [management, telemetry] = await Promise.allSettled([
    openManagement({ dataDir, url: config.databaseUrl, log, now }).then(async (opened) => {
      closers.push(() => opened.close())
      await people(opened, config, demo, log)
      return opened
    }),
    openTelemetry({
      dataDir,
      ...(config.clickhouseUrl !== undefined && { url: config.clickhouseUrl }),
      ...(config.clickhouseCluster !== undefined && { cluster: config.clickhouseCluster }),
      log,
      now,
    }).then((opened) => {
      closers.push(() => opened.close())
      return opened
    }),
  ])
  if (management.status === 'rejected') throw management.reason
  if (telemetry.status === 'rejected') throw telemetry.reason
  return [management.value, telemetry.value]
}

/** Who can sign in after this start. */
async function people(management: Management, config: Config, demo: boolean, log: Logger) {
  if (demo) {
    const outcome = await seedDemo(management)
    if (outcome === 'seeded') log.info('the demo was written')
    return
  }
  if (!isLoopbackHost(config.host) && (await demoAccountsExist(management))) {
    throw new ConfigError(
      'HOST must be an address of this machine alone while accounts with the demo password exist; remove HOST or use another PACKBOARD_DATA.',
    )
  }
  const { adminPassword } = config
  const outcome = await ensureFirstAdmin(management, adminPassword)
  if (outcome === 'created') {
    log.warn(
      'the account "admin" was created with the password of PACKBOARD_ADMIN_PASSWORD; remove the variable now',
    )
  }
  if (outcome === 'missing') {
    log.warn(
      'nobody can sign in yet: start once with PACKBOARD_ADMIN_PASSWORD to create the account "admin"',
    )
  }
}

/** Both doors close at the same time: nobody is let in any more, and what is inside is finished. */
async function closeDoors(app: Door, ingest: Ingest | undefined, log: Logger) {
  const slow = setTimeout(() => {
    log.warn('some requests did not end in time and were cut off')
    app.server.closeAllConnections()
  }, drainMs)
  try {
    await Promise.all([app.close(), ingest?.close()])
  } finally {
    clearTimeout(slow)
  }
}

/** Forgets what has run out, once an hour. */
function housework(management: Management, log: Logger): () => void {
  const timer = setInterval(() => {
    Promise.all([forgetOldSessions(management), forgetOldFailures(management)]).catch(
      (error: unknown) => log.warn({ err: error }, 'old sessions were not forgotten'),
    )
  }, houseworkMs)
  timer.unref()
  return () => clearInterval(timer)
}

function urlOf(app: Door, host: string): string {
  const { port } = app.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
