import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'
import type { EngineLog } from '../engineLog.ts'
import { ClusterNotOpened, clusterPath } from './createCluster.ts'
import type { EnginePrograms } from './enginePrograms.ts'
import type { EngineUser } from './engineUser.ts'

/** How PostgreSQL ended, and the last lines of its output. */
type HostEnd = {
  readonly code: number | null
  readonly signal: string | null
  readonly said: string
}

/** One run of PostgreSQL, from its start to its end. */
export type PostgresHost = {
  readonly pid: number
  readonly ended: Promise<HostEnd>
  /** Fast shutdown: nothing committed is lost. Resolves when the process is gone. */
  stop(): Promise<void>
}

type HostOptions = {
  readonly cluster: string
  readonly directory: string
  readonly programs: EnginePrograms
  readonly user: EngineUser | undefined
  readonly log: EngineLog
  /** Replaces the settings below; for tests only. */
  readonly settings?: Readonly<Record<string, string>> | undefined
}

/** Exit code of postgresHost.sh when another process holds the lock of the cluster. */
const lockedExit = 75
const lastWords = 4_000

/** Not a port: the number in the name of the socket. */
export const socketPort = 5432

/**
 * Settings of a small, durable PostgreSQL; the management data of a large installation are some megabytes.
 * What keeps data safe (fsync, full_page_writes, synchronous_commit, checksums) stays at its safe default.
 */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  shared_buffers: '64MB',
  // One small database: its reads need no helper processes of their own.
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '256MB',
  log_min_messages: 'warning',
  // An error is logged without the statement, which may hold personal data.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export async function startHost(options: HostOptions): Promise<PostgresHost> {
  const { cluster, programs, user, log } = options
  // Read here and passed on as text: PostgreSQL's user may not be able to reach this file.
  const script = await readFile(new URL('./postgresHost.sh', import.meta.url), 'utf8')
  const flags = Object.entries({
    ...settings,
    ...options.settings,
    unix_socket_directories: clusterPath,
    port: String(socketPort),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  const child = spawn(
    '/bin/sh',
    ['-c', script, 'packboard-postgres', programs.postgres, '-D', clusterPath, ...flags],
    {
      // Entered before the privileges are dropped, so PostgreSQL's user needs no access to the parent directories.
      cwd: cluster,
      // A session of its own: Ctrl-C in the terminal reaches Packboard alone, which ends PostgreSQL in order.
      detached: true,
      // Only PostgreSQL uses these libraries; the shell and its tools keep their own.
      env: {
        PATH: process.env.PATH,
        PACKBOARD_LIBRARIES: programs.libraries,
        LC_ALL: 'C',
        TZ: 'UTC',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  )
  let said = ''
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stderr }).on('line', (line) => {
    said = `${said}${line}\n`.slice(-lastWords)
    if (worthLogging(line)) log.warn({ line }, 'PostgreSQL reported a problem')
  })

  const ended = new Promise<HostEnd>((resolve) => {
    child.once('exit', (code, signal) => {
      // When the shell was killed, its watcher still waits for this pipe to close and then ends PostgreSQL.
      child.stdin.destroy()
      resolve({ code, signal, said })
    })
  })
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)))
    void ended.then(({ code }) => {
      if (code === lockedExit) reject(new DataDirectoryInUse(options.directory))
      else reject(new ClusterNotOpened(cluster, said || `exit code ${code}`))
    })
  })
  return {
    pid,
    ended,
    async stop() {
      child.stdin.destroy()
      await ended
    },
  }
}

/** Warnings and worse; "not ready yet" is left out, because the start is awaited by polling. */
function worthLogging(line: string): boolean {
  return (
    / (WARNING|ERROR|FATAL|PANIC): /.test(line) &&
    !/the database system is (starting up|shutting down|not yet accepting)/.test(line)
  )
}
