import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ManagementLog, restoreManagement } from '@packboard/management'
import { isDiskFull } from '@packboard/model'
import { type Definition, placeDefinitions, placeOfPart } from '@packboard/telemetry/backup'
import { z } from 'zod'
import { keyFileName } from '../program/settings.ts'
import { syncFolder, syncFolders } from '../program/sync.ts'
import { BackupFault } from './backupFault.ts'
import { checkBackupFile, FileDiffers, readBackupFile } from './backupFile.ts'
import { backupIn } from './backupFolder.ts'
import { bytesOf, type Manifest, type OpenedManifest, readManifest } from './manifest.ts'
import { noteSchemas } from './schemas.ts'
import { TarBroken, unpackFolder } from './tar.ts'

type RestoreProgress =
  | { readonly step: 'begun' | 'files' | 'management' | 'synced' }
  | { readonly step: 'part'; readonly done: number; readonly of: number }

/** In a data directory while it is filled: Packboard does not start on one that has it. */
export const unfinishedMark = 'restore.unfinished'

/** The data directory is a restore that did not come to its end. */
class RestoreUnfinished extends Error {
  constructor(dataDir: string) {
    super(
      `The data directory ${dataDir} was not restored to its end; delete it and restore the backup again.`,
    )
    this.name = 'RestoreUnfinished'
  }
}

export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, unfinishedMark))) throw new RestoreUnfinished(dataDir)
}

/**
 * Fills a new data directory from a backup. Each file is compared with its checksum before the directory counts as restored; whatever
 * ends the work before that leaves a directory on which Packboard does not start.
 */
export async function restoreBackup(options: {
  /** A backup, or a folder of backups, of which the newest is taken. */
  readonly from: string
  readonly to: string
  readonly key?: string | undefined
  readonly log: ManagementLog
  readonly onProgress?: ((progress: RestoreProgress) => void) | undefined
}): Promise<{ readonly folder: string; readonly manifest: Manifest }> {
  const { log, onProgress = () => undefined } = options
  const to = resolve(options.to)
  const folder = await backupIn(resolve(options.from))
  const opened = await readManifest(folder, options.key)
  const { manifest } = opened
  await demandEmpty(to)
  try {
    await demandSpace(to, manifest)
    await mark(to)
    onProgress({ step: 'begun' })
    const read = reader(folder, opened)
    await placeParts(to, manifest, read, onProgress)
    await placeFiles(to, manifest, read)
    onProgress({ step: 'files' })
    // First, because what is damaged does not even unpack.
    for (const { file, ...stored } of manifest.management.tables) {
      checkBackupFile(join(folder, file), file, stored)
    }
    await restoreManagement(to, log, {
      schema: manifest.schemas.management,
      numbers: manifest.management.numbers,
      tables: manifest.management.tables.map((table) => ({
        ...table,
        lines: () => linesOf(read(table)),
      })),
    })
    await noteSchemas(to, manifest.schemas)
    onProgress({ step: 'management' })
    await syncFolders(join(to, 'telemetry'))
    await syncFolder(to)
    onProgress({ step: 'synced' })
    await rm(join(to, unfinishedMark))
    await syncFolder(to)
    return { folder, manifest }
  } catch (error) {
    throw asFault(error, to)
  }
}

async function demandEmpty(to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new BackupFault(`The data directory ${to} cannot be made.`, { cause: error })
  })
  const names = await readdir(to)
  if (names.includes(unfinishedMark)) throw new BackupFault(new RestoreUnfinished(to).message)
  if (names.length > 0) {
    throw new BackupFault(
      `The data directory ${to} is not empty; a backup is restored into a new one. Choose another, or move this one away.`,
    )
  }
}

async function demandSpace(to: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(to)
  // PostgreSQL begins with about 80 MB, whatever it holds.
  const wanted = bytesOf(manifest) + 200_000_000
  if (bavail * bsize >= wanted) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)
  throw new BackupFault(
    `The disk of ${to} has ${megabytes(bavail * bsize)} MB free, and the restore needs about ${megabytes(wanted)} MB.`,
  )
}

async function mark(to: string): Promise<void> {
  const file = await open(join(to, unfinishedMark), 'wx', 0o600)
  try {
    await file.writeFile('This data directory is being restored from a backup.\n')
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(to)
  await syncFolder(dirname(to))
}

type Read = (stored: { file: string; bytes: number; sha256: string }) => Generator<Buffer>

const reader =
  (folder: string, { key }: OpenedManifest): Read =>
  ({ file, bytes, sha256 }) =>
    readBackupFile(join(folder, file), file, { bytes, sha256 }, key)

const definitionsShape = z.array(z.object({ path: z.string(), text: z.string() }))

async function placeParts(
  to: string,
  { telemetry }: Manifest,
  read: Read,
  onProgress: (progress: RestoreProgress) => void,
): Promise<void> {
  const text = Buffer.concat([...read(telemetry.definitions)]).toString('utf8')
  const definitions: Definition[] = definitionsShape.parse(JSON.parse(text))
  await placeDefinitions(to, definitions)
  let done = 0
  for (const part of telemetry.parts) {
    const place = placeOfPart(to, part)
    await mkdir(place, { recursive: true, mode: 0o700 })
    unpackFolder(read(part), place)
    done += 1
    onProgress({ step: 'part', done, of: telemetry.parts.length })
    // A signal is heard between two parts.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function placeFiles(to: string, { files }: Manifest, read: Read): Promise<void> {
  for (const one of files) {
    if (one.kind === 'pictures') {
      await mkdir(join(to, 'pictures'), { mode: 0o700 })
      unpackFolder(read(one), join(to, 'pictures'))
    } else {
      const content = Buffer.concat([...read(one)])
      if (one.kind === 'plant') await placeFile(join(to, 'plant.json'), content)
      else await placeFile(join(to, keyFileName), z.string().parse(JSON.parse(content.toString())))
    }
  }
}

async function placeFile(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function* linesOf(chunks: Generator<Buffer>): AsyncGenerator<string> {
  let rest = ''
  const unpacked: AsyncIterable<string> = Readable.from(chunks)
    .pipe(createGunzip())
    .setEncoding('utf8')
  for await (const text of unpacked) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

function asFault(error: unknown, to: string): unknown {
  const again = `; ${to} is not whole, delete it before the next try`
  if (error instanceof FileDiffers || error instanceof TarBroken) {
    return new BackupFault(`${error.message.replace(/\.$/, '')}${again}.`, { cause: error })
  }
  if (isDiskFull(error)) {
    return new BackupFault(`The disk of ${to} is full${again}.`, { cause: error })
  }
  return error
}
