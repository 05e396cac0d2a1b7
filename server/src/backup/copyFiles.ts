import { constants, existsSync } from 'node:fs'
import {
  copyFile,
  lchown,
  link,
  lstat,
  mkdir,
  opendir,
  readlink,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { syncFile } from '../program/sync.ts'

/** A file of a store. The engine never writes into a part again, so another name for it (`link`) is a copy of it. */
type StoreFile = {
  readonly path: string
  readonly how: 'copy' | 'link' | 'symlink' | 'folder'
}

/** What a copy takes on the disk; parts that are linked take nothing until the engine merges them. */
export type Room = { readonly files: number; readonly bytes: number }

/** A folder of the engine that holds one part: partition, first and last block, level, and the version of a mutation. */
const partFolder = /^(all|\d+)_\d+_\d+_\d+(_\d+)?$/

/** What the stores make anew at each start. */
const madeAnew = /^(engine\.log.*|postmaster\.pid|status|tmp|libraries-.*|.*\.sock(\.lock)?)$/

/** Every file of the stores of a data directory. Of stores that are `open`, what goes meanwhile is left out; a copy needs them closed. */
export async function* filesToCopy(
  dataDir: string,
  { open = false } = {},
): AsyncGenerator<StoreFile> {
  for (const store of ['telemetry', 'management']) {
    const folder = join(dataDir, store)
    if (existsSync(folder)) yield* filesOf(folder, 'copy', open)
  }
}

async function* filesOf(
  folder: string,
  how: 'copy' | 'link',
  open: boolean,
): AsyncGenerator<StoreFile> {
  const entries = await opendir(folder).catch((error) => {
    if (open && isGone(error)) return undefined
    throw error
  })
  if (!entries) return
  yield { path: folder, how: 'folder' }
  for await (const entry of entries) {
    if (madeAnew.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) yield { path, how: 'symlink' }
    else if (entry.isDirectory())
      yield* filesOf(path, partFolder.test(entry.name) ? 'link' : how, open)
    else if (entry.isFile()) yield { path, how }
  }
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A file that is gone takes nothing. */
export async function roomOf(files: AsyncIterable<StoreFile>): Promise<Room> {
  let [count, bytes] = [0, 0]
  for await (const { path, how } of files) {
    if (how !== 'copy' && how !== 'link') continue
    try {
      if (how === 'copy') bytes += (await stat(path)).size
    } catch (error) {
      if (!isGone(error)) throw error
      continue
    }
    count += 1
  }
  return { files: count, bytes }
}

/** Copies files that lie below `from` to the same places below `to`. */
export async function copyFiles(files: AsyncIterable<StoreFile>, from: string, to: string) {
  for await (const { path, how } of files) {
    const place = join(to, relative(from, path))
    if (how === 'folder') {
      const { mode } = await stat(path)
      await mkdir(place, { recursive: true, mode })
    } else if (how === 'symlink') await symlink(moved(await readlink(path), from, to), place)
    else if (how === 'link') await linkOrCopy(path, place)
    else {
      await copyFile(path, place, constants.COPYFILE_FICLONE)
      await syncFile(place)
    }
    if (how !== 'link') await keepOwner(path, place)
  }
}

/** As root, PostgreSQL runs as a user of its own. */
async function keepOwner(path: string, place: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await lstat(path)
  await lchown(place, uid, gid)
}

/** A symbolic link that says the whole path leads into the copy, too. */
function moved(target: string, from: string, to: string): string {
  const below = relative(from, target)
  return target.startsWith('/') && !below.startsWith('..') ? join(to, below) : target
}

/** A disk that knows no second names gets a second file. */
async function linkOrCopy(path: string, place: string): Promise<void> {
  try {
    await link(path, place)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK' && code !== 'EXDEV') throw error
    await mkdir(dirname(place), { recursive: true })
    await copyFile(path, place, constants.COPYFILE_FICLONE)
  }
}
