import { readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EngineLog } from '../engineLog.ts'

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
