import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Memory as a file system, and how much must be free in both; the engines of a run hold some hundred MB at most. */
const defaults = { memory: '/dev/shm', wantedBytes: 4 * 2 ** 30, given: process.env.TMPDIR }

const prefix = 'packboard-test-'

/**
 * An empty directory for an engine that a run of tests shares, which may lose everything in a power loss: in memory where
 * there is plenty of it and TMPDIR names no other place. Tests of what is durable start an engine of their own, on the disk.
 */
export async function volatileDirectory({
  memory,
  wantedBytes,
  given,
} = defaults): Promise<string> {
  const inMemory = !given && (await hasRoom(memory, wantedBytes))
  if (inMemory) await removeAbandoned(memory)
  return mkdtemp(join(inMemory ? memory : tmpdir(), `${prefix}${process.pid}-`))
}

async function hasRoom(memory: string, wantedBytes: number): Promise<boolean> {
  const files = await statfs(memory).catch(() => undefined)
  if (files === undefined) return false
  return Math.min(freemem(), files.bavail * files.bsize) >= wantedBytes
}

/** A run that was killed leaves its directories, which would hold memory until the machine starts anew. */
async function removeAbandoned(memory: string): Promise<void> {
  for (const name of await readdir(memory)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isRunning(Number(pid))) continue
    await rm(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
