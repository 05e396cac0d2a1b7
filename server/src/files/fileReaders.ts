import type { RecordFile } from '@packboard/management'
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
