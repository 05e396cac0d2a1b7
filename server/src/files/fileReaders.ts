import { type RecordFileFault, recordFileFaults } from '@packboard/contract'
import type { RecordFile } from '@packboard/management'
import { AppError, fileReaderLimits, recordFileLimits } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { type FileReader, openFileReader } from './fileReader.ts'
import { networkPrefix } from './readerProcess.ts'
import { type ReaderTurn, readerTurns } from './readerTurns.ts'

export type FileReaders = Awaited<ReturnType<typeof startFileReaders>>

/** Opens files of records, each in a process of its own, as the turns of their clients come. */
export async function startFileReaders(options: {
  readonly folderOf: (id: number) => string
  readonly log: FastifyBaseLogger
  readonly now: () => number
}) {
  const { folderOf, log, now } = options
  const prefix = await networkPrefix()
  const network = prefix.length === 0 ? 'shared' : 'none'
  if (network === 'none') log.info('Files of records are read without a network')
  else
    log.warn('This system allows no network namespace to the process that reads files of records')
  const turns = readerTurns(now)

  return {
    /** What the process that opens a file reaches: nothing, or what the server reaches. */
    network,
    /** Opens a file when it is the turn of its client, and ends the process after `work`. */
    async use<Result>(
      { id, clientId }: Pick<RecordFile, 'id' | 'clientId'>,
      wait: { readonly signal: AbortSignal; readonly waitMs?: number },
      work: (reader: FileReader, turn: ReaderTurn) => Promise<Result>,
    ): Promise<Result> {
      const turn = await turns.take(clientId, wait)
      try {
        const reader = openFileReader({ folder: folderOf(id), prefix, signal: wait.signal, log })
        try {
          return await work(reader, turn)
        } finally {
          await reader.close()
        }
      } finally {
        turn.leave()
      }
    },
  } as const
}

const million = (bytes: number) => `${bytes / 1e6} MB`
const count = (number: number) => number.toLocaleString('en')
const { bytes, columns, elements, entries, otherPartBytes } = recordFileLimits
const { sharedTextBytes, silentMinutes, unpackedBytes } = recordFileLimits

/** Why a file is refused, with the bound that it exceeds; screens say it in their language. */
const texts: Readonly<Record<RecordFileFault, string>> = {
  tooManyRows: `The file has more than ${count(recordFileLimits.rows)} lines.`,
  fileGone: 'The file was lost. Please choose it again.',
  unreadable: 'The file cannot be read. Please save it as CSV, NDJSON or XLSX.',
  mapping: 'The mapping cannot be read. Please choose the file again.',
  archive:
    'The XLSX file is encrypted, of the form ZIP64, or contradicts itself. Please save it again without a password, or as CSV.',
  tooLarge: `The XLSX file unpacks to more than ${million(unpackedBytes)}, to more than ${million(sharedTextBytes)} of texts, ${million(otherPartBytes)} of another part or ${million(bytes)} of rows, or has more than ${count(entries)} entries. Please save the sheet as CSV.`,
  tooManyElements: `The sheet has more than ${count(elements)} elements, which are about ${count(0.4 * elements)} cells. Please save it as CSV.`,
  tooManyColumns: `The file has more than ${columns} columns.`,
  memory: `Reading the file needed more than ${fileReaderLimits.heapMegabytes} MB of memory. Please save it as CSV, in smaller parts.`,
  time: `Reading the file took more than ${fileReaderLimits.processorSeconds} seconds of processor time. Please save it as CSV, in smaller parts.`,
  ended: 'The process that read the file ended. Please choose the file again.',
  interrupted: 'Packboard was stopped while it opened the file. Please choose it again.',
  noBytes: `No byte of the file came for ${silentMinutes} minutes. Please choose it again.`,
}

const sizes: readonly RecordFileFault[] = ['tooLarge', 'tooManyElements', 'tooManyColumns']

/** The refusal of a file as the answer to a call. */
export function faultError(fault: RecordFileFault): AppError {
  const code = sizes.includes(fault)
    ? 'request.tooLarge'
    : fault === 'noBytes'
      ? 'recordFile.expired'
      : 'recordFile.unreadable'
  return new AppError(code, { message: texts[fault] })
}

export const isFault = (text: string | null): text is RecordFileFault =>
  recordFileFaults.some((fault) => fault === text)
