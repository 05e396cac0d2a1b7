import { backupDefaults } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { type Db, inside, type Management } from '../store.ts'

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
    await audit({
      action: 'update',
      entity: 'backup',
      entityId: null,
      clientId: null,
      before,
      after: wanted,
    })
    return version
  })
}
