import { join } from 'node:path'
import { type EngineLog, startEngine } from '@packboard/engines/postgres'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate, migrations } from '../migrations/migrate.ts'
import type { SnapshotNumber, SnapshotTable } from './snapshot.ts'

/** What a snapshot held, to be put into a new management store. */
export type StoredSnapshot = {
  readonly schema: number
  readonly tables: readonly (SnapshotTable & {
    readonly rows: number
    /** Each row as a line of JSON. */
    lines(): AsyncIterable<string> | Iterable<string>
  })[]
  readonly numbers: readonly SnapshotNumber[]
}

const linesAtOnce = 200

/**
 * Makes the embedded PostgreSQL of a new data directory and fills it: the schema of the snapshot first, then all rows in one
 * transaction, in which PostgreSQL checks what refers to what. A newer schema is made by the first start.
 */
export async function restoreManagement(
  dataDir: string,
  log: EngineLog,
  { schema, tables, numbers }: StoredSnapshot,
): Promise<void> {
  const engine = await startEngine(join(dataDir, 'management'), log)
  const pool = new pg.Pool({ ...engine.connection, application_name: 'packboard', max: 2 })
  pool.on('error', () => undefined)
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(
      pool,
      migrations.filter(({ version }) => version <= schema),
    )
    await db.transaction().execute(async (change) => {
      const run = async (text: string) => void (await sql.raw(text).execute(change))
      const references = await sql<{ table: string; name: string; definition: string }>`
        select conrelid::regclass::text as "table", quote_ident(conname) as name,
          pg_get_constraintdef(oid) as definition
        from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(change)
      for (const { table, name } of references.rows) {
        await run(`alter table ${table} drop constraint ${name}`)
      }
      const own = await sql<{ table: string }>`
        select c.oid::regclass::text as "table" from pg_class c
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
          and c.relname not like 'kysely%'`.execute(change)
      // What the migrations wrote themselves.
      await run(`truncate ${own.rows.map(({ table }) => table).join(', ')}`)
      for (const { table } of own.rows) await run(`alter table ${table} disable trigger user`)
      const [{ schema: home } = { schema: 'public' }] = (
        await sql<{ schema: string }>`select current_schema() as schema`.execute(change)
      ).rows
      for (const table of tables) await fill(change, home, table)
      for (const { table } of own.rows) await run(`alter table ${table} enable trigger user`)
      for (const { table, name, definition } of references.rows) {
        await run(`alter table ${table} add constraint ${name} ${definition}`)
      }
      for (const { table, column, last } of numbers) {
        await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last})`.execute(
          change,
        )
      }
    })
  } finally {
    await db.destroy()
    await engine.close()
  }
}

async function fill(
  change: Kysely<object>,
  schema: string,
  { name, columns, rows, lines }: StoredSnapshot['tables'][number],
): Promise<void> {
  // With its schema: `line` alone is a type of PostgreSQL.
  const table = sql.id(schema, name)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  let filled = 0
  const write = async (some: readonly string[]) => {
    if (some.length === 0) return
    await sql`
      insert into ${table} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${table}, ${`[${some.join()}]`}::json)`.execute(
      change,
    )
    filled += some.length
  }
  let some: string[] = []
  for await (const line of lines()) {
    some.push(line)
    if (some.length < linesAtOnce) continue
    await write(some)
    some = []
  }
  await write(some)
  if (filled !== rows) {
    throw new Error(`The table ${name} of the backup has ${filled} rows instead of ${rows}.`)
  }
}
