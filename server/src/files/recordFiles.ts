import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type LineRefusal,
  type RecordFileCounts,
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
  keptLines,
  type Management,
  mappingFor,
  noteChecked,
  noteLines,
  noteReceived,
  openRecordFiles,
  type RecordFile,
  recordFile,
} from '@packboard/management'
import { AppError, type ClientScope, recordFileLimits } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { syncFolder } from '../disk/sync.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import type { Disk } from '../monitoring/diskSpace.ts'
import { type FoundFile, findFile, foundFile } from './foundFile.ts'
import { guessMapping, unknownStates } from './guessMapping.ts'
import {
  absentColumns,
  createRowMapper,
  type MappedRow,
  missingFields,
  quarantineOf,
} from './mapRow.ts'
import { type FileSource, readColumns, readRows, type TableRow, type TextForm } from './readRows.ts'
import { unpackXlsx } from './unpackXlsx.ts'

/** Lines of one call to the pipeline, whose outcome is then noted. */
const batchRows = 5_000
const retryMs = 2_000
const stopMs = 5_000
/** Files that are unpacked at one time, and how long another one waits for that. */
const looksAtOnce = 2
const lookWaitMs = 20_000
const maintenanceMs = 3_600_000

type Given = {
  readonly dataDir: string
  readonly management: Management
  readonly directory: MachineDirectory
  readonly ingest: Pick<Ingest, 'pipeline'>
  readonly disk: Pick<Disk, 'state'>
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** Other than above; only for tests. */
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
 * Imports records from files: keeps the uploaded file in the data directory until its import ends, and reads it line by
 * line into the same pipeline as records that machines send. After each batch that is acknowledged the number of its last line is
 * stored, and a start of the server goes on after it; a batch whose number was not stored is sent again, as duplicates.
 */
export async function startRecordFiles(given: Given) {
  const { management, directory, ingest, disk, log, now } = given
  const folder = join(given.dataDir, 'files')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stopping = new AbortController()
  const runs = new Map<number, { readonly end: AbortController; readonly done: Promise<void> }>()
  const room = keyedSemaphore({
    waitMs: lookWaitMs,
    full: () => new AppError('store.busy', { retryAfter: 5 }),
  })
  /** Pieces of one file come one after the other. */
  const pieces = new Map<number, Promise<unknown>>()

  const pathOf = (id: number) => join(folder, `${id}.file`)
  const rowsOf = (id: number) => join(folder, `${id}.rows`)
  const sourceOf = (id: number, { format }: FoundFile): FileSource => ({
    path: format === 'xlsx' ? rowsOf(id) : pathOf(id),
    format,
  })

  async function remove(id: number) {
    await rm(pathOf(id), { force: true })
    await rm(rowsOf(id), { force: true })
  }

  async function end(id: number, state: 'done' | 'cancelled' | 'failed', fault?: string) {
    await endRecordFile(management, id, state, fault ?? null)
    await remove(id)
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
    const others = await openRecordFiles(management)
    const all = others.reduce((sum, file) => sum + file.bytes, bytes)
    if (all > recordFileLimits.allBytes) throw new AppError('store.busy', { retryAfter: 60 })
    const id = await addRecordFile(management, editor, scope, { name, bytes })
    const handle = await open(pathOf(id), 'w', 0o600)
    await handle.close()
    await syncFolder(folder)
    return id
  }

  /** Appends bytes, which are on the disk when it returns; with the last ones the file is looked at. */
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
    const handle = await open(pathOf(id), 'r+')
    try {
      await handle.write(bytes, 0, bytes.length, offset)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (received < file.bytes) {
      await noteReceived(management, id, received)
      return { received, state: 'uploading' } as const
    }
    await noteReceived(management, id, received, await lookedAt(id))
    return { received, state: 'uploaded' } as const
  }

  function lookedAt(id: number): Promise<FoundFile> {
    return room.pass([{ key: 'all', atOnce: looksAtOnce }], () => unpacked(id))
  }

  async function unpacked(id: number): Promise<FoundFile> {
    try {
      const found = await findFile(pathOf(id))
      if (found.format === 'xlsx') await unpackXlsx(pathOf(id), rowsOf(id))
      return found
    } catch (error) {
      if (error instanceof AppError) await end(id, 'failed', 'unreadable')
      throw error
    }
  }

  async function openFile(scope: ClientScope, id: number): Promise<RecordFile> {
    const file = await recordFile(management, scope, id)
    if (!isOpenFile(file)) throw new AppError('recordFile.ended')
    return file
  }

  /** A file that has arrived and that nothing reads. */
  async function restingFile(scope: ClientScope, id: number) {
    const file = await openFile(scope, id)
    const found = foundFile.safeParse(file.found)
    const isResting = file.state === 'uploaded' || file.state === 'checked'
    if (!isResting || !found.success) throw new AppError('recordFile.ended')
    return { found: found.data, source: sourceOf(id, found.data) }
  }

  const isMachineOf = (clientId: number) => (serialNo: string) =>
    directory.bySerial(serialNo)?.clientId === clientId

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
    const { found, source } = await restingFile(scope, id)
    const { encoding, separator } = found
    const form = wish.mapping ??
      wish.form ?? { encoding, separator, hasHead: await hasHead(source, found) }
    const columns = await readColumns(source, form)
    const rows = await firstRows(source, form, columns)
    const cells = rows.flatMap((row) => ('cells' in row ? [row.cells] : []))
    const { hasHead: isHeaded } = form
    const guess = guessMapping({
      ...{ found, columns, rows: cells, zone: wish.zone, kind: wish.kind },
      form: { encoding: form.encoding, separator: form.separator, hasHead: isHeaded },
    })
    const saved =
      wish.mapping === undefined && wish.kind === undefined && wish.form === undefined
        ? recordMapping.safeParse(await mappingFor(management, scope, hashOf(columns))).data
        : undefined
    const mapping = wish.mapping ?? (saved && { ...saved, ...form }) ?? guess.mapping
    const read = createRowMapper({
      ...{ mapping, columns, machine: wish.machine },
      isMachine: isMachineOf(scope.clientId),
    })
    return {
      format: found.format,
      columns: guess.columns,
      mapping,
      isSaved: saved !== undefined,
      isAmbiguous: guess.isAmbiguous && mapping.timeForm === guess.mapping.timeForm,
      missing: missingFields(mapping, wish.machine),
      unknownStates: unknownStates(mapping, columns, cells),
      rows: rows
        .slice(0, recordFileLimits.previewRows)
        .map((row) => preview(row, read(row), now())),
    }
  }

  /** Begins a dry run or an import; refused where the mapping does not fit the file. */
  async function begin(editor: Editor | null, scope: ClientScope, id: number, wish: Begin) {
    if (stopping.signal.aborted) throw new AppError('store.busy', { retryAfter: 10 })
    const { source } = await restingFile(scope, id)
    const { mapping, machine, dryRun } = wish
    const columns = await readColumns(source, mapping)
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
    run(await recordFile(management, scope, id))
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

  function run(file: RecordFile) {
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, stopping.signal])
    const done = read(file, signal)
      .catch(async (error: unknown) => {
        if (signal.aborted) return
        log.error({ err: error, fileId: file.id }, 'A file of records could not be read')
        const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        await end(file.id, 'failed', isGone ? 'fileGone' : 'unreadable').catch(() => undefined)
      })
      .finally(() => runs.delete(file.id))
    runs.set(file.id, { end: ended, done })
  }

  async function read(file: RecordFile, signal: AbortSignal): Promise<void> {
    const mapping = recordMapping.safeParse(file.mapping)
    const found = foundFile.safeParse(file.found)
    if (!mapping.success || !found.success) return end(file.id, 'failed', 'mapping')
    const source = sourceOf(file.id, found.data)
    const columns = await readColumns(source, mapping.data)
    const map = createRowMapper({
      ...{ mapping: mapping.data, columns, machine: file.serialNo ?? undefined },
      isMachine: isMachineOf(file.clientId),
    })
    const sink = await openSink(file, signal)
    const most = given.mostRows ?? recordFileLimits.rows
    let rows = 0
    for await (const { rows: next, share } of readRows(source, mapping.data, columns)) {
      for (const row of next) {
        if (signal.aborted) return
        if (++rows > most) {
          await sink.flush(share)
          return end(file.id, 'failed', 'tooManyRows')
        }
        // Mapped again although it is stored: the order of the lines says which of two equal clock times is meant.
        const mapped = map(row)
        if (rows > file.rows && !(await sink.add(row.line, mapped, share))) return
      }
      await pause(0)
    }
    if (!(await sink.flush(1))) return
    const counts = sink.counts()
    if (file.state === 'checking') await noteChecked(management, file.id, counts)
    else await end(file.id, 'done')
    log.info({ fileId: file.id, clientId: file.clientId, ...counts }, 'A file of records was read')
  }

  /** Gathers lines, brings them to the pipeline, or only checks them, and notes what became of them. */
  async function openSink(file: RecordFile, signal: AbortSignal) {
    const { rows, stored, duplicate, late, quarantined, refused } = file
    const counts = { rows, stored, duplicate, late, quarantined, refused }
    const size = given.batchRows ?? batchRows
    let kept = await keptLines(management, file.id)
    let batch: { line: number; mapped: MappedRow }[] = []

    async function flush(share: number): Promise<boolean> {
      const lines = batch
      batch = []
      const reports: { line: number; refusal: LineRefusal }[] = []
      const good = lines.flatMap(({ line, mapped }) => {
        if ('incoming' in mapped) return [{ line, ...mapped }]
        const [refusal] = mapped.refusals
        if (refusal) reports.push({ line, refusal })
        counts.refused += 1
        return []
      })
      if (file.state === 'checking') {
        for (const { line, incoming } of good) {
          const refusal = quarantineOf(incoming, now())
          if (refusal) reports.push({ line, refusal })
          counts[refusal ? 'quarantined' : 'stored'] += 1
        }
      } else if (good.length > 0) {
        const records = good.map(({ incoming }) => incoming)
        const answer = await deliver(file, records, signal)
        if (!answer) return false
        counts.stored += answer.accepted
        counts.duplicate += answer.duplicate
        counts.late += answer.late
        counts.quarantined += answer.quarantined
        for (const { index, detail } of answer.errors) {
          const at = good[index]
          const refusal = { code: 'quarantined', detail, field: null, column: null, cell: null }
          if (at) reports.push({ line: at.line, refusal: { ...refusal, code: 'quarantined' } })
        }
      }
      counts.rows += lines.length
      reports.sort((a, b) => a.line - b.line)
      const room = Math.max(0, recordFileLimits.refusedLines - kept)
      const taken = reports.slice(0, room)
      kept += taken.length
      return noteLines(management, file.id, { ...counts, share }, taken)
    }

    return {
      flush,
      counts: (): RecordFileCounts => ({ ...counts }),
      async add(line: number, mapped: MappedRow, share: number): Promise<boolean> {
        batch.push({ line, mapped })
        return batch.length < size || flush(share)
      },
    }
  }

  /** Brings records until they are durable, however long the store cannot take them; undefined when it was ended. */
  async function deliver(
    file: RecordFile,
    records: Extract<MappedRow, { incoming: unknown }>['incoming'][],
    signal: AbortSignal,
  ) {
    const sender = {
      userName: file.createdBy ?? 'command line',
      clientId: file.clientId,
      mayPublishFor: (machineId: number) => directory.byId(machineId)?.clientId === file.clientId,
    }
    const reading = { source: 'file', bytes: records.length * 256, records } as const
    while (!signal.aborted) {
      try {
        return await ingest.pipeline.deliver(sender, reading)
      } catch (error) {
        if (signal.aborted) return undefined
        log.warn({ err: error, fileId: file.id }, 'Records of a file cannot be stored; they wait')
        await pause(retryMs, undefined, { signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  /** After a start: goes on with what was running, and removes the files of what is not open any more. */
  async function goOn() {
    const files = await openRecordFiles(management)
    const open = new Set(files.flatMap(({ id }) => [pathOf(id), rowsOf(id)]))
    for (const name of await readdir(folder)) {
      if (!open.has(join(folder, name))) await rm(join(folder, name), { force: true })
    }
    for (const file of files) {
      const size = await stat(pathOf(file.id)).then(
        (found) => found.size,
        () => -1,
      )
      if (size < file.received) await end(file.id, 'failed', 'fileGone')
      else if (file.state === 'checking' || file.state === 'running') run(file)
    }
  }

  async function forget() {
    const before = (ms: number) => new Date(now() - ms)
    await forgetRecordFiles(management, before(recordFileLimits.keptDays * 86_400_000))
    const since = before(recordFileLimits.waitingHours * 3_600_000)
    for (const file of await openRecordFiles(management)) {
      const isRead = file.state === 'checking' || file.state === 'running'
      if (!isRead && file.createdAt < since) await end(file.id, 'cancelled')
    }
  }

  await goOn()
  const timer = setInterval(() => {
    forget().catch((error: unknown) => log.warn({ err: error }, 'Old imports could not be deleted'))
  }, maintenanceMs)
  timer.unref()

  return {
    ...{ add, piece, look, begin, cancel, forget },
    /** Resolves when a dry run or an import is over, or was stopped. */
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

/** The first line names columns unless a cell of it is a number or a time. */
async function hasHead(source: FileSource, { encoding, separator }: FoundFile): Promise<boolean> {
  if (source.format === 'ndjson') return false
  const form = { encoding, separator, hasHead: false }
  const [first] = await firstRows(source, form, await readColumns(source, form))
  if (!first || !('cells' in first)) return true
  return first.cells.every(
    (cell) => typeof cell !== 'number' && !/^[-+]?\d/.test(String(cell ?? '')),
  )
}

async function firstRows(
  source: FileSource,
  form: Parameters<typeof readRows>[1],
  columns: readonly string[],
): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const { rows: next } of readRows(source, form, columns)) {
    rows.push(...next)
    if (rows.length >= recordFileLimits.sampleRows) break
  }
  return rows.slice(0, recordFileLimits.sampleRows)
}

function preview(row: TableRow, mapped: MappedRow, now: number) {
  const cells = 'cells' in row ? row.cells.map((cell) => String(cell ?? '').slice(0, 200)) : []
  if ('refusals' in mapped) {
    return { line: row.line, cells, record: null, refusals: [...mapped.refusals] }
  }
  const record: Record<string, string | number> = {}
  for (const [field, value] of Object.entries(mapped.wire)) {
    if (field === 'kind') continue
    const isTime = field === 'time' || field === 'raisedAt' || field === 'clearedAt'
    if (isTime && typeof value === 'number') record[field] = new Date(value).toISOString()
    else if (typeof value === 'number' || typeof value === 'string') record[field] = value
  }
  const quarantined = quarantineOf(mapped.incoming, now)
  return { line: row.line, cells, record, refusals: quarantined ? [quarantined] : [] }
}
