import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import {
  type Management,
  type ManagementSnapshot,
  managementOwner,
  withSnapshot,
} from '@packboard/management'
import { isDiskFull } from '@packboard/model'
import { type PausedTelemetry, pauseTelemetry, StoreNotStill } from '@packboard/telemetry/backup'
import type { Telemetry } from '@packboard/telemetry/store'
import { diskSpaceOf, diskStateOf } from '../program/diskSpace.ts'
import { thisVersion } from '../program/version.ts'
import { BackupFault } from './backupFault.ts'
import { BackupWriter, type Stored } from './backupFile.ts'
import {
  beginBackup,
  type FoundBackup,
  finishBackup,
  keepNewest,
  newestReadable,
  ownerOfFolder,
} from './backupFolder.ts'
import { type CopyDone, copyInThread } from './copyParts.ts'
import { bytesOf, format, type Manifest, writtenManifest } from './manifest.ts'
import { backupKey } from './sealing.ts'
import { packFolder } from './tar.ts'

/** The stores of an installation whose engines are Packboard's own. */
type OwnStores = {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly dataDir: string
}

type BackupOrder = {
  /** The folder of the backups; the new one becomes a folder in it. */
  readonly folder: string
  /** PACKBOARD_BACKUP_KEY: with it everything but the manifest is encrypted. */
  readonly key?: string | undefined
  /** The key file of stored secrets: only in an encrypted backup, because with it a backup opens what it holds. */
  readonly keyFile?: string | undefined
  /** How many finished backups stay in the folder; all without it. */
  readonly keep?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
}

export type BackupProgress =
  | { readonly step: 'begun' | 'held' | 'management' | 'files' | 'named' }
  | { readonly step: 'part'; readonly done: number; readonly of: number }

export type MadeBackup = {
  readonly name: string
  readonly folder: string
  readonly instant: Date
  readonly bytes: number
  readonly newBytes: number
  readonly records: number
  readonly seconds: number
  readonly pausedMs: number
}

/** The tables whose rows are records. */
const recordTables = ['sample', 'alarm', 'audit']
/** What must be free beyond what is written: an estimate of parts that are packed anew. */
const spareBytes = 64_000_000

/**
 * Makes a backup while everything goes on: both stores at one instant, in which no record is stored for at most a second. Parts
 * that an earlier backup of the folder has are links to it.
 */
export async function takeBackup(stores: OwnStores, order: BackupOrder): Promise<MadeBackup> {
  const folder = resolve(order.folder)
  try {
    return await takeInto(stores, { ...order, folder })
  } catch (error) {
    // What ends the work says why, whatever it met.
    throw order.signal?.aborted ? order.signal.reason : asFault(error, folder)
  }
}

