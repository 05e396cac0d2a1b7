import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'

/** The disk of the data directory, in bytes; `freeBytes` is what this user may still write. */
export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number }
type DiskState = 'ok' | 'low' | 'full'

/** D70: a state begins below this share of the disk or below these bytes, whichever is less. */
export const diskLimits = {
  low: { share: 0.1, bytes: 5e9 },
  full: { share: 0.03, bytes: 1e9 },
  /** An engine cannot open its files with less. */
  startBytes: 32 * 1_048_576,
  lookEveryMs: 5_000,
} as const

/** The free bytes below which a disk of this size is low, and full. */
export function diskBounds({ totalBytes }: Pick<DiskSpace, 'totalBytes'>) {
  const bound = ({ share, bytes }: { share: number; bytes: number }) =>
    Math.min(share * totalBytes, bytes)
  return { low: bound(diskLimits.low), full: bound(diskLimits.full) }
}

export function diskStateOf(space: DiskSpace): DiskState {
  const { low, full } = diskBounds(space)
  if (space.freeBytes < full) return 'full'
  return space.freeBytes < low ? 'low' : 'ok'
}

export async function diskSpaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** What is known of the disk at any moment. */
export type Disk = { state(): DiskState; space(): DiskSpace | undefined; stop(): void }

/** Where the stores are on other machines, their disks are watched there. */
export const unwatchedDisk: Disk = { state: () => 'ok', space: () => undefined, stop: () => {} }

/** Looks at the free space now and every few seconds; each change of its state is in the log. */
export async function watchDisk(
  look: () => Promise<DiskSpace>,
  log: FastifyBaseLogger,
  everyMs: number = diskLimits.lookEveryMs,
): Promise<Disk> {
  let space: DiskSpace | undefined
  let state: DiskState = 'ok'
  async function lookNow() {
    try {
      space = await look()
    } catch (error) {
      log.warn({ err: error }, 'The free space of the data directory is unknown')
      return
    }
    const before = state
    state = diskStateOf(space)
    if (state === before) return
    if (state === 'ok') log.info(space, 'the disk has space again')
    if (state === 'low') log.warn(space, 'the disk is almost full')
    if (state === 'full')
      log.error(space, 'the disk is full; records are refused until it has space')
  }
  await lookNow()
  const timer = setInterval(() => void lookNow(), everyMs)
  timer.unref()
  return { state: () => state, space: () => space, stop: () => clearInterval(timer) }
}
