import { sql } from 'kysely'
import { migrations } from '../migrations/migrate.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A table of the management store, with the columns that are not computed by the database. */
export type SnapshotTable = { readonly name: string; readonly columns: readonly string[] }

/** The number that a sequence gave last. */
export type SnapshotNumber = {
  readonly table: string
  readonly column: string
  readonly last: number
}

/** The management store at one instant; valid until the function that got it has ended. */
export type ManagementSnapshot = {
  /** The instant: what is committed after it is not in the snapshot. */
  take(): Promise<void>
  readonly schema: number
  /** The version of PostgreSQL. */
  engine(): Promise<string>
  tables(): Promise<SnapshotTable[]>
  /** Each row as a line of JSON. */
  rows(table: SnapshotTable): AsyncGenerator<string>
  numbers(): Promise<SnapshotNumber[]>
}

/** The newest schema of the management store that this Packboard knows. */
export const managementSchema = Math.max(...migrations.map(({ version }) => version))

/** Of the migrator, which makes them itself, and sessions: an ended one must not come back, and people can sign in again. */
const leftOut = [
  'kysely_migration',
  'kysely_migration_lock',
  'session',
  'company_session',
  'company_flow',
]

/** Rows that are fetched at once. */
const rowsAtOnce = 200

/** Runs `work` on a connection of its own, whose reads are all of one instant (repeatable read). */
export async function withSnapshot<Answer>(
  management: Management,
  work: (snapshot: ManagementSnapshot) => Promise<Answer>,
): Promise<Answer> {
  return inside(management)
    .db.connection()
    .execute(async (db) => {
      await sql`begin isolation level repeatable read read only`.execute(db)
      try {
        // The copies beside it may take hours.
        await sql`set local statement_timeout = 0`.execute(db)
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
        return await work(snapshotOf(db))
      } finally {
        await sql`rollback`.execute(db)
      }
    })
}

function snapshotOf(db: Db): ManagementSnapshot {
  return {
    schema: managementSchema,
    // The first question takes the snapshot.
    take: async () => void (await sql`select 1`.execute(db)),
    async engine() {
      const answer = await sql<{ version: string }>`
        select current_setting('server_version') as version`.execute(db)
      return answer.rows[0]?.version ?? ''
    },
    async tables() {
      const answer = await sql<SnapshotTable>`
        select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and c.relname <> all(${leftOut})
        group by c.relname order by c.relname`.execute(db)
      return answer.rows
    },
    async *rows({ name, columns }) {
      const list = sql.join(columns.map((column) => sql.ref(column)))
      await sql`declare backup no scroll cursor for
        select row_to_json(one)::text as line from (select ${list} from ${sql.table(name)}) as one`.execute(
        db,
      )
      try {
        for (;;) {
          const { rows } = await sql<{
            line: string
          }>`fetch ${sql.lit(rowsAtOnce)} from backup`.execute(db)
          for (const { line } of rows) yield line
          if (rows.length < rowsAtOnce) return
        }
      } finally {
        await sql`close backup`.execute(db)
      }
    },
    async numbers() {
      const answer = await sql<{ table: string; column: string; last: string }>`
        select c.relname as "table", a.attname as "column", s.last_value::text as last
        from pg_sequences s
        join pg_depend d on d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
          and d.objid = (quote_ident(s.schemaname) || '.' || quote_ident(s.sequencename))::regclass
        join pg_class c on c.oid = d.refobjid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
        where s.schemaname = current_schema() and s.last_value is not null
        order by 1, 2`.execute(db)
      return answer.rows.map(({ last, ...one }) => ({ ...one, last: Number(last) }))
    },
  }
}
