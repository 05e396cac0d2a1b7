import { readdirSync, readFileSync } from 'node:fs'

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
