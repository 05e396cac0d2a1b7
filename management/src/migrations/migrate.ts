import { UnreleasedData } from '@packboard/model'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { shiftNotes } from './0002-shift-notes.ts'
import { opcUaTrust } from './0003-opcua-trust.ts'
import { directoryChanges } from './0004-directory-changes.ts'
import { factors } from './0005-factors.ts'
import { companySignIn } from './0006-company-sign-in.ts'
import { programKeys } from './0007-program-keys.ts'
import { sealed } from './0008-sealed.ts'
import { alerts } from './0009-alerts.ts'
import { datedSettings } from './0010-dated-settings.ts'
import { settingChanges } from './0011-setting-changes.ts'
import { lineFlow } from './0012-line-flow.ts'
import { clientSettings } from './0013-client-settings.ts'
import { earlierDefinition } from './0014-earlier-definition.ts'
import { reports } from './0015-reports.ts'
import { setUpReasons } from './0016-set-up-reasons.ts'
import { access } from './baseline/access.ts'
import { organisation } from './baseline/organisation.ts'
import { work } from './baseline/work.ts'

/**
 * The whole schema of the management store, each part after those that it refers to. Deleting is soft (`deleted_at`, D41). What must hold
 * whatever the program does is held here: checks and foreign keys for the shape, triggers for what needs a look at other rows.
 * SQLSTATE class PB is ours.
 */
const baseline = {
  version: 1,
  name: 'baseline',
  sql: [organisation, access, work].join('\n'),
}

export type Migration = { readonly version: number; readonly name: string; readonly sql: string }

/** Every step of the schema, in order. A step that was released is never edited. */
export const migrations: readonly Migration[] = [
  baseline,
  shiftNotes,
  opcUaTrust,
  directoryChanges,
  factors,
  companySignIn,
  programKeys,
  sealed,
  alerts,
  datedSettings,
  settingChanges,
  lineFlow,
  clientSettings,
  earlierDefinition,
  reports,
  setUpReasons,
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
const nameOf = ({ version, name }: Migration) => `${String(version).padStart(digits, '0')} ${name}`
const digits = 4

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
    const { names, schema } = await stateOf(client)
    const [first] = steps
    if (first && names[0] !== nameOf(first)) await refuseUnreleased(client)
    const found = Number(names.at(-1)?.slice(0, digits) ?? 0)
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

/** The names of the steps that were taken, in their order, and the schema of PostgreSQL that they made. */
async function stateOf(client: pg.PoolClient): Promise<{ names: string[]; schema: string }> {
  const answer = await client.query<{ schema: string; hasSteps: boolean }>(
    `select current_schema() as schema, to_regclass('kysely_migration') is not null as "hasSteps"`,
  )
  const [state] = answer.rows
  if (!state) throw new Error('The management database did not say its schema.')
  const { schema, hasSteps } = state
  if (!hasSteps) return { names: [], schema }
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return { names: rows.map(({ name }) => name), schema }
}

/** Every commit of before the baseline left a view or a table `schema_version`, in which its steps are; there is none in ours. */
async function refuseUnreleased(client: pg.PoolClient): Promise<void> {
  const exists = `select 1 where to_regclass('schema_version') is not null`
  if ((await client.query(exists)).rowCount === 0) return
  const { rows } = await client.query<{ version: number }>(
    'select max(version) as version from schema_version',
  )
  throw new UnreleasedData('The management database', `schema ${rows[0]?.version ?? 0}`)
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
