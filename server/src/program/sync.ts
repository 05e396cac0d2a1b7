import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names in a folder and in those below it are on the disk when it returns. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name))
  }
  await syncFolder(folder)
}

/** What was written into a file, or the names in a folder, is on the disk when it returns. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const syncFolder = syncFile
