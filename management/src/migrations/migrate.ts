import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { first } from './0001-first.ts'
import { recipeForm } from './0002-recipe-form.ts'
import { panel } from './0003-panel.ts'
import { passwordLinks } from './0004-password-links.ts'
import { kioskLinks } from './0005-kiosk-links.ts'
import { shifts } from './0006-shifts.ts'
import { erasedNames } from './0007-erased-names.ts'
import { rateLimits } from './0008-rate-limits.ts'
import { installation } from './0009-installation.ts'
import { recipesInTheDirectory } from './0010-recipes-in-the-directory.ts'
import { devices } from './0011-devices.ts'
import { confirmedAddresses } from './0012-confirmed-addresses.ts'
import { telemetryParts } from './0013-telemetry-parts.ts'
import { installationLimits } from './0014-installation-limits.ts'
import { missingParts } from './0015-missing-parts.ts'
import { connections } from './0016-connections.ts'
import { cells } from './0017-cells.ts'
import { sparkplug } from './0018-sparkplug.ts'
import { opcUa } from './0019-opc-ua.ts'
import { backups } from './0020-backups.ts'
import { confirmedDictionaries } from './0021-confirmed-dictionaries.ts'
import { plan } from './0022-plan.ts'
import { stopBook } from './0023-stop-book.ts'
import { recordFiles } from './0024-record-files.ts'
import { edgeInstallations } from './0025-edge-installations.ts'
import { savedViews } from './0026-saved-views.ts'
import { datedSettings } from './0027-dated-settings.ts'
import { operatorLinks } from './0028-operator-links.ts'
import { preferences } from './0029-preferences.ts'
import { operatorRows } from './0030-operator-rows.ts'
import { openedFiles } from './0031-opened-files.ts'
import { operatorNames } from './0032-operator-names.ts'

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
  rateLimits,
  installation,
  recipesInTheDirectory,
  devices,
  confirmedAddresses,
  telemetryParts,
  installationLimits,
  missingParts,
  connections,
  cells,
  sparkplug,
  opcUa,
  backups,
  confirmedDictionaries,
  plan,
  stopBook,
  recordFiles,
  edgeInstallations,
  savedViews,
  datedSettings,
  operatorLinks,
  preferences,
  operatorRows,
  openedFiles,
  operatorNames,
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

/** Under this name the migrator remembers a step; the number comes first, so the names sort as the steps do. */
const nameOf = ({ version, name }: Migration) => `${String(version).padStart(4, '0')} ${name}`

/**
 * The first Packboards remembered their steps in a table `schema_version`; its rows go over to the table of the migrator.
 * A view keeps that name: a Packboard of that time asks it how new the database is, and refuses a newer one. Several
 * statements of one query are one transaction.
 */
const takeOver = `
create table if not exists kysely_migration (
  name varchar(255) primary key,
  timestamp varchar(255) not null
);
do $$ begin
  if exists (select from pg_class where oid = to_regclass('schema_version') and relkind = 'r') then
    insert into kysely_migration (name, timestamp)
      select lpad(version::text, 4, '0') || ' ' || name,
        to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from schema_version;
    drop table schema_version;
  end if;
  if to_regclass('schema_version') is null then
    create view schema_version as
      select split_part(name, ' ', 1)::integer as version, name, timestamp as applied_at
      from kysely_migration;
  end if;
end $$;
`

/**
 * Brings the schema to the newest version: all missing steps in one transaction, so that a kill or a power loss in
 * between leaves the old schema whole. Returns the steps that were applied.
 */
export async function migrate(
  pool: pg.Pool,
  steps: readonly Migration[] = migrations,
): Promise<Migration[]> {
  const client = await pool.connect()
  const release = client.release
  // The migrator gives it back after each question; it stays ours until the end.
  client.release = () => undefined
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(takeOver)
    const { found, schema } = await stateOf(client)
    const known = Math.max(0, ...steps.map(({ version }) => version))
    if (found > known) throw new NewerDatabase(found, known)
    const { error, results = [] } = await migrator(client, schema, steps).migrateToLatest()
    if (error) throw error
    const taken = new Set(results.map(({ migrationName }) => migrationName))
    return steps.filter((step) => taken.has(nameOf(step)))
  } finally {
    // Closed, not given back: the lock and the timeouts belong to the connection and end with it.
    release(true)
  }
}

async function stateOf(client: pg.PoolClient) {
  const answer = await client.query<{ found: number; schema: string }>(
    'select coalesce(max(version), 0) as found, current_schema() as schema from schema_version',
  )
  const [state] = answer.rows
  if (!state) throw new Error('The management database did not say its version.')
  return state
}

/** Everything on one connection, which holds the lock and waits without a limit. */
function migrator(client: pg.PoolClient, schema: string, steps: readonly Migration[]): Migrator {
  const pool = { connect: async () => client, end: async () => undefined }
  return new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          steps.map((step) => [
            nameOf(step),
            { up: async (db) => void (await sql.raw(step.sql).execute(db)) },
          ]),
        ),
    },
    // Without it, another program's table of the same name in another schema would be taken for ours.
    migrationTableSchema: schema,
    // The order of the steps is their number. The time at which each was taken may run backwards: clocks are set.
    allowUnorderedMigrations: true,
  })
}
