import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type RecordFileFault,
  type RecordKind,
  type RecordMapping,
  recordMapping,
} from '@packboard/contract'
import type { Ingest, MachineDirectory } from '@packboard/ingest'
import {
  addRecordFile,
  beginRecordFile,
  type Editor,
  endRecordFile,
  forgetRecordFiles,
  isOpenFile,
  type Management,
  mappingFor,
  noteChecked,
  noteOpened,
  noteReceived,
  openRecordFiles,
  type RecordFile,
  recordFile,
  waitingBytes,
} from '@packboard/management'
import { AppError, type ClientScope, fileReaderLimits, recordFileLimits } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { syncFile, syncFolder } from '../disk/sync.ts'
import type { Disk } from '../monitoring/diskSpace.ts'
import { FileFault } from './fileFault.ts'
import { faultError, isFault } from './fileFaults.ts'
import type { FileReader } from './fileReader.ts'
import { startFileReaders } from './fileReaders.ts'
import { foundFile } from './foundFile.ts'
import { columnNames, formOf, guessedFile } from './guessedFile.ts'
import { importRows } from './importRows.ts'
import { absentColumns, createRowMapper, missingFields } from './mapRow.ts'
import { previewOf } from './previewOf.ts'
import type { TableRow, TextForm } from './readRows.ts'

const stopMs = 5_000
/** How long the answer to the last piece waits for the file to be opened; a request may take 30 s. */
const openedMs = 20_000
const waitMs = fileReaderLimits.waitSeconds * 1_000
const maintenanceMs = 60_000

type Given = {
  readonly dataDir: string
  readonly management: Management
  readonly directory: MachineDirectory
  readonly ingest: Pick<Ingest, 'pipeline'>
  readonly disk: Pick<Disk, 'state'>
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** Other than the bounds; only for tests. */
  readonly batchRows?: number
  readonly mostRows?: number
}

export type Begin = {
  readonly mapping: RecordMapping
  readonly machine?: { readonly id: number; readonly serialNo: string } | undefined
  readonly dryRun: boolean
}

export type RecordFileService = Awaited<ReturnType<typeof startRecordFiles>>

/**
 * Imports records from files: keeps the uploaded file in a folder of the data directory until its import ends, and has it read line by line, by a
 * process of its own, into the same pipeline as records that machines send. After each batch that is acknowledged the number of its
 * last line is stored, and a start of the server goes on after it; a batch whose number was not stored is sent again, as duplicates.
 */
