import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder, syncFolders } from '../program/sync.ts'
import { BackupFault } from './backupFault.ts'
import { type Manifest, manifestFile, type OpenedManifest, readManifest } from './manifest.ts'

/** A finished backup: its manifest was written last, and its folder got its name after that. */
export type FoundBackup = OpenedManifest & { readonly name: string; readonly folder: string }

const finished = /^packboard-\d{4}-\d{2}-\d{2}T\d{6}Z(-\d+)?$/
const unfinished = /^\.unfinished-/

/** The names of the finished backups of a folder, the newest first. */
async function backupNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => finished.test(name)).sort(newestFirst)
}

/** `…Z-2` was made in the same second as `…Z`, after it. */
function newestFirst(a: string, b: string): number {
  const split = (name: string) => {
    const [second = '', number = '1'] = name.split('Z-')
    return { second: second.replace(/Z$/, ''), number: Number(number) }
  }
  const [one, other] = [split(a), split(b)]
  if (one.second !== other.second) return one.second < other.second ? 1 : -1
  return other.number - one.number
}

/** The newest backup of a folder that can be read with this key; undefined when there is none. */
export async function newestReadable(
  folder: string,
  words: string | undefined,
): Promise<FoundBackup | undefined> {
  for (const name of await backupNames(folder)) {
    const path = join(folder, name)
    try {
      return { name, folder: path, ...(await readManifest(path, words)) }
    } catch (error) {
      if (!(error instanceof BackupFault)) throw error
    }
  }
  return undefined
}

/** The installation whose backups a folder holds, also where they cannot be read with the key that is set. */
export async function ownerOfFolder(folder: string): Promise<string | undefined> {
  for (const name of await backupNames(folder)) {
    try {
      const text = await readFile(join(folder, name, manifestFile), 'utf8')
      return z.object({ installation: z.string() }).parse(JSON.parse(text)).installation
    } catch {
      // A damaged one says nothing; the next may.
    }
  }
  return undefined
}

/** The backup that a person means: the folder itself, or the newest one in it. */
export async function backupIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => undefined)
  if (names === undefined) throw new BackupFault(`There is no folder ${folder}.`)
  if (names.includes('manifest.json')) return folder
  const [newest] = names.filter((name) => finished.test(name)).sort(newestFirst)
  if (newest === undefined) throw new BackupFault(`There is no finished backup in ${folder}.`)
  return join(folder, newest)
}

/** A folder for a backup that is being made; what earlier ones left that were killed is deleted. */
export async function beginBackup(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    if (unfinished.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
  const draft = join(folder, `.unfinished-${process.pid}-${Date.now()}`)
  await mkdir(draft, { mode: 0o700 })
  return draft
}

/** Gives a backup its name once everything of it is on the disk; from now on it is one. */
export async function finishBackup(
  folder: string,
  draft: string,
  manifest: Pick<Manifest, 'instant'>,
): Promise<string> {
  await syncFolders(draft)
  const base = `packboard-${manifest.instant.slice(0, 19).replaceAll(':', '')}Z`
  const taken = new Set(await readdir(folder))
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  await rename(draft, join(folder, name))
  await syncFolder(folder)
  return name
}

/** Deletes the oldest backups beyond `keep`. Their files that later ones share stay, because those are links. */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const old = (await backupNames(folder)).slice(Math.max(1, keep))
  for (const name of old) {
    // First it is no backup any more, then it goes: a kill in between leaves nothing that could be taken for one.
    const dying = join(folder, `.unfinished-${name}`)
    await rename(join(folder, name), dying)
    await rm(dying, { recursive: true, force: true })
  }
  return old
}
