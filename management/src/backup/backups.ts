import { type BackupFaultKind, backupDefaults, backupFaultKinds } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { type Db, inside, type Management } from '../store.ts'

/** What became of one backup. */
export type BackupRun = {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly folder: string
} & (
  | {
      readonly name: string
      readonly bytes: number
      readonly newBytes: number
      readonly records: number
      readonly pausedMs: number
    }
  | { readonly name: null; readonly fault: BackupFaultKind; readonly detail: string }
)

export type MadeRun = Extract<BackupRun, { name: string }>

/** Older ones than these are forgotten. */
const runsKept = 200

export async function noteBackupRun(management: Management, run: BackupRun): Promise<void> {
  const { startedAt, endedAt, folder } = run
  const outcome =
    run.name === null
      ? { fault: run.fault, detail: run.detail.slice(0, 2_000) }
      : {
          name: run.name,
          bytes: run.bytes,
          new_bytes: run.newBytes,
          records: run.records,
          paused_ms: run.pausedMs,
        }
  await inside(management).write(async (db) => {
    await db
      .insertInto('backup_run')
      .values({
        ...{ started_at: startedAt, ended_at: endedAt, folder, name: null, fault: null },
        ...{ bytes: null, new_bytes: null, records: null, ...outcome },
      })
      .execute()
    // The last good one stays, however many failed since.
    await db
      .deleteFrom('backup_run')
      .where('id', 'not in', (all) =>
        all.selectFrom('backup_run').select('id').orderBy('id', 'desc').limit(runsKept),
      )
      .where('id', '<>', (all) =>
        all
          .selectFrom('backup_run')
          .select(({ fn }) => fn.coalesce(fn.max('id'), all.val('0')).as('id'))
          .where('name', 'is not', null),
      )
      .execute()
  })
}

/** The newest runs first. */
export async function backupRuns(management: Management, most: number): Promise<BackupRun[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('backup_run')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    return rows.map(runOf)
  })
}

/** The newest backup that was made; undefined when there is none. */
export async function lastGoodBackup(management: Management): Promise<MadeRun | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('backup_run')
      .selectAll()
      .where('name', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const run = row && runOf(row)
    return run && run.name !== null ? run : undefined
  })
}

type Row = {
  started_at: Date
  ended_at: Date
  folder: string
  name: string | null
  bytes: string | null
  new_bytes: string | null
  records: string | null
  paused_ms: number | null
  fault: string | null
  detail: string | null
}

function runOf(row: Row): BackupRun {
  const { started_at: startedAt, ended_at: endedAt, folder, name } = row
  const common = { startedAt, endedAt, folder }
  if (name === null) {
    return { ...common, name, fault: faultKind(row.fault), detail: row.detail ?? '' }
  }
  return {
    ...{ ...common, name },
    bytes: Number(row.bytes),
    newBytes: Number(row.new_bytes),
    records: Number(row.records),
    pausedMs: row.paused_ms ?? 0,
  }
}

function faultKind(word: string | null): BackupFaultKind {
  return backupFaultKinds.find((kind) => kind === word) ?? 'other'
}

/** When backups are made without a person, and how many stay. */
export type BackupSettings = {
  /** Null: only when a person says so. */
  readonly everyHours: number | null
  /** The hour of the day (UTC) that one of them begins at. */
  readonly startHour: number
  readonly keep: number
  /** Number of the last change; 0 while there was none. */
  readonly version: number
}

export async function backupSettings(management: Management): Promise<BackupSettings> {
  return inside(management).read(readSettings)
}

async function readSettings(db: Db): Promise<BackupSettings> {
  const row = await db.selectFrom('backup_setting').selectAll().executeTakeFirst()
  if (!row) return { ...backupDefaults, version: 0 }
  return {
    everyHours: row.every_hours,
    startHour: row.start_hour,
    keep: row.keep,
    version: row.version,
  }
}

/** Sets schedule and retention, and returns the number of this change. */
export async function changeBackupSettings(
  management: Management,
  editor: Editor,
  requested: Omit<BackupSettings, 'version'> & { readonly version?: number | undefined },
): Promise<number> {
  const { version: seen, ...wanted } = requested
  const row = { every_hours: wanted.everyHours, start_hour: wanted.startHour, keep: wanted.keep }
  return changing(management, editor, async ({ db, audit }) => {
    // Of two people who both saw none, the second waits for the first.
    await db.selectFrom('directory_version').select('version').forUpdate().execute()
    const { version: current, ...before } = await readSettings(db)
    demandVersion({ version: current }, seen)
    const isSame =
      before.everyHours === wanted.everyHours &&
      before.startHour === wanted.startHour &&
      before.keep === wanted.keep
    if (isSame) return current
    const { version } = await db
      .insertInto('backup_setting')
      .values(row)
      .onConflict((known) => known.column('only_row').doUpdateSet(row))
      .returning('version')
      .executeTakeFirstOrThrow()
    await audit('update', 'backup', { id: null, clientId: null, before, after: wanted })
    return version
  })
}
