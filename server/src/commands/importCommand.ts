import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type RecordFileCounts, type RecordMapping, recordMapping } from '@packboard/contract'
import type { MachineDirectory } from '@packboard/ingest'
import { clientById, type Management, recordFile, refusedLines } from '@packboard/management'
import { AppError, recordFileLimits } from '@packboard/model'
import { scopeOfCommand } from '../access/clientScope.ts'
import { faultError, isFault } from '../files/fileFaults.ts'
import type { RecordFileService } from '../files/recordFiles.ts'

export type ImportCall = {
  readonly file: string
  readonly machine: string
  readonly mapping?: unknown
  readonly dryRun: boolean
}

/** What became of a file that the command line imported. */
export type ImportedFile = RecordFileCounts & {
  readonly state: string
  readonly fault: string | null
  readonly mapping: RecordMapping
  readonly lines: readonly { readonly line: number; readonly refusal: unknown }[]
}

const lookEveryMs = 500
const shownLines = 20

/**
 * Imports a file of this machine for the client of one of its machines, with the mapping that is given or the one that is guessed,
 * and waits for its end. When the command ends earlier, the file is cancelled.
 */
export async function importCommand(
  {
    management,
    service,
    directory,
  }: {
    readonly management: Management
    readonly service: RecordFileService
    readonly directory: MachineDirectory
  },
  call: ImportCall,
  progress: (line: object) => void,
  signal: AbortSignal,
): Promise<ImportedFile> {
  const machine = directory.bySerial(call.machine)
  if (!machine) throw new AppError('machine.notFound')
  const scope = scopeOfCommand(machine)
  const { size } = await stat(call.file)
  const name = basename(call.file).slice(0, 255)
  const id = await service.add(null, scope, { name, bytes: size })
  const cancel = () => void service.cancel(scope, id).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    let offset = 0
    for await (const piece of piecesOf(call.file)) {
      await service.piece(scope, id, offset, piece)
      offset += piece.length
    }
    await service.finished(id)
    const opened = await recordFile(management, scope, id)
    if (isFault(opened.fault)) throw faultError(opened.fault)
    const zone = (await clientById(management, scope.clientId))?.zone ?? 'UTC'
    const given = call.mapping === undefined ? undefined : recordMapping.parse(call.mapping)
    const looked = await service.look(scope, id, { ...(given && { mapping: given }), zone })
    const { mapping } = looked
    const wish = { id: machine.machineId, serialNo: call.machine }
    await service.begin(null, scope, id, { mapping, machine: wish, dryRun: call.dryRun })
    const timer = setInterval(() => {
      recordFile(management, scope, id)
        .then(({ share, rows, state }) => progress({ share, rows, state }))
        .catch(() => undefined)
    }, lookEveryMs)
    await service.finished(id).finally(() => clearInterval(timer))
    const file = await recordFile(management, scope, id)
    const lines = await refusedLines(management, scope, id)
    const { rows, stored, duplicate, late, quarantined, refused, state, fault } = file
    return {
      ...{ rows, stored, duplicate, late, quarantined, refused, state, fault, mapping },
      lines: lines.slice(0, shownLines),
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    // A dry run leaves nothing; an import has ended by itself.
    await service.cancel(scope, id).catch(() => undefined)
  }
}

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: recordFileLimits.pieceBytes })
  for await (const piece of stream) if (Buffer.isBuffer(piece)) yield piece
}
