import {
  makeBackup as makeCall,
  backups as readCall,
  setBackups as setCall,
} from '@packboard/contract'
import {
  type BackupRun,
  backupRuns,
  backupSettings,
  changeBackupSettings,
  type MadeRun,
  recordEvent,
} from '@packboard/management'
import { AppError, backupEveryHours, lastBackupDue } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { wholeInstallation } from '../access/panelScope.ts'
import type { BackupDeps } from '../backup/backupService.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const tag = 'Running it'
/** How many of the latest runs are shown. */
const runsShown = 20

/** The backups of the installation (D86): for its administrators. */
export function backupRoutes(
  app: App,
  { management, backups, log, now }: Deps & BackupDeps,
  access: Access,
) {
  app.route({
    ...declare(readCall, tag, 'manageInstallation'),
    async handler(request) {
      wholeInstallation(access.panel(access.actor(request)))
      const [settings, runs, onSameDisk] = await Promise.all([
        backupSettings(management),
        backupRuns(management, runsShown),
        backups.isOnSameDisk().catch(() => false),
      ])
      const last = backups.last()
      return {
        elsewhere: backups.elsewhere !== undefined,
        folder: backups.folder,
        onSameDisk,
        encrypted: backups.isEncrypted,
        overdue: backups.isOverdue(),
        running: backups.running() ?? null,
        last: last ? made(last) : null,
        runs: runs.map(shownRun),
        everyHours: backupEveryHours.find((hours) => hours === settings.everyHours) ?? null,
        startHour: settings.startHour,
        keep: settings.keep,
        nextAt: nextOf(settings, now()),
        version: settings.version,
      }
    },
  })

  app.route({
    ...declare(setCall, tag, 'manageInstallation'),
    async handler(request) {
      const actor = access.actor(request)
      wholeInstallation(access.panel(actor))
      const version = await changeBackupSettings(management, actor, request.body)
      return { message: 'Success!', version }
    },
  })

  app.route({
    ...declare(makeCall, tag, 'manageInstallation'),
    async handler(request) {
      const actor = access.actor(request)
      wholeInstallation(access.panel(actor))
      if (backups.elsewhere !== undefined) throw new AppError('backup.elsewhere')
      if (backups.running()) throw new AppError('backup.running')
      await recordEvent(management, {
        actorId: actor.userId,
        actorName: actor.username,
        action: 'create',
        entity: 'backup',
        entityId: null,
        clientId: null,
        after: { folder: backups.folder },
      })
      // What becomes of it is in the list of runs; it may take longer than a call.
      backups.make().catch((error: unknown) => {
        log.debug({ err: error }, 'The backup that was begun on the panel failed')
      })
      return { message: 'Success!' }
    },
  })
}

function made({ startedAt, endedAt, folder, name, ...rest }: MadeRun) {
  const { bytes, newBytes, records, pausedMs } = rest
  const seconds = secondsOf({ startedAt, endedAt })
  return { startedAt, seconds, folder, name, bytes, newBytes, records, pausedMs }
}

function shownRun(run: BackupRun) {
  if (run.name !== null) return { ok: true as const, ...made(run) }
  const { startedAt, folder, fault, detail } = run
  return { ok: false as const, startedAt, seconds: secondsOf(run), folder, fault, detail }
}

const secondsOf = ({ startedAt, endedAt }: Pick<BackupRun, 'startedAt' | 'endedAt'>) =>
  Math.round((endedAt.getTime() - startedAt.getTime()) / 100) / 10

function nextOf(settings: Parameters<typeof lastBackupDue>[0], now: number): Date | null {
  const last = lastBackupDue(settings, now)
  return last === null ? null : new Date(last + (settings.everyHours ?? 0) * 3_600_000)
}
