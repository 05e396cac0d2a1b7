import { createReadStream } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  lineRefusal,
  type RecordMapping,
  recordMapping,
  recordMappingPart,
} from '@packboard/contract'
import type { MachineDirectory } from '@packboard/ingest'
import {
  clientById,
  installedAt,
  lastGoodBackup,
  type Management,
  managementOwner,
  recordFile,
  refusedLines,
  rekey,
} from '@packboard/management'
import { AppError, type ClientScope, recordFileLimits } from '@packboard/model'
import { newestRecord } from '@packboard/telemetry/backup'
import type { Telemetry } from '@packboard/telemetry/store'
import { scopeOfCommand } from '../access/clientScope.ts'
import { BackupFault, StoresElsewhere } from '../backup/backupFault.ts'
import type { BackupService } from '../backup/backupService.ts'
import { checkInstallation } from '../backup/checkInstallation.ts'
import { upgradeCopy } from '../backup/copyBeforeUpgrade.ts'
import { faultError, isFault } from '../files/fileReaders.ts'
import type { RecordFileService } from '../files/recordFiles.ts'
import { formOf } from '../files/recordSink.ts'
import { dataLeft, isUpdating } from '../monitoring/dataLeft.ts'
import { thisVersion } from '../program/version.ts'
import type { InstallationStatus } from './commandTexts.ts'
import type { ControlWork } from './controlSocket.ts'
import { openRebuilds, rebuildCommand } from './rebuildCommand.ts'

/** What the commands do with open stores, in the server that runs or in a process of their own. */
export function commandWork(stores: {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly dataDir: string
  readonly backups: BackupService
  /** Of several processes: the cell whose records this one holds. */
  readonly cell?: { readonly id: number }
  /** Of the server, where one runs. */
  readonly process: number | null
  /** Where a server runs that imports records from files. */
  readonly files?: { readonly service: RecordFileService; readonly directory: MachineDirectory }
}): ControlWork {
  const { backups } = stores
  return async (call, progress, signal) => {
    if (call.command === 'status') return installationStatus(stores, stores.process)
    if (call.command === 'rekey') return rekey(stores.management, call)
    if (call.command === 'rebuild') return rebuildCommand(stores, call, progress, signal)
    if (call.command === 'importRecords') {
      const { management, files } = stores
      if (!files) throw new BackupFault('Records are imported by the server that runs; start it.')
      return importCommand({ management, ...files }, call, progress, signal)
    }
    if (backups.elsewhere !== undefined) throw new StoresElsewhere(backups.elsewhere)
    if (call.command === 'check') {
      return checkInstallation(stores, { days: call.days, signal, onProgress: progress })
    }
    const ended = new AbortController()
    signal.addEventListener(
      'abort',
      () => ended.abort(new BackupFault('The command was ended.', { kind: 'ended' })),
      { once: true },
    )
    try {
      const { folder, key } = call
      return await backups.make({ folder, key, signal: ended.signal, onProgress: progress })
    } catch (error) {
      // It is made by the clock or the panel.
      if (error instanceof AppError) throw new BackupFault(error.message, { cause: error })
      throw error
    }
  }
}

type ImportCall = {
  readonly file: string
  readonly machine: string
  readonly mapping?: unknown
  readonly dryRun: boolean
}

const lookEveryMs = 500
const shownLines = 20

/**
 * Imports a file of this machine for the client of one of its machines, with the mapping that is given or the one that is guessed,
 * and waits for its end. When the command ends earlier, the file is cancelled.
 */
async function importCommand(
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
) {
  const given = call.mapping === undefined ? undefined : givenMapping(call.mapping)
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
    const mapping = await mappingOf(service, scope, id, { given, zone })
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
      ...refusedWords(lines),
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    // A dry run leaves nothing; an import has ended by itself.
    await service.cancel(scope, id).catch(() => undefined)
  }
}

type MappingPart = ReturnType<typeof givenMapping>

/** The mapping of a file that a person wrote; what is wrong in it is said by its place. */
function givenMapping(content: unknown) {
  const read = recordMappingPart.safeParse(content)
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  throw new AppError('request.invalid', {
    message: `The mapping is not right. ${wrong.join('; ')}`,
  })
}

/** What a person wrote of the mapping, and the rest as it is proposed for the file that is read so. */
async function mappingOf(
  service: RecordFileService,
  scope: ClientScope,
  id: number,
  { given, zone }: { readonly given: MappingPart | undefined; readonly zone: string },
): Promise<RecordMapping> {
  const proposed = await service.look(scope, id, { zone })
  if (!given) return proposed.mapping
  const form = formOf(recordMapping.parse({ ...proposed.mapping, ...given }))
  const looked = await service.look(scope, id, { form, kind: given.kind, zone })
  return recordMapping.parse({ ...looked.mapping, ...given })
}

/** The words of states that no mapping has, each once, and the first lines that were refused for another reason. */
function refusedWords(stored: readonly { readonly line: number; readonly refusal: unknown }[]) {
  const all = stored.map(({ line, refusal }) => ({ line, refusal: lineRefusal.parse(refusal) }))
  const words = new Set<string>()
  const others: typeof all = []
  for (const each of all) {
    const { code, cell } = each.refusal
    if (code === 'state' && cell !== null) words.add(cell)
    else others.push(each)
  }
  return { unknownStates: [...words], lines: others.slice(0, shownLines) }
}

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: recordFileLimits.pieceBytes })
  for await (const piece of stream) if (Buffer.isBuffer(piece)) yield piece
}

async function installationStatus(
  stores: {
    readonly management: Management
    readonly telemetry: Telemetry
    readonly dataDir: string
    readonly files?: { readonly service: { readonly network: 'none' | 'shared' } }
  },
  process: number | null,
): Promise<InstallationStatus> {
  const { management, telemetry, dataDir } = stores
  const [owner, since, newest, backup, records, people, ofTelemetry, ofManagement, copy, rebuilds] =
    await Promise.all([
      managementOwner(management),
      installedAt(management),
      newestRecord(telemetry).catch(() => null),
      lastGoodBackup(management),
      telemetry.health(),
      management.health(),
      sizeOf(join(dataDir, 'telemetry')),
      sizeOf(join(dataDir, 'management')),
      upgradeCopy(dataDir),
      openRebuilds(stores).catch(() => []),
    ])
  const left = dataLeft(telemetry)
  const isDamaged = telemetry.damage().length > 0
  return {
    ...thisVersion,
    installation: owner.id,
    installedAt: since?.toISOString() ?? null,
    dataDir,
    sizes: { telemetry: ofTelemetry, management: ofManagement },
    newestRecord: newest?.toISOString() ?? null,
    lastBackup: backup
      ? {
          at: backup.startedAt.toISOString(),
          name: backup.name,
          folder: backup.folder,
          bytes: backup.bytes,
        }
      : null,
    health: {
      telemetry: !records.ok ? 'failing' : isDamaged ? 'damaged' : 'ok',
      management: people.ok ? 'ok' : 'failing',
    },
    process,
    updating: isUpdating(left) ? left : null,
    rebuilds,
    fileNetwork: stores.files?.service.network ?? null,
    upgradeCopy: copy ? { folder: copy.folder, madeAt: copy.madeAt } : null,
  }
}

/** The bytes of all files below a folder; what goes meanwhile is not counted. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) sum += await sizeOf(path)
    else if (entry.isFile())
      sum += await lstat(path).then(
        ({ size }) => size,
        () => 0,
      )
  }
  return sum
}
