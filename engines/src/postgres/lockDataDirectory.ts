import { createHash } from 'node:crypto'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'
import type { EngineLog } from '../engineLog.ts'

/** A Packboard that was just killed may need a moment to end. */
const patienceMs = 1_500

/**
 * Makes this process the only Packboard of this machine on a data directory. The lock is a name in the kernel (an
 * abstract socket), so it disappears with the process, however it ended. The name contains a secret of the directory,
 * so that no other user can take it first.
 */
export async function lockDataDirectory(directory: string, secret: string) {
  if (process.platform !== 'linux') return { release() {} }
  const { dev, ino } = await stat(directory)
  const name = createHash('sha256').update(`${dev}:${ino}:${secret}`).digest('hex').slice(0, 40)
  const lock = createServer((socket) => socket.destroy())
  const until = Date.now() + patienceMs
  while (!(await taken(lock, `\0packboard-${name}`))) {
    if (Date.now() > until) throw new DataDirectoryInUse(directory)
    await pause(50)
  }
  lock.unref()
  return {
    release() {
      lock.close()
    },
  }
}

function taken(lock: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    lock.removeAllListeners('error').removeAllListeners('listening')
    lock.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    lock.listen(name, () => resolve(true))
  })
}

/** How often PostgreSQL is queried for a sign of life, and how long it may take to answer. */
export const heartbeatLimits = {
  everyMs: 5_000,
  answerMs: 10_000,
  /** This many unanswered in a row, and it counts as hung. */
  missed: 3,
} as const

/** Asks until it is stopped; calls `hung` once, when too many in a row were not answered. */
export function heartbeat(
  connection: pg.ClientConfig,
  hung: (missed: number) => void,
  { everyMs, answerMs, missed: most }: Record<keyof typeof heartbeatLimits, number>,
): { stop(): void } {
  const stopped = new AbortController()
  async function beat() {
    let missed = 0
    while (missed < most) {
      await pause(everyMs, undefined, { signal: stopped.signal, ref: false })
      missed = (await answers(connection, answerMs)) ? 0 : missed + 1
      stopped.signal.throwIfAborted()
    }
    hung(missed)
  }
  beat().catch(() => undefined)
  return { stop: () => stopped.abort() }
}

/** A refusal is an answer, too: it starts, or has no connection to give. */
async function answers(connection: pg.ClientConfig, answerMs: number): Promise<boolean> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof Error && 'severity' in error
  } finally {
    // A hung server takes no goodbye.
    void client.end().catch(() => undefined)
  }
}

/** Ends a hung PostgreSQL with all of its processes: each of them holds the lock of the cluster. */
export async function endHung(postmaster: number): Promise<void> {
  const children = await childrenOf(postmaster)
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    }),
  )
  return pids.filter((_, index) => parents[index] === parent)
}

/** How long PostgreSQL may take for a fast shutdown, and then for an immediate one. */
const fastMs = 20_000
const immediateMs = 5_000

/**
 * Ends a PostgreSQL that outlived its Packboard. To be called while holding the lock of the data directory: a process
 * that still works on the cluster is then an orphan. What a `postmaster.pid` names in another container cannot be seen
 * from here: the file stays, and postgresHost.sh deletes it once it holds the lock of the cluster.
 */
export async function endOrphan(cluster: string, log: EngineLog): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  if (!(pid > 0)) return
  if (!(await worksOn(pid, cluster))) return
  log.warn({ pid }, 'a PostgreSQL of an earlier Packboard is still running; ending it')
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', immediateMs],
  ]
  for (const [signal, patienceMs] of steps) {
    send(pid, signal)
    if (await gone(pid, cluster, patienceMs)) break
  }
  if (await worksOn(pid, cluster)) throw new Error(`PostgreSQL ${pid} does not end.`)
}

async function gone(pid: number, cluster: string, patienceMs: number): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += 20) {
    if (!(await worksOn(pid, cluster))) return true
    await pause(20)
  }
  return false
}

/**
 * The working directory of a PostgreSQL process is its cluster; an unrelated process with the same pid has another one.
 */
async function worksOn(pid: number, cluster: string): Promise<boolean> {
  try {
    const [here, there] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    const program = await readlink(`/proc/${pid}/exe`)
    return here.ino === there.ino && here.dev === there.dev && program.includes('postgres')
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const alreadyGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!alreadyGone) throw error
  }
}
