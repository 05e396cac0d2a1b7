import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import {
  fileColumns,
  fileFirstLines,
  type LineRefusal,
  type RecordFileCounts,
  recordMapping,
} from '@packboard/contract'
import type { Ingest, MachineDirectory } from '@packboard/ingest'
import { keptLines, type Management, noteLines, type RecordFile } from '@packboard/management'
import { recordFileLimits } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { FileFault } from './fileFault.ts'
import type { FileReader } from './fileReader.ts'
import type { FileReaders } from './fileReaders.ts'
import { foundFile } from './foundFile.ts'
import { createRowMapper, type MappedRow, quarantineOf } from './mapRow.ts'
import type { ReaderTurn } from './readerTurns.ts'
import type { TextForm } from './readRows.ts'

export const columnNames = z.array(z.string()).max(recordFileLimits.columns)

/** What the process that reads a file says of its first rows. */
export const guessedFile = z.object({
  names: columnNames,
  form: recordMapping.pick({ encoding: true, separator: true, hasHead: true, firstLine: true }),
  columns: fileColumns.max(recordFileLimits.columns),
  mapping: recordMapping,
  isAmbiguous: z.boolean(),
  firstLines: fileFirstLines,
})

/** Of a mapping only how the text is read. */
export const formOf = ({ encoding, separator, hasHead, firstLine }: TextForm): TextForm => ({
  encoding,
  separator,
  hasHead,
  firstLine,
})

type SinkOptions = {
  readonly management: Management
  readonly directory: MachineDirectory
  readonly ingest: Pick<Ingest, 'pipeline'>
  readonly log: FastifyBaseLogger
  readonly now: () => number
  readonly file: RecordFile
  readonly signal: AbortSignal
  readonly batchRows?: number | undefined
}

type Options = SinkOptions & { readonly readers: FileReaders; readonly mostRows?: number }

/**
 * Reads a file to its end, for a dry run or an import. While others wait, a long file gives its turn away and is opened again later, behind the
 * rows that were read. Returns what became of the rows; undefined when it was ended before.
 */
export async function importRows(options: Options) {
  const { readers, directory, file, signal } = options
  const mapping = recordMapping.safeParse(file.mapping).data
  const found = foundFile.safeParse(file.found).data
  if (!mapping || !found) throw new FileFault('mapping')
  const form = formOf(mapping)
  const isMachine = (serialNo: string) => directory.bySerial(serialNo)?.clientId === file.clientId
  const sink = await openRecordSink(options)
  const most = options.mostRows ?? recordFileLimits.rows
  let map: ReturnType<typeof createRowMapper> | undefined
  let rows = 0

  const readOn = async (reader: FileReader, turn: ReaderTurn) => {
    const columns = await reader.ask({ command: 'columns', found, form }, columnNames)
    map ??= createRowMapper({ mapping, columns, machine: file.serialNo ?? undefined, isMachine })
    for await (const { rows: next, share } of reader.rows({ command: 'read', after: rows })) {
      for (const row of next) {
        if (signal.aborted) return 'ended'
        rows += 1
        if (rows > most) {
          await sink.flush(share)
          throw new FileFault('tooManyRows')
        }
        // Mapped again although it is stored: the order of the lines says which of two equal clock times is meant.
        const mapped = map(row)
        if (rows > file.rows && !(await sink.add(row.line, mapped, share))) return 'ended'
      }
      if (turn.isOver()) return 'later'
    }
    return 'whole'
  }

  for (;;) {
    const outcome = await readers.use(file, { signal }, readOn)
    if (outcome === 'ended') return undefined
    if (outcome === 'whole') return (await sink.flush(1)) ? sink.counts() : undefined
  }
}

/** Lines whose outcome is noted together. */
const batchRows = 5_000
/** Of them so many come to the pipeline at once, which sorts them in about 5 ms; others are served before the next. */
const pieceRows = 1_000
const retryMs = 2_000

