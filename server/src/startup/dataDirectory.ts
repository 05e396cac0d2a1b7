import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes sure that the data directory is there, is private to this user, and is writable, before any engine starts. */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const probe = join(dataDir, `.write-test-${randomUUID()}`)
  await writeFile(probe, '')
  await rm(probe)
}