export async function startRecordFiles(given: Given) {
  const { management, directory, disk, log, now } = given
  const folder = join(given.dataDir, 'files')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stopping = new AbortController()
  /** Files that are opened, checked or imported. */
  const runs = new Map<number, { readonly end: AbortController; readonly done: Promise<void> }>()
  /** Pieces of one file come one after the other. */
  const pieces = new Map<number, Promise<unknown>>()

  const folderOf = (id: number) => join(folder, String(id))
  const pathOf = (id: number) => join(folderOf(id), 'file')
  const readers = await startFileReaders({ folderOf, log, now })

  async function end(id: number, state: 'done' | 'cancelled' | 'failed', fault?: RecordFileFault) {
    await endRecordFile(management, id, state, fault ?? null)
    await remove(id)
  }

  const remove = (id: number) => rm(folderOf(id), { recursive: true, force: true })

  async function checkRoom(scope: ClientScope, bytes: number) {
    const { all, shared } = await waitingBytes(management, scope)
    if (shared + bytes > recordFileLimits.distributorBytes) {
      throw new AppError('recordFile.share', { retryAfter: 60 })
    }
    if (all + bytes > recordFileLimits.allBytes)
      throw new AppError('store.busy', { retryAfter: 60 })
  }

  async function add(
    editor: Editor | null,
    scope: ClientScope,
    { name, bytes }: { readonly name: string; readonly bytes: number },
  ): Promise<number> {
    if (disk.state() === 'full') throw new AppError('store.full')
    if (/\.xls[xm]$/i.test(name) && bytes > recordFileLimits.xlsxBytes) {
      throw new AppError('request.tooLarge')
    }
    if (bytes > recordFileLimits.bytes) throw new AppError('request.tooLarge')
    await checkRoom(scope, 1)
    const id = await addRecordFile(management, editor, scope, { name, bytes })
    await mkdir(folderOf(id), { mode: 0o700 })
    const handle = await open(pathOf(id), 'w', 0o600)
    await handle.close()
    await syncFolder(folderOf(id))
    await syncFolder(folder)
    return id
  }

  /** Appends bytes, which are on the disk when it returns; after the last ones the file is opened. */
  async function piece(scope: ClientScope, id: number, offset: number, bytes: Buffer) {
    const file = await openFile(scope, id)
    const before = pieces.get(id) ?? Promise.resolve()
    const work = before.catch(() => undefined).then(() => append(scope, file.id, offset, bytes))
    pieces.set(id, work)
    try {
      return await work
    } finally {
      if (pieces.get(id) === work) pieces.delete(id)
    }
  }

  async function append(scope: ClientScope, id: number, offset: number, bytes: Buffer) {
    const file = await openFile(scope, id)
    const received = offset + bytes.length
    const fits = file.state === 'uploading' && offset === file.received && received <= file.bytes
    if (!fits || bytes.length === 0) throw new AppError('recordFile.ended')
    if (disk.state() === 'full') throw new AppError('store.full')
    await checkRoom(scope, bytes.length)
    const handle = await open(pathOf(id), 'r+')
    try {
      await handle.write(bytes, 0, bytes.length, offset)
      await handle.sync()
    } finally {
      await handle.close()
    }
    const isLast = received === file.bytes
    // Marked before it is opened: a start after whatever ends this process opens it no second time.
    await noteReceived(management, id, received, isLast)
    if (!isLast) return { received, state: 'uploading' } as const
    const opening = run(id, (signal) => openArrived(file, signal))
    await Promise.race([opening, pause(openedMs, undefined, { ref: false })])
    const { state, fault } = await recordFile(management, scope, id)
    if (state === 'failed') throw faultError(isFault(fault) ? fault : 'unreadable')
    return { received, state }
  }

  async function openArrived(file: RecordFile, signal: AbortSignal) {
    const found = await readers.use(file, { signal }, (reader) =>
      reader.ask({ command: 'open' }, foundFile),
    )
    // The process that wrote the rows of a workbook may not do this.
    if (found.format === 'xlsx') await syncFile(join(folderOf(file.id), 'rows'))
    await syncFolder(folderOf(file.id))
    await noteOpened(management, file.id, found)
  }

  async function openFile(scope: ClientScope, id: number): Promise<RecordFile> {
    const file = await recordFile(management, scope, id)
    if (file.fault === 'noBytes') throw faultError('noBytes')
    if (!isOpenFile(file)) throw new AppError('recordFile.ended')
    return file
  }

  /** A file that was opened and that nothing reads. */
  async function restingFile(scope: ClientScope, id: number) {
    const file = await openFile(scope, id)
    const found = foundFile.safeParse(file.found)
    const isResting = file.state === 'uploaded' || file.state === 'checked'
    if (!isResting || !found.success) throw new AppError('recordFile.ended')
    return { file, found: found.data }
  }

  const isMachineOf = (clientId: number) => (serialNo: string) =>
    directory.bySerial(serialNo)?.clientId === clientId

  /** What a person waits for: a fault of the file is the answer, and ends the file unless another separator may mend it. */
  async function whilePersonWaits<Result>(
    file: RecordFile,
    work: (reader: FileReader) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await readers.use(file, { signal: stopping.signal, waitMs }, work)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      if (error.fault !== 'tooManyColumns') await end(file.id, 'failed', error.fault)
      throw faultError(error.fault)
    }
  }

  /** Columns, mapping and the first lines as they would be stored. */
  async function look(
    scope: ClientScope,
    id: number,
    wish: {
      readonly mapping?: RecordMapping | undefined
      readonly kind?: RecordKind | undefined
      readonly form?: TextForm | undefined
      readonly machine?: string | undefined
      readonly zone: string
    },
  ) {
    const { file, found } = await restingFile(scope, id)
    const { kind, zone, machine } = wish
    const given = wish.mapping ?? wish.form
    return whilePersonWaits(file, async (reader) => {
      const form = given && formOf(given)
      const guess = await reader.ask({ command: 'guess', found, form, kind, zone }, guessedFile)
      const { names } = guess
      const saved =
        given === undefined && kind === undefined
          ? recordMapping.safeParse(await mappingFor(management, scope, hashOf(names))).data
          : undefined
      const mapping = wish.mapping ?? (saved && { ...saved, ...guess.form }) ?? guess.mapping
      const unknownStates = await reader.ask({ command: 'states', mapping }, z.array(z.string()))
      const read = createRowMapper({
        ...{ mapping, columns: names, machine },
        isMachine: isMachineOf(scope.clientId),
      })
      const rows: TableRow[] = []
      for await (const batch of reader.rows({ command: 'preview' })) rows.push(...batch.rows)
      return {
        format: found.format,
        columns: guess.columns,
        mapping,
        isSaved: saved !== undefined,
        isAmbiguous: guess.isAmbiguous && mapping.timeForm === guess.mapping.timeForm,
        missing: missingFields(mapping, machine),
        unknownStates,
        rows: rows.map((row) => previewOf(row, read(row), now())),
      }
    })
  }

  /** Begins a dry run or an import; refused where the mapping does not fit the file. */
  async function begin(editor: Editor | null, scope: ClientScope, id: number, wish: Begin) {
    if (stopping.signal.aborted) throw new AppError('store.busy', { retryAfter: 10 })
    const { file, found } = await restingFile(scope, id)
    const { mapping, machine, dryRun } = wish
    const columns = await whilePersonWaits(file, (reader) =>
      reader.ask({ command: 'columns', found, form: formOf(mapping) }, columnNames),
    )
    const absent = absentColumns(mapping, columns)
    const missing = missingFields(mapping, machine?.serialNo)
    if (absent.length > 0 || missing.length > 0) {
      const fields = [
        ...absent.map((name) => ({ field: 'mapping', message: `There is no column ${name}.` })),
        ...missing.map((field) => ({ field, message: 'This field needs a column.' })),
      ]
      throw new AppError('request.invalid', { fields, message: fields[0]?.message ?? '' })
    }
    await beginRecordFile(management, editor, scope, {
      ...{ id, dryRun, mapping, columnsHash: hashOf(columns), machineId: machine?.id ?? null },
    })
    const begun = await recordFile(management, scope, id)
    void run(id, (signal) => read(begun, signal))
  }

  /** Ends an upload, a dry run or an import; one that has ended stays as it is. */
  async function cancel(scope: ClientScope, id: number) {
    const file = await openFile(scope, id)
    await endRecordFile(management, file.id, 'cancelled')
    const running = runs.get(file.id)
    running?.end.abort()
    await running?.done
    await pieces.get(file.id)?.catch(() => undefined)
    await remove(file.id)
  }

  /** Works at a file until it is done, cancelled, or the server stops; what fails, fails the file. */
  function run(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, stopping.signal])
    const done = work(signal)
      .catch(async (error: unknown) => {
        if (signal.aborted) return
        const fault = error instanceof FileFault ? error.fault : 'unreadable'
        log.warn({ err: error, fileId: id, fault }, 'A file of records could not be read')
        await end(id, 'failed', fault).catch(() => undefined)
      })
      .finally(() => runs.delete(id))
    runs.set(id, { end: ended, done })
    return done
  }

  async function read(file: RecordFile, signal: AbortSignal): Promise<void> {
    const counts = await importRows({ ...given, readers, file, signal })
    if (!counts) return
    if (file.state === 'checking') await noteChecked(management, file.id, counts)
    else await end(file.id, 'done')
    log.info({ fileId: file.id, clientId: file.clientId, ...counts }, 'A file of records was read')
  }

  /** After a start: goes on with what was running, and removes the files of what is not open any more. */
  async function goOn() {
    const files = await openRecordFiles(management)
    const isOpen = new Set(files.map(({ id }) => String(id)))
    for (const name of await readdir(folder)) {
      if (!isOpen.has(name)) await rm(join(folder, name), { recursive: true, force: true })
    }
    for (const file of files) {
      const size = await stat(pathOf(file.id)).then(
        (found) => found.size,
        () => -1,
      )
      if (size < file.received) await end(file.id, 'failed', 'fileGone')
      else if (file.state === 'opening') await end(file.id, 'failed', 'interrupted')
      else if (file.state === 'checking' || file.state === 'running') {
        void run(file.id, (signal) => read(file, signal))
      }
    }
  }

  async function forget() {
    const before = (ms: number) => new Date(now() - ms)
    await forgetRecordFiles(management, before(recordFileLimits.keptDays * 86_400_000))
    const since = before(recordFileLimits.waitingHours * 3_600_000)
    const silent = before(recordFileLimits.silentMinutes * 60_000)
    for (const file of await openRecordFiles(management)) {
      const waits = file.state === 'uploaded' || file.state === 'checked'
      if (waits && file.createdAt < since) await end(file.id, 'cancelled')
      if (file.state === 'uploading' && file.receivedAt < silent) {
        await end(file.id, 'failed', 'noBytes')
      }
    }
  }

  await goOn()
  const timer = setInterval(() => {
    forget().catch((error: unknown) => log.warn({ err: error }, 'Old imports could not be deleted'))
  }, maintenanceMs)
  timer.unref()

  return {
    ...{ add, piece, look, begin, cancel, forget, network: readers.network },
    /** Resolves when a file was opened, or a dry run or an import is over, or was stopped. */
    async finished(id: number): Promise<void> {
      await runs.get(id)?.done
    },
    /** Ends what is being read; the next start goes on with it. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      const ended = Promise.all([...runs.values()].map(({ done }) => done))
      // A store that does not answer: what it stores meanwhile comes again as duplicates.
      await Promise.race([ended, pause(stopMs, undefined, { ref: false })])
    },
  }
}

const hashOf = (columns: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(columns)).digest('hex')
