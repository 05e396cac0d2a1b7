import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type DiskSpace, diskStateOf } from './diskSpace.ts'

/** How much is kept for the management store, and below how many free bytes it is given up. */
export const reserveLimits = { bytes: 64 * 1_048_576, giveUpBytes: 32 * 1_048_576 } as const

const pieceBytes = 1_048_576

const reserveFile = (dataDir: string) => join(dataDir, 'reserve')

/**
 * Looks at the free space, and keeps a file that takes up room on the same disk. It is deleted when nothing else is left: a sign-in
 * writes a session and its entry in the audit log, and people must see what fills the disk. Made again when the disk has space.
 */
export function withReserve(
  look: () => Promise<DiskSpace>,
  dataDir: string,
  log: FastifyBaseLogger,
): () => Promise<DiskSpace> {
  return async () => {
    const space = await look()
    try {
      if (space.freeBytes < reserveLimits.giveUpBytes) {
        if (await giveUpReserve(dataDir)) {
          log.warn(space, 'The room that was kept for sign-ins is in use now')
        }
      } else if (diskStateOf(space) === 'ok') await makeReserve(dataDir)
    } catch (error) {
      log.warn({ err: error }, 'The room for sign-ins on a full disk could not be kept')
    }
    return space
  }
}

/** Whether there was one. */
export async function giveUpReserve(dataDir: string): Promise<boolean> {
  const file = reserveFile(dataDir)
  const there = await stat(file).catch(() => undefined)
  if (!there) return false
  await rm(file, { force: true })
  return true
}

/** Written out: a file that is only long takes no room. */
async function makeReserve(dataDir: string): Promise<void> {
  const file = reserveFile(dataDir)
  const there = await stat(file).catch(() => undefined)
  if (there?.size === reserveLimits.bytes) return
  const handle = await open(file, 'w', 0o600)
  try {
    const piece = Buffer.alloc(pieceBytes)
    for (let written = 0; written < reserveLimits.bytes; written += pieceBytes) {
      await handle.write(piece)
    }
  } finally {
    await handle.close()
  }
}