type GoodLine = Extract<MappedRow, { incoming: unknown }> & { readonly line: number }

/** Gathers lines, brings them to the pipeline, or only checks them, and notes what became of them. */
export async function openRecordSink(options: SinkOptions) {
  const { management, file, now } = options
  const { rows, stored, duplicate, late, quarantined, refused } = file
  const counts = { rows, stored, duplicate, late, quarantined, refused }
  const size = options.batchRows ?? batchRows
  let kept = await keptLines(management, file.id)
  let lines = 0
  let good: GoodLine[] = []
  let reports: { line: number; refusal: LineRefusal }[] = []

  async function flush(share: number): Promise<boolean> {
    const [count, records, refusals] = [lines, good, reports]
    lines = 0
    good = []
    reports = []
    if (records.length > 0) {
      const answer = await deliver(options, records)
      if (!answer) return false
      counts.stored += answer.accepted
      counts.duplicate += answer.duplicate
      counts.late += answer.late
      counts.quarantined += answer.quarantined
      for (const { index, detail } of answer.errors) {
        const at = records[index]
        const refusal = {
          code: 'quarantined',
          detail,
          field: null,
          column: null,
          cell: null,
        } as const
        if (at) refusals.push({ line: at.line, refusal })
      }
    }
    counts.rows += count
    refusals.sort((a, b) => a.line - b.line)
    const taken = refusals.slice(0, Math.max(0, recordFileLimits.refusedLines - kept))
    kept += taken.length
    return noteLines(management, file.id, { ...counts, share }, taken)
  }

  /** The lines of a dry run are checked as they come, so that a batch is no work of its own. */
  function take(line: number, mapped: MappedRow) {
    if ('refusals' in mapped) {
      const [refusal] = mapped.refusals
      if (refusal) reports.push({ line, refusal })
      counts.refused += 1
    } else if (file.state === 'checking') {
      const refusal = quarantineOf(mapped.incoming, now())
      if (refusal) reports.push({ line, refusal })
      counts[refusal ? 'quarantined' : 'stored'] += 1
    } else good.push({ line, ...mapped })
  }

  return {
    flush,
    counts: (): RecordFileCounts => ({ ...counts }),
    /** False when the import was ended meanwhile. */
    async add(line: number, mapped: MappedRow, share: number): Promise<boolean> {
      take(line, mapped)
      lines += 1
      return lines < size || flush(share)
    },
  }
}

/** Brings the lines of a batch in pieces, which are committed together; undefined when it was ended. */
async function deliver(options: SinkOptions, lines: readonly GoodLine[]) {
  const pieces: ReturnType<typeof deliverPiece>[] = []
  for (let first = 0; first < lines.length; first += pieceRows) {
    if (first > 0) await turn()
    pieces.push(deliverPiece(options, lines.slice(first, first + pieceRows)))
  }
  const whole = { accepted: 0, duplicate: 0, late: 0, quarantined: 0 }
  const errors: { index: number; detail: string }[] = []
  for (const [nth, answer] of (await Promise.all(pieces)).entries()) {
    if (!answer) return undefined
    whole.accepted += answer.accepted
    whole.duplicate += answer.duplicate
    whole.late += answer.late
    whole.quarantined += answer.quarantined
    for (const { index, detail } of answer.errors) {
      errors.push({ index: nth * pieceRows + index, detail })
    }
  }
  return { ...whole, errors }
}

/** Brings records until they are durable, however long the store cannot take them; undefined when it was ended. */
async function deliverPiece(
  { directory, ingest, log, file, signal }: SinkOptions,
  lines: readonly GoodLine[],
) {
  const sender = {
    userName: file.createdBy ?? 'command line',
    clientId: file.clientId,
    mayPublishFor: (machineId: number) => directory.byId(machineId)?.clientId === file.clientId,
  }
  const records = lines.map(({ incoming }) => incoming)
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
