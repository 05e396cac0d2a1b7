import { type FileHandle, mkdir, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { EngineLog } from '../engineLog.ts'
import { type ClusterCheck, checkCluster } from './checkCluster.ts'
import { ClusterNotOpened, createCluster, superuserName } from './createCluster.ts'
import { enginePrograms } from './enginePrograms.ts'
import { engineSecret, engineUser } from './engineUser.ts'
import {
  endHung,
  endOrphan,
  heartbeat,
  heartbeatLimits,
  lockDataDirectory,
} from './lockDataDirectory.ts'
import { type PostgresHost, socketPort, startHost } from './startHost.ts'

/** How the product reaches its PostgreSQL: a socket that only Packboard's user can open. */
type EngineConnection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** A PostgreSQL of Packboard's own, which is restarted when it dies and ends when Packboard ends. */
export type Engine = {
  readonly connection: EngineConnection
  /** The postmaster, while it runs. */
  pid(): number | undefined
  /** How many times it had to be started again. */
  restarts(): number
  /** Waits until PostgreSQL answers; false when it did not in time. */
  ready(patienceMs: number): Promise<boolean>
  /** Reads every page of the database and compares it with its checksums. */
  check(): Promise<ClusterCheck>
  close(): Promise<void>
}

/** Restarts happen at once, then with growing pauses; a read waits longer than the slowest (storeLimits.comeBackMs). */
const firstBackOffMs = 50
const longestBackOffMs = 2_000
/** An engine that ran this long is restarted without a pause. */
const healthyAfterMs = 20_000
/** A start that replays a long log may take a while; beyond this it has failed. */
const startPatienceMs = 120_000
/** The path of a socket has at most 107 characters; `/.s.PGSQL.5432` is the end of it. */
const longestSocketDirectory = 90
const roleName = 'packboard'

type Given = {
  /** Aborted when the stop of Packboard has begun: a PostgreSQL that ends from then on is not started again. */
  readonly ending?: AbortSignal | undefined
  /** Only tests pass these two, which replace the product's own. */
  readonly settings?: Readonly<Record<string, string>>
  readonly beats?: Record<keyof typeof heartbeatLimits, number>
}

/** Starts the PostgreSQL of a data directory and watches it. Rejects with DataDirectoryInUse when another has it. */
export async function startEngine(
  requested: string,
  log: EngineLog,
  { ending, settings, beats = heartbeatLimits }: Given = {},
): Promise<Engine> {
  // PostgreSQL's user may pass through to its libraries; passwords and cluster have their own permissions.
  await mkdir(requested, { recursive: true, mode: 0o711 })
  const directory = await realpath(requested)
  const secret = await engineSecret(directory)
  const lock = await lockDataDirectory(directory, secret.packboard)
  try {
    const cluster = join(directory, 'cluster')
    const user = await engineUser(cluster)
    const programs = await enginePrograms(directory, user)
    const known = await createCluster(directory, cluster, programs, user, secret.superuser)
    if (known === 'created') log.info({ cluster }, 'PostgreSQL cluster created')

    const start = async () => {
      await endOrphan(cluster, log)
      return startHost({ cluster, directory, programs, user, log, settings })
    }
    const way = await socketWay(cluster)
    const superuser: EngineConnection = {
      host: way.path,
      port: socketPort,
      user: superuserName,
      password: secret.superuser,
      database: 'postgres',
    }
    const connection: EngineConnection = {
      host: way.path,
      port: socketPort,
      user: roleName,
      password: secret.packboard,
      database: 'packboard',
    }
    const supervisor = supervise(start, superuser, log, { beats, ending })
    try {
      await supervisor.started()
      await makeRoleAndDatabase(superuser, connection)
    } catch (error) {
      await supervisor.close()
      await way.close()
      throw error
    }
    return {
      connection,
      pid: supervisor.pid,
      restarts: supervisor.restarts,
      ready: supervisor.ready,
      check: () => checkCluster({ ...superuser, database: connection.database }),
      async close() {
        await supervisor.close()
        await way.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The socket lies in the cluster, which only PostgreSQL's user and root can enter. Where the path to it is too long for
 * a socket's name, it is reached through an open descriptor of the directory.
 */
async function socketWay(cluster: string) {
  if (cluster.length <= longestSocketDirectory) return { path: cluster, async close() {} }
  const directory: FileHandle = await open(cluster, 'r')
  return { path: `/proc/self/fd/${directory.fd}`, close: () => directory.close() }
}

function supervise(
  start: () => Promise<PostgresHost>,
  connection: EngineConnection,
  log: EngineLog,
  { beats, ending }: Required<Pick<Given, 'beats'>> & Pick<Given, 'ending'>,
) {
  let host: PostgresHost | undefined
  let up = false
  let restarts = 0
  let closing = false
  const stop = new AbortController()
  const isOver = () => closing || ending?.aborted === true

  async function startOnce(): Promise<PostgresHost> {
    const next = await start()
    host = next
    await answers(next, connection)
    up = true
    return next
  }

  async function watch(first: PostgresHost) {
    let current: PostgresHost | undefined = first
    let backOffMs = firstBackOffMs
    let since = Date.now()
    while (!closing) {
      const watched = current
      const heart = heartbeat(
        connection,
        (missed) => {
          if (closing || !watched) return
          log.error({ missed }, 'PostgreSQL does not answer; ending it')
          void endHung(watched.pid)
        },
        beats,
      )
      const end = await current?.ended
      heart.stop()
      up = false
      if (closing) return
      if (Date.now() - since > healthyAfterMs) backOffMs = firstBackOffMs
      await pause(backOffMs, undefined, { signal: stop.signal }).catch(() => undefined)
      // What ends both of them, ends PostgreSQL first.
      if (isOver()) {
        if (!closing) log.warn({ ...end }, 'PostgreSQL ended during the stop')
        return
      }
      log.error({ ...end, backOffMs }, 'PostgreSQL ended unexpectedly; starting it again')
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs)
      since = Date.now()
      current = await startOnce().catch((error: unknown) => {
        log.error({ err: error }, 'PostgreSQL did not start')
        return host
      })
      if (up) restarts += 1
      if (up) log.info({ pid: host?.pid, tookMs: Date.now() - since }, 'PostgreSQL is back')
    }
  }

  let watching: Promise<void> | undefined
  return {
    async started() {
      const first = await startOnce()
      watching = watch(first)
    },
    pid: () => (up ? host?.pid : undefined),
    restarts: () => restarts,
    async ready(patienceMs: number) {
      for (let waited = 0; !up && !isOver() && waited < patienceMs; waited += 20) await pause(20)
      return up
    },
    async close() {
      closing = true
      up = false
      stop.abort()
      await host?.stop()
      await watching
      // A restart that was running when close was called.
      await host?.stop()
    },
  }
}

/** Waits until PostgreSQL takes a sign-in; a log to replay is waited for, a process that ended is not. */
async function answers(host: PostgresHost, connection: EngineConnection): Promise<void> {
  let ended = false
  const end = host.ended.then((how) => {
    ended = true
    return how
  })
  let reason: unknown
  for (let waited = 0; waited < startPatienceMs && !ended; waited += 20) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      reason = error
      await client.end().catch(() => undefined)
      // 28P01: the password in the data directory is not the cluster's. Waiting does not help.
      if (error instanceof Error && 'code' in error && error.code === '28P01') break
      await pause(20)
    }
  }
  await host.stop()
  const { said } = await end
  throw new ClusterNotOpened(connection.host, said || String(reason), { cause: reason })
}

async function makeRoleAndDatabase(superuser: EngineConnection, wanted: EngineConnection) {
  const client = new pg.Client(superuser)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      wanted.database,
    ])
    if (rowCount) return
    const role = client.escapeIdentifier(wanted.user)
    const exists = await client.query('select 1 from pg_roles where rolname = $1', [wanted.user])
    if (!exists.rowCount) {
      const password = client.escapeLiteral(wanted.password)
      await client.query(`create role ${role} login password ${password} nosuperuser nocreaterole`)
    }
    await client.query(`create database ${client.escapeIdentifier(wanted.database)} owner ${role}`)
  } finally {
    await client.end()
  }
}