async function takeInto(stores: OwnStores, order: BackupOrder): Promise<MadeBackup> {
  const { management, telemetry, dataDir } = stores
  const { folder, key: words, signal, onProgress = () => undefined } = order
  const begun = performance.now()
  refuseInside(dataDir, folder)
  const { id } = await managementOwner(management)
  if (id === null) throw new BackupFault('This installation has no id yet; start it once.')
  const before = await newestReadable(folder, words)
  await refuseForeign(folder, id)
  const salt = before?.manifest.encryption?.salt ?? randomBytes(16).toString('hex')
  const encryption = words === undefined ? null : { salt }
  const key =
    before?.key ?? (words === undefined ? undefined : backupKey(words, Buffer.from(salt, 'hex')))
  const draft = await beginBackup(folder)
  onProgress({ step: 'begun' })
  const pictures = join(dataDir, 'pictures-for-backup')
  try {
    const { held, people } = await withSnapshot(management, async (snapshot) => {
      const held = await pauseTelemetry(
        telemetry,
        async () => {
          await Promise.all([snapshot.take(), holdPictures(dataDir, pictures)])
        },
        signal,
      )
      onProgress({ step: 'held' })
      try {
        const { schema } = snapshot
        return {
          held,
          people: { schema, ...(await writeManagement(snapshot, draft, key, signal)) },
        }
      } catch (error) {
        await held.release()
        throw error
      }
    })
    onProgress({ step: 'management' })
    const { parts, beside } = await (async () => {
      try {
        const parts = await writeParts(held, { dataDir, draft, before, key, signal, onProgress })
        const { keyFile } = order
        const given = { dataDir, pictures, draft, key, keyFile }
        return { parts, beside: await writeBeside(held, given) }
      } finally {
        await held.release()
      }
    })()
    onProgress({ step: 'files' })
    const counted = held.parts.filter(({ table }) => recordTables.includes(table))
    const fresh = [...people.tables, beside.definitions, ...beside.files]
    const manifest: Manifest = {
      format,
      packboard: thisVersion.version,
      installation: id,
      instant: held.instant.toISOString(),
      pausedMs: Math.round(held.pausedMs * 10) / 10,
      seconds: Math.round((performance.now() - begun) / 100) / 10,
      schemas: { telemetry: held.schema, management: people.schema },
      engines: { telemetry: held.engine, management: people.engine },
      encryption,
      records: counted.reduce((sum, { rows }) => sum + rows, 0),
      newBytes: fresh.reduce((sum, { bytes }) => sum + bytes, parts.newBytes),
      telemetry: { definitions: beside.definitions, parts: parts.entries },
      management: { tables: people.tables, numbers: people.numbers },
      files: beside.files,
    }
    for (const { name, text } of writtenManifest(manifest, key))
      await writeDurably(join(draft, name), text)
    signal?.throwIfAborted()
    const name = await finishBackup(folder, draft, manifest)
    onProgress({ step: 'named' })
    if (order.keep !== undefined) await keepNewest(folder, order.keep)
    const { instant, pausedMs, seconds, records, newBytes } = manifest
    return {
      ...{ name, folder, pausedMs, seconds, records, newBytes },
      instant: new Date(instant),
      bytes: bytesOf(manifest),
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await rm(pictures, { recursive: true, force: true })
  }
}

/** What an engine keeps there, it may delete. */
function refuseInside(dataDir: string, folder: string): void {
  for (const own of ['telemetry', 'management', 'pictures']) {
    const way = relative(join(dataDir, own), folder)
    if (way === '' || !(way.startsWith('..') || isAbsolute(way))) {
      throw new BackupFault(`${folder} is where Packboard keeps its data; choose another folder.`, {
        kind: 'folder',
      })
    }
  }
  if (relative(dataDir, folder) === '') {
    throw new BackupFault(`${folder} is the data directory itself; choose another folder.`, {
      kind: 'folder',
    })
  }
}

/** The backups of a folder belong to one installation: retention deletes the oldest of all. */
async function refuseForeign(folder: string, id: string): Promise<void> {
  const owner = await ownerOfFolder(folder)
  if (owner === undefined || owner === id) return
  throw new BackupFault(
    `The folder ${folder} holds backups of another installation; choose another folder.`,
    { kind: 'foreign' },
  )
}

/** Links to the pictures: one that is replaced meanwhile would be missing in the backup. */
async function holdPictures(dataDir: string, held: string): Promise<void> {
  await rm(held, { recursive: true, force: true })
  await mkdir(held, { recursive: true, mode: 0o700 })
  const names = await readdir(join(dataDir, 'pictures')).catch(() => [])
  await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map((name) => link(join(dataDir, 'pictures', name), join(held, name))),
  )
}

async function writeManagement(
  snapshot: ManagementSnapshot,
  draft: string,
  key: Buffer | undefined,
  signal: AbortSignal | undefined,
) {
  await mkdir(join(draft, 'management'), { mode: 0o700 })
  const tables: Manifest['management']['tables'] = []
  for (const table of await snapshot.tables()) {
    signal?.throwIfAborted()
    const file = `management/${table.name}.jsonl.gz`
    let rows = 0
    async function* lines() {
      for await (const line of snapshot.rows(table)) {
        rows += 1
        yield `${line}\n`
      }
    }
    const stored = await writeFrom(
      Readable.from(lines()).pipe(createGzip({ level: 3 })),
      join(draft, file),
      key,
    )
    tables.push({ name: table.name, columns: [...table.columns], rows, file, ...stored })
  }
  return { tables, numbers: await snapshot.numbers(), engine: await snapshot.engine() }
}

