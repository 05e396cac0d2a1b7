import type { MachineDirectory } from '@packboard/ingest'
import type { Management } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Telemetry } from '@packboard/telemetry/store'
import { BackupFault, StoresElsewhere } from '../backup/backupFault.ts'
import type { BackupService } from '../backup/backupService.ts'
import { checkInstallation } from '../backup/checkInstallation.ts'
import type { RecordFileService } from '../files/recordFiles.ts'
import type { ControlWork } from './controlSocket.ts'
import { importCommand } from './importCommand.ts'
import { installationStatus } from './installationStatus.ts'
import { rebuildCommand } from './rebuildCommand.ts'

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
