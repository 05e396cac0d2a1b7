import type pg from 'pg'
import { first } from './0001-first.ts'
import { recipeForm } from './0002-recipe-form.ts'
import { panel } from './0003-panel.ts'
import { passwordLinks } from './0004-password-links.ts'
import { kioskLinks } from './0005-kiosk-links.ts'
import { shifts } from './0006-shifts.ts'
import { erasedNames } from './0007-erased-names.ts'

export type Migration = { readonly version: number; readonly name: string; readonly sql: string }

/** Every step of the schema, in order. A step that was released is never edited. */
export const migrations: readonly Migration[] = [
  first,
  recipeForm,
  panel,
  passwordLinks,
  kioskLinks,
  shifts,
  erasedNames,
]

/** The database was made by a newer Packboard; an older one would misread it. */
export class NewerDatabase extends Error {
  constructor(found: number, known: number) {
    super(
      `The management database has schema ${found}, this Packboard knows schemas up to ${known}. ` +
        'Start the newer Packboard again; going back is not possible.',
    )
    this.name = 'NewerDatabase'
  }
}

/** An arbitrary lock id: two processes that migrate at once wait for each other. */
const migrationLock = 7_270_000

/**
 * Brings the schema to the newest version: all missing steps in one transaction, so that a kill or a power loss in
 * between leaves the old schema whole. Returns the steps that were applied.
 */
export async function migrate(
  pool: pg.Pool,
  steps: readonly Migration[] = migrations,
): Promise<Migration[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`
      create table if not exists schema_version (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`)
    const answer = await client.query<{ version: number }>(
      'select coalesce(max(version), 0) as version from schema_version',
    )
    const found = answer.rows[0]?.version ?? 0
    const known = Math.max(0, ...steps.map(({ version }) => version))
    if (found > known) throw new NewerDatabase(found, known)

    const missing = steps.filter(({ version }) => version > found)
    for (const { version, name, sql } of missing) {
      await client.query(sql)
      await client.query('insert into schema_version (version, name) values ($1, $2)', [
        version,
        name,
      ])
    }
    await client.query('commit')
    return missing
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
