import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type BackupRun,
  backupSettings,
  installedAt,
  lastGoodBackup,
  type MadeRun,
  type Management,
  noteBackupRun,
} from '@packboard/management'
import { AppError, backupOverdueMs, lastBackupDue } from '@packboard/model'
import { removeLinks } from '@packboard/telemetry/backup'
import type { Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { BackupFault, storesElsewhere } from './backupFault.ts'
import { type BackupProgress, type MadeBackup, takeBackup } from './takeBackup.ts'

/** The backups of this installation: made by the clock, by the panel or by the command line, one at a time. */
export type BackupService = {
  /** Why there are none here; undefined where there are. */
  readonly elsewhere: string | undefined
  /** Where they are made, unless a person names another folder. */
  readonly folder: string
  readonly isEncrypted: boolean
  /** The folder is on the disk of the data: the loss of the disk is that of both. */
  isOnSameDisk(): Promise<boolean>
  /** The one that is being made. */
  running(): { readonly startedAt: Date; readonly done: number; readonly of: number } | undefined
  /** The newest good one, as it was known at the last look. */
  last(): MadeRun | undefined
  /** There was no good one for two days. */
  isOverdue(): boolean
  /** Since the start of this process. */
  readonly counts: { made: number; failed: number }
  make(order?: BackupWish): Promise<MadeBackup>
  stop(): Promise<void>
}

export type BackupDeps = { readonly backups: BackupService }

type BackupWish = {
  readonly folder?: string | undefined
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
}

/** How often it is looked whether one is due. */
const lookEveryMs = 30_000
/** One that failed is tried again after this. */
const againMs = 3_600_000

type Given = {
  readonly config: Config
  readonly management: Management
  readonly telemetry: Telemetry
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** Only for tests. */
  readonly everyMs?: number
}

export async function startBackups(given: Given): Promise<BackupService> {
  const { config, management, telemetry, log, now, everyMs = lookEveryMs } = given
  const elsewhere = storesElsewhere(config)
  const ending = new AbortController()
  const counts = { made: 0, failed: 0 }
  let running: { startedAt: Date; done: number; of: number } | undefined
  let work: Promise<unknown> = Promise.resolve()
  let triedAt = 0
  let last: MadeRun | undefined
  let since = now()

  async function make(wish: BackupWish = {}): Promise<MadeBackup> {
    if (elsewhere !== undefined) throw new AppError('backup.elsewhere')
    if (running) throw new AppError('backup.running')
    const startedAt = new Date(now())
    running = { startedAt, done: 0, of: 0 }
    const folder = wish.folder ?? config.backups
    const run = { startedAt, folder }
    const isOwn = folder === config.backups
    const attempt = (async () => {
      const { keep } = await backupSettings(management)
      return takeBackup(
        { management, telemetry, dataDir: config.dataDir },
        {
          folder,
          key: wish.key ?? config.backupKey,
          keyFile: config.secretsKeyFile,
          // A folder that a person named is that person's to tidy up.
          keep: isOwn ? keep : undefined,
          signal: wish.signal ? AbortSignal.any([wish.signal, ending.signal]) : ending.signal,
          onProgress(progress) {
            if (progress.step === 'part' && running) {
              running = { startedAt, done: progress.done, of: progress.of }
            }
            wish.onProgress?.(progress)
          },
        },
      )
    })()
    work = attempt.catch(() => undefined)
    try {
      const made = await attempt
      counts.made += 1
      log.info({ ...made }, 'A backup was made')
      await note({ ...run, endedAt: new Date(now()), ...outcomeOf(made) })
      return made
    } catch (error) {
      counts.failed += 1
      log.error({ err: error, folder }, 'A backup failed')
      await note({ ...run, endedAt: new Date(now()), ...faultOf(error) })
      throw error
    } finally {
      running = undefined
    }
  }

  async function note(run: BackupRun): Promise<void> {
    try {
      await noteBackupRun(management, run)
    } catch (error) {
      log.warn({ err: error }, 'What became of a backup could not be noted')
    }
    if (run.name !== null) last = run
  }

  /** What was made by another process, or before the start. */
  async function refresh(): Promise<void> {
    last = (await lastGoodBackup(management)) ?? last
    since = (await installedAt(management))?.getTime() ?? since
  }

  async function look(): Promise<void> {
    try {
      await refresh()
      if (elsewhere !== undefined || running) return
      const due = lastBackupDue(await backupSettings(management), now())
      const isMade = due === null || (last !== undefined && last.startedAt.getTime() >= due)
      if (isMade || now() - triedAt < againMs || due < since) return
      triedAt = now()
      await make().catch(() => undefined)
    } catch (error) {
      log.warn({ err: error }, 'It is not known whether a backup is due')
    }
  }

  if (elsewhere === undefined) await removeLinks(telemetry)
  await refresh()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return {
    elsewhere,
    folder: config.backups,
    isEncrypted: config.backupKey !== undefined,
    isOnSameDisk: async () =>
      (await stat(config.dataDir)).dev === (await nearest(config.backups)).dev,
    running: () => running,
    last: () => last,
    isOverdue: () =>
      elsewhere === undefined &&
      now() - Math.max(since, last?.startedAt.getTime() ?? 0) > backupOverdueMs,
    counts,
    make,
    async stop() {
      clearInterval(timer)
      ending.abort(new BackupFault('Packboard was stopped.', { kind: 'ended' }))
      await work
    },
  }
}

const outcomeOf = ({ name, bytes, newBytes, records, pausedMs }: MadeBackup) => ({
  ...{ name, bytes, newBytes, records, pausedMs },
})

function faultOf(error: unknown) {
  if (error instanceof BackupFault)
    return { name: null, fault: error.kind, detail: error.message } as const
  const detail = error instanceof Error ? error.message : String(error)
  return { name: null, fault: 'other', detail } as const
}

/** A folder, or the nearest one above it that is there already. */
async function nearest(path: string): ReturnType<typeof stat> {
  try {
    return await stat(path)
  } catch (error) {
    if (dirname(path) === path) throw error
    return nearest(dirname(path))
  }
}
