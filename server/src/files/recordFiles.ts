import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
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
import type { Disk } from '../program/diskSpace.ts'
import { FileFault } from './fileFault.ts'
import { FileFolder } from './fileFolder.ts'
import type { FileReader } from './fileReader.ts'
import { type FileReaders, faultError, isFault, startFileReaders } from './fileReaders.ts'
import { foundFile } from './foundFile.ts'
import {
  absentColumns,
  createRowMapper,
  missingFields,
  missingSentence,
  previewOf,
} from './mapRow.ts'
import type { TableRow, TextForm } from './readRows.ts'
import { columnNames, formOf, guessedFile, importRows } from './recordSink.ts'

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

type Begin = {
  readonly mapping: RecordMapping
  readonly machine?: { readonly id: number; readonly serialNo: string } | undefined
  readonly dryRun: boolean
}

type Wish = {
  readonly mapping?: RecordMapping | undefined
  readonly kind?: RecordKind | undefined
  readonly form?: TextForm | undefined
  readonly machine?: string | undefined
  readonly zone: string
}

/** Imports of records from files; undefined where other processes hold the records. */
export type FileDeps = { readonly recordFiles: RecordFileService | undefined }

/** Makes the folder of the files and goes on with what was running when the server stopped. */
export async function startRecordFiles(given: Given): Promise<RecordFileService> {
  const path = join(given.dataDir, 'files')
  await mkdir(path, { recursive: true, mode: 0o700 })
  const folder = new FileFolder(path)
  const { log, now } = given
  const readers = await startFileReaders({ folderOf: folder.folderOf, log, now })
  const service = new RecordFileService(given, folder, readers)
  await service.goOn()
  return service
}

/**
 * Imports records from files: keeps the uploaded file in a folder of the data directory until its import ends, and has it read line by line, by a
 * process of its own, into the same pipeline as records that machines send. After each batch that is acknowledged the number of its
 * last line is stored, and a start of the server goes on after it; a batch whose number was not stored is sent again, as duplicates.
 */
export class RecordFileService {
  readonly #given: Given
  readonly #folder: FileFolder
  readonly #readers: FileReaders
  readonly #stopping = new AbortController()
  /** Files that are opened, checked or imported. */
  readonly #runs = new Map<
    number,
    { readonly end: AbortController; readonly done: Promise<void> }
  >()
  /** Pieces of one file come one after the other. */
  readonly #pieces = new Map<number, Promise<unknown>>()
  #timer: NodeJS.Timeout | undefined

  constructor(given: Given, folder: FileFolder, readers: FileReaders) {
    this.#given = given
    this.#folder = folder
    this.#readers = readers
  }

  /** What the process that opens a file reaches: nothing, or what the server reaches. */
  get network() {
    return this.#readers.network
  }

  /** Begins an upload and returns its number. */
  async add(
    editor: Editor | null,
    scope: ClientScope,
    { name, bytes }: { readonly name: string; readonly bytes: number },
  ): Promise<number> {
    const { disk, management } = this.#given
    if (disk.state() === 'full') throw new AppError('store.full')
    if (/\.xls[xm]$/i.test(name) && bytes > recordFileLimits.xlsxBytes) {
      throw new AppError('request.tooLarge')
    }
    if (bytes > recordFileLimits.bytes) throw new AppError('request.tooLarge')
    await this.#checkRoom(scope, 1)
    const id = await addRecordFile(management, editor, scope, { name, bytes })
    await this.#folder.create(id)
    return id
  }

