import { recordMapping } from '@packboard/contract'
import type { Ingest, MachineDirectory } from '@packboard/ingest'
import type { Management, RecordFile } from '@packboard/management'
import { recordFileLimits } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { FileFault } from './fileFault.ts'
import type { FileReader } from './fileReader.ts'
import type { FileReaders } from './fileReaders.ts'
import { foundFile } from './foundFile.ts'
import { columnNames, formOf } from './guessedFile.ts'
import { createRowMapper } from './mapRow.ts'
import type { ReaderTurn } from './readerTurns.ts'
import { openRecordSink } from './recordSink.ts'

type Options = {
  readonly readers: FileReaders
  readonly management: Management
  readonly directory: MachineDirectory
  readonly ingest: Pick<Ingest, 'pipeline'>
  readonly log: FastifyBaseLogger
  readonly now: () => number
  readonly file: RecordFile
  readonly signal: AbortSignal
  readonly batchRows?: number
  readonly mostRows?: number
}

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
