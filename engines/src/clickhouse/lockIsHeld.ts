import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'

/** The engine's message when its kernel lock on the directory is held by another process. */
export const saysInUse = (text: string) =>
  /Cannot lock file|Another server instance in same directory/.test(text)

/**
 * Whether a process holds the engine's lock, without starting an engine to find out. This is only a quick check: the
 * kernel lock that the engine itself takes is decisive, also when two start in the same instant.
 */
export async function lockIsHeld(engineDir: string): Promise<boolean> {
  try {
    const { dev, ino } = await stat(join(engineDir, 'status'))
    const file = ` ${hex(majorOf(dev))}:${hex(minorOf(dev))}:${ino} `
    const locks = await readFile('/proc/locks', 'utf8')
    return locks.split('\n').some((line) => line.includes(' FLOCK ') && line.includes(file))
  } catch {
    return false
  }
}

/** How Linux packs the two numbers of a disk into one; the same file number may exist on another disk. */
const majorOf = (dev: number) => (dev >>> 8) & 0xfff
const minorOf = (dev: number) => (dev & 0xff) | ((dev >>> 12) & 0xfff00)
const hex = (number: number) => number.toString(16).padStart(2, '0')

/** How long an engine that was killed may take to let go of its directory. */
export const lockPatienceMs = 1_000
export const lockPollMs = 50

/** Resolves when no engine works on a data directory; rejects with `DataDirectoryInUse` when one goes on. */
export async function untilUnlocked(dataDir: string): Promise<void> {
  const engineDir = join(dataDir, 'telemetry', 'clickhouse')
  const patience = Date.now() + lockPatienceMs
  while (await lockIsHeld(engineDir)) {
    if (Date.now() > patience) throw new DataDirectoryInUse(dataDir)
    await sleep(lockPollMs)
  }
}