  /** Appends bytes, which are on the disk when it returns; after the last ones the file is opened. */
  async piece(scope: ClientScope, id: number, offset: number, bytes: Buffer) {
    const file = await this.#openFile(scope, id)
    const before = this.#pieces.get(id) ?? Promise.resolve()
    const work = before
      .catch(() => undefined)
      .then(() => this.#append(scope, file.id, offset, bytes))
    this.#pieces.set(id, work)
    try {
      return await work
    } finally {
      if (this.#pieces.get(id) === work) this.#pieces.delete(id)
    }
  }

  /** Columns, mapping and the first lines as they would be stored. */
  async look(
    scope: ClientScope,
    id: number,
    { mapping: wished, kind, form: text, machine, zone }: Wish,
  ) {
    const { management, now } = this.#given
    const { file, found } = await this.#restingFile(scope, id)
    const given = wished ?? text
    return this.#whilePersonWaits(file, async (reader) => {
      const form = given && formOf(given)
      const guess = await reader.ask({ command: 'guess', found, form, kind, zone }, guessedFile)
      const { names } = guess
      const saved =
        given === undefined && kind === undefined
          ? recordMapping.safeParse(await mappingFor(management, scope, hashOf(names))).data
          : undefined
      const mapping = wished ?? (saved && { ...saved, ...guess.form }) ?? guess.mapping
      const unknownStates = await reader.ask({ command: 'states', mapping }, z.array(z.string()))
      const isMachine = (serialNo: string) =>
        this.#given.directory.bySerial(serialNo)?.clientId === scope.clientId
      const read = createRowMapper({ mapping, columns: names, machine, isMachine })
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
        firstLines: guess.firstLines,
        rows: rows.map((row) => previewOf(row, read(row), now())),
      }
    })
  }

  /** Begins a dry run or an import; refused where the mapping does not fit the file. */
  async begin(editor: Editor | null, scope: ClientScope, id: number, wish: Begin): Promise<void> {
    if (this.#stopping.signal.aborted) throw new AppError('store.busy', { retryAfter: 10 })
    const { management } = this.#given
    const { file, found } = await this.#restingFile(scope, id)
    const { mapping, machine, dryRun } = wish
    const columns = await this.#whilePersonWaits(file, (reader) =>
      reader.ask({ command: 'columns', found, form: formOf(mapping) }, columnNames),
    )
    const absent = absentColumns(mapping, columns)
    const missing = missingFields(mapping, machine?.serialNo)
    if (absent.length > 0 || missing.length > 0) {
      const fields = [
        ...absent.map((name) => ({ field: 'mapping', message: `There is no column ${name}.` })),
        ...missing.map((field) => ({ field, message: missingSentence(field) })),
      ]
      const message = fields.map((each) => each.message).join(' ')
      throw new AppError('request.invalid', { fields, message })
    }
    await beginRecordFile(management, editor, scope, {
      ...{ id, dryRun, mapping, columnsHash: hashOf(columns), machineId: machine?.id ?? null },
    })
    const begun = await recordFile(management, scope, id)
    void this.#run(id, (signal) => this.#read(begun, signal))
  }

  /** Ends an upload, a dry run or an import; one that has ended stays as it is. */
  async cancel(scope: ClientScope, id: number): Promise<void> {
    const file = await this.#openFile(scope, id)
    await endRecordFile(this.#given.management, file.id, 'cancelled')
    const running = this.#runs.get(file.id)
    running?.end.abort()
    await running?.done
    await this.#pieces.get(file.id)?.catch(() => undefined)
    await this.#folder.remove(file.id)
  }

  /** Resolves when a file was opened, or a dry run or an import is over, or was stopped. */
  async finished(id: number): Promise<void> {
    await this.#runs.get(id)?.done
  }

  /**
   * After a start: goes on with what was running, and removes the files of what is not open any more; from then on what is past
   * its time is deleted.
   */
  async goOn(): Promise<void> {
    const files = await openRecordFiles(this.#given.management)
    await this.#folder.keepOnly(files.map(({ id }) => id))
    for (const file of files) {
      if ((await this.#folder.sizeOf(file.id)) < file.received) {
        await this.#end(file.id, 'failed', 'fileGone')
      } else if (file.state === 'opening') await this.#end(file.id, 'failed', 'interrupted')
      else if (file.state === 'checking' || file.state === 'running') {
        void this.#run(file.id, (signal) => this.#read(file, signal))
      }
    }
    this.#timer = setInterval(() => {
      this.forget().catch((error: unknown) =>
        this.#given.log.warn({ err: error }, 'Old imports could not be deleted'),
      )
    }, maintenanceMs)
    this.#timer.unref()
  }

  /** Ends uploads and files that nobody goes on with, and deletes what is past its time. */
  async forget(): Promise<void> {
    const { management, now } = this.#given
    const before = (ms: number) => new Date(now() - ms)
    await forgetRecordFiles(management, before(recordFileLimits.keptDays * 86_400_000))
    const since = before(recordFileLimits.waitingHours * 3_600_000)
    const silent = before(recordFileLimits.silentMinutes * 60_000)
    for (const file of await openRecordFiles(management)) {
      const waits = file.state === 'uploaded' || file.state === 'checked'
      if (waits && file.createdAt < since) await this.#end(file.id, 'cancelled')
      if (file.state === 'uploading' && file.receivedAt < silent) {
        await this.#end(file.id, 'failed', 'noBytes')
      }
    }
  }

  /** Ends what is being read; the next start goes on with it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    const ended = Promise.all([...this.#runs.values()].map(({ done }) => done))
    // A store that does not answer: what it stores meanwhile comes again as duplicates.
    await Promise.race([ended, pause(stopMs, undefined, { ref: false })])
  }

  async #checkRoom(scope: ClientScope, bytes: number): Promise<void> {
    const { all, shared } = await waitingBytes(this.#given.management, scope)
    if (shared + bytes > recordFileLimits.distributorBytes) {
      throw new AppError('recordFile.share', { retryAfter: 60 })
    }
    if (all + bytes > recordFileLimits.allBytes) {
      throw new AppError('store.busy', { retryAfter: 60 })
    }
  }

  async #append(scope: ClientScope, id: number, offset: number, bytes: Buffer) {
    const { disk, management } = this.#given
    const file = await this.#openFile(scope, id)
    const received = offset + bytes.length
    const fits = file.state === 'uploading' && offset === file.received && received <= file.bytes
    if (!fits || bytes.length === 0) throw new AppError('recordFile.ended')
    if (disk.state() === 'full') throw new AppError('store.full')
    await this.#checkRoom(scope, bytes.length)
    await this.#folder.write(id, offset, bytes)
    const isLast = received === file.bytes
    // Marked before it is opened: a start after whatever ends this process opens it no second time.
    await noteReceived(management, id, received, isLast)
    if (!isLast) return { received, state: 'uploading' } as const
    const opening = this.#run(id, (signal) => this.#openArrived(file, signal))
    await Promise.race([opening, pause(openedMs, undefined, { ref: false })])
    const { state, fault } = await recordFile(management, scope, id)
    if (state === 'failed') throw faultError(isFault(fault) ? fault : 'unreadable')
    return { received, state }
  }

  async #openArrived(file: RecordFile, signal: AbortSignal): Promise<void> {
    const found = await this.#readers.use(file, { signal }, (reader) =>
      reader.ask({ command: 'open' }, foundFile),
    )
    await this.#folder.syncOpened(file.id, found.format)
    await noteOpened(this.#given.management, file.id, found)
  }

  async #openFile(scope: ClientScope, id: number): Promise<RecordFile> {
    const file = await recordFile(this.#given.management, scope, id)
    if (file.fault === 'noBytes') throw faultError('noBytes')
    if (!isOpenFile(file)) throw new AppError('recordFile.ended')
    return file
  }

  /** A file that was opened and that nothing reads. */
  async #restingFile(scope: ClientScope, id: number) {
    const file = await this.#openFile(scope, id)
    const found = foundFile.safeParse(file.found)
    const isResting = file.state === 'uploaded' || file.state === 'checked'
    if (!isResting || !found.success) throw new AppError('recordFile.ended')
    return { file, found: found.data }
  }

  /** What a person waits for: a fault of the file is the answer, and ends the file unless another separator may mend it. */
  async #whilePersonWaits<Result>(
    file: RecordFile,
    work: (reader: FileReader) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#readers.use(file, { signal: this.#stopping.signal, waitMs }, work)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      if (error.fault !== 'tooManyColumns') await this.#end(file.id, 'failed', error.fault)
      throw faultError(error.fault)
    }
  }

  /** Works at a file until it is done, cancelled, or the server stops; what fails, fails the file. */
  #run(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal])
    const done = work(signal)
      .catch(async (error: unknown) => {
        if (signal.aborted) return
        const fault = error instanceof FileFault ? error.fault : 'unreadable'
        const facts = { err: error, fileId: id, fault }
        this.#given.log.warn(facts, 'A file of records could not be read')
        await this.#end(id, 'failed', fault).catch(() => undefined)
      })
      .finally(() => this.#runs.delete(id))
    this.#runs.set(id, { end: ended, done })
    return done
  }

  async #read(file: RecordFile, signal: AbortSignal): Promise<void> {
    const { management, log } = this.#given
    const counts = await importRows({ ...this.#given, readers: this.#readers, file, signal })
    if (!counts) return
    if (file.state === 'checking') await noteChecked(management, file.id, counts)
    else await this.#end(file.id, 'done')
    log.info({ fileId: file.id, clientId: file.clientId, ...counts }, 'A file of records was read')
  }

  async #end(
    id: number,
    state: 'done' | 'cancelled' | 'failed',
    fault?: RecordFileFault,
  ): Promise<void> {
    await endRecordFile(this.#given.management, id, state, fault ?? null)
    await this.#folder.remove(id)
  }
}

const hashOf = (columns: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(columns)).digest('hex')
