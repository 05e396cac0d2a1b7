import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect, silentLog, startEngine } from '@packboard/engines/clickhouse'
import type { Telemetry } from '@packboard/telemetry/store'

type Process = { pid: number; parent: number; command: string }

function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (afterName[0] === 'Z') return []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(name), parent: Number(afterName[1]), command }]
      } catch {
        return [] // ended while we looked
      }
    })
}

/** The living processes below `pid`, children and children's children, without itself. */
export function descendants(pid: number): Process[] {
  const all = allProcesses()
  const below = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child, ...below(child.pid)])
  return below(pid)
}

export type Victim = 'server' | 'clickhouse' | 'postgres'

/** The process to kill: the server itself or the engine child that does the work. */
export function pidOf(victim: Victim, serverPid: number): number | undefined {
  if (victim === 'server') return serverPid
  const sought = victim === 'clickhouse' ? /clickhouse/i : /bin\/postgres\b|postgres -D/
  return descendants(serverPid).find(({ command }) => sought.test(command))?.pid
}

export function isAlive(pid: number): boolean {
  return allProcesses().some((each) => each.pid === pid)
}

/** User and system time of a process and its threads. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const endpoint = createServer()
    endpoint.once('error', fail)
    endpoint.listen(0, '127.0.0.1', () => {
      const address = endpoint.address()
      endpoint.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export const database = 'packboard'

/**
 * An engine for a server that is given its address, so that a measurement can look into it. In a directory of its own: a server does not
 * start on one in which another engine works.
 */
export async function startEngineApart() {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-engine-apart-'))
  const engine = await startEngine({ dataDir, database, log: console })
  const { username, password } = engine.writer
  const url = engine.url.replace('//', `//${username}:${password}@`)
  const connections: Connection[] = []
  async function close() {
    for (const connection of connections) await connection.close()
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    pid: () => engine.pid() ?? 0,
    /** Closed with the engine. */
    async connect() {
      const connection = await connect({ dataDir, url, database, log: silentLog })
      connections.push(connection)
      return connection
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Seconds of processor time of this process and of the engine of its store. */
export function storeSeconds(telemetry: Telemetry): number[] {
  const { user, system } = process.cpuUsage()
  const engine = telemetry.enginePid()
  if (engine === undefined) throw new Error('The engine has no process here')
  return [(user + system) / 1e6, cpuSeconds(engine)]
}
