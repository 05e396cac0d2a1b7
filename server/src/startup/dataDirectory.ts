import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuseUnfinished } from '../backup/restoreBackup.ts'
import { diskLimits, diskSpaceOf } from '../program/diskSpace.ts'

/** The disk has too little space for the engines to open. */
export class DiskFull extends Error {
  constructor(options?: ErrorOptions) {
    super('No space left on device', options)
    this.name = 'DiskFull'
  }
}

/**
 * Makes sure that the data directory is there, is private to this user, is writable, and is on a disk with space, before
 * any engine starts; refuses one that is half restored (D86).
 */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  refuseUnfinished(dataDir)
  const { freeBytes } = await diskSpaceOf(dataDir)
  if (freeBytes < diskLimits.startBytes) throw new DiskFull()
  const probe = join(dataDir, `.write-test-${randomUUID()}`)
  await writeFile(probe, '')
  await rm(probe)
}
