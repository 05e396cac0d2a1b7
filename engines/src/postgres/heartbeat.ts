import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

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
