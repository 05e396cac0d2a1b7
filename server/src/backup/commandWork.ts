import type { Management } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Telemetry } from '@packboard/telemetry/store'
import { BackupFault, StoresElsewhere } from './backupFault.ts'
import type { BackupService } from './backupService.ts'
import { checkInstallation } from './checkInstallation.ts'
import type { ControlWork } from './controlSocket.ts'
import { installationStatus } from './installationStatus.ts'

/** What the commands do with open stores, in the server that runs or in a process of their own. */
export function commandWork(stores: {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly dataDir: string
  readonly backups: BackupService
  /** Of the server, where one runs. */
  readonly process: number | null
}): ControlWork {
  const { backups } = stores
  return async (call, progress, signal) => {
    if (call.command === 'status') return installationStatus(stores, stores.process)
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