async function writeParts(
  held: PausedTelemetry<unknown>,
  given: {
    readonly dataDir: string
    readonly draft: string
    readonly before: FoundBackup | undefined
    readonly key: Buffer | undefined
    readonly signal: AbortSignal | undefined
    readonly onProgress: (progress: BackupProgress) => void
  },
) {
  const { dataDir, draft, before, key, signal, onProgress } = given
  const same = (part: { tableId: string; name: string; id: string }) =>
    `${part.tableId}/${part.name}/${part.id}`
  const known = new Map((before?.manifest.telemetry.parts ?? []).map((part) => [same(part), part]))
  const jobs = held.parts.map((part) => {
    const file = `telemetry/${part.table}/${part.name}.tar`
    const old = before && known.get(same(part))
    return {
      part,
      file,
      folder: part.folder,
      to: join(draft, file),
      known: old && {
        path: join(before.folder, old.file),
        bytes: old.bytes,
        sha256: old.sha256,
      },
    }
  })
  const wanted = jobs.reduce((sum, { part, known }) => sum + (known ? 0 : part.bytes), spareBytes)
  await demandSpace(draft, wanted, dataDir)
  const done = new Map<number, CopyDone>()
  await copyInThread(
    { jobs: jobs.map(({ folder, to, known }) => ({ folder, to, known })), key },
    {
      signal,
      onDone(one) {
        done.set(one.index, one)
        onProgress({ step: 'part', done: done.size, of: jobs.length })
      },
    },
  )
  let newBytes = 0
  const entries = jobs.map(({ part, file }, index) => {
    const copied = done.get(index)
    if (!copied) throw new Error(`The part ${file} was not copied.`)
    if (copied.isNew) newBytes += copied.bytes
    const { table, tableId, name, id, rows } = part
    const { bytes, sha256 } = copied
    return { table, tableId, name, id, rows, file, bytes, sha256 }
  })
  return { entries, newBytes }
}

/** On the disk of the data it also leaves what records need: a full one takes none any more (D70). */
async function demandSpace(folder: string, wanted: number, dataDir: string): Promise<void> {
  const { freeBytes, totalBytes } = await diskSpaceOf(folder)
  const isShared = (await stat(folder)).dev === (await stat(dataDir)).dev
  const left = freeBytes - wanted
  if (left >= 0 && !(isShared && diskStateOf({ freeBytes: left, totalBytes }) === 'full')) return
  throw new BackupFault(
    `The disk of ${folder} has ${megabytes(freeBytes)} MB free, and the backup needs about ${megabytes(wanted)} MB${isShared ? ' beside what the records need' : ''}.`,
    { kind: 'space' },
  )
}
const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)

/** The definitions of the tables, and what the data directory has beside the stores. */
async function writeBeside(
  held: PausedTelemetry<unknown>,
  given: {
    readonly dataDir: string
    readonly pictures: string
    readonly draft: string
    readonly key: Buffer | undefined
    readonly keyFile: string | undefined
  },
) {
  const { dataDir, pictures, draft, key, keyFile } = given
  const definitionsFile = 'telemetry/definitions.json'
  await mkdir(join(draft, 'telemetry'), { recursive: true, mode: 0o700 })
  const definitions = {
    file: definitionsFile,
    ...write([Buffer.from(JSON.stringify(held.definitions))], join(draft, definitionsFile), key),
  }
  const files: Manifest['files'] = []
  await mkdir(join(draft, 'files'), { mode: 0o700 })
  const add = (kind: 'pictures' | 'plant' | 'keys', file: string, chunks: Iterable<Buffer>) =>
    files.push({ kind, file, ...write(chunks, join(draft, file), key) })
  add('pictures', 'files/pictures.tar', packFolder(pictures))
  // Where the simulated plant of a demo goes on.
  const plant = await readFile(join(dataDir, 'plant.json')).catch(() => undefined)
  if (plant) add('plant', 'files/plant.json', [plant])
  const keys = key && keyFile ? await readFile(keyFile).catch(() => undefined) : undefined
  if (keys) add('keys', 'files/keys.json', [Buffer.from(JSON.stringify(keys.toString('utf8')))])
  return { definitions, files }
}

function write(chunks: Iterable<Buffer>, path: string, key: Buffer | undefined): Stored {
  const file = new BackupWriter(path, key)
  for (const chunk of chunks) file.write(chunk)
  return file.end()
}

async function writeFrom(
  chunks: AsyncIterable<Buffer>,
  path: string,
  key: Buffer | undefined,
): Promise<Stored> {
  const file = new BackupWriter(path, key)
  for await (const chunk of chunks) file.write(chunk)
  return file.end()
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What the operator can do something about, in a sentence. */
function asFault(error: unknown, folder: string): unknown {
  if (error instanceof BackupFault || !(error instanceof Error)) return error
  if (error instanceof StoreNotStill) {
    return new BackupFault(`${error.message} No backup was made; it is tried again.`, {
      kind: 'busy',
      cause: error,
    })
  }
  if (isDiskFull(error)) {
    return new BackupFault(`The disk of ${folder} is full; free some space.`, {
      kind: 'space',
      cause: error,
    })
  }
  const code = 'code' in error ? error.code : undefined
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EIO'].includes(String(code))) {
    return new BackupFault(`The folder ${folder} cannot be written (${String(code)}).`, {
      kind: 'folder',
      cause: error,
    })
  }
  return error
}
