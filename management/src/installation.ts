import { sql } from 'kysely'
import { inside, type Management } from './store.ts'

/** Which installation the store belongs to (D68). */
export type ManagementOwner = {
  /** Null in a store that no start has named yet. */
  readonly id: string | null
  /** Whether the telemetry store was named, too: a start may have been interrupted in between. */
  readonly complete: boolean
  /** It holds nothing that belongs to a client. */
  readonly empty: boolean
  /** Not below the number of any change that it holds; of an older copy it is below that of a later change. */
  readonly changes: number
}

export async function managementOwner(management: Management): Promise<ManagementOwner> {
  return inside(management).read(async (db) => {
    const row = await db.selectFrom('installation').select(['id', 'complete']).executeTakeFirst()
    const client = await db.selectFrom('client').select('id').limit(1).executeTakeFirst()
    const numbers = await sql<{ last: string | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence('audit_log', 'id')::regclass) as last
    `.execute(db)
    return {
      id: row?.id ?? null,
      complete: row?.complete ?? false,
      empty: client === undefined,
      changes: Number(numbers.rows[0]?.last ?? 0),
    }
  })
}

/** Since when the installation has its id; null before its first start has ended. */
export async function installedAt(management: Management): Promise<Date | null> {
  return inside(management).read(async (db) => {
    const row = await db.selectFrom('installation').select('named_at').executeTakeFirst()
    return row?.named_at ?? null
  })
}

/**
 * The number of the newest change, for the telemetry store to keep: each change has an entry in the audit log, and so have
 * sign-ins. Read from what is committed, because the engine may give the number of one that is not again after a crash.
 */
export async function newestChange(management: Management): Promise<number> {
  return inside(management).read(async (db) => {
    const { newest } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow()
    return Number(newest ?? 0)
  })
}

/**
 * Gives the store this id, or keeps the one that it has. Returns the id that it has now: of two servers that start at the
 * same time one names it.
 */
export async function nameManagement(management: Management, id: string): Promise<string> {
  return inside(management).write(async (db) => {
    await db
      .insertInto('installation')
      .values({ id })
      .onConflict((it) => it.doNothing())
      .execute()
    return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
  })
}

/** To be called when the telemetry store holds the same id. */
export async function completeNaming(management: Management): Promise<void> {
  await inside(management).write((db) =>
    db.updateTable('installation').set({ complete: true }).execute(),
  )
}

/**
 * New clients, machines and changes get ids above these, so that a store that was restored from a copy never gives a new
 * client the id, and so the records, of one that was added after the copy (D68).
 */
export async function raiseIds(
  management: Management,
  above: { readonly clientId: number; readonly machineId: number; readonly change: number },
): Promise<void> {
  const raised = (table: 'client' | 'machine' | 'audit_log', id: number) => sql`
    select setval(seq, ${id}) from (
      select pg_get_serial_sequence(${table}, 'id')::regclass as seq
    ) as own
    where ${id} > coalesce(pg_sequence_last_value(seq), 0)`
  await inside(management).write(async (db) => {
    await raised('client', above.clientId).execute(db)
    await raised('machine', above.machineId).execute(db)
    await raised('audit_log', above.change).execute(db)
  })
}

/** How many there are of what the installation manages, deleted ones included in their own number. */
export type InstallationCounts = Readonly<Record<(typeof counted)[number], number>>

const counted = [
  ...(['distributors', 'clients', 'machines', 'machineTypes', 'people', 'devices'] as const),
  ...(['products', 'wallLinks', 'sessions', 'auditEntries', 'deleted'] as const),
] as const

/** Counts alone, of the whole installation: no row of a client is read. */
export async function installationCounts(management: Management): Promise<InstallationCounts> {
  return inside(management).read(async (db) => {
    const { rows } = await sql<Record<(typeof counted)[number], number>>`
      select
        (select count(*) from distributor where deleted_at is null)::int as "distributors",
        (select count(*) from client where deleted_at is null)::int as "clients",
        (select count(*) from machine where deleted_at is null)::int as "machines",
        (select count(*) from machine_type where deleted_at is null)::int as "machineTypes",
        (select count(*) from user_account where deleted_at is null)::int as "people",
        (select count(*) from device where deleted_at is null)::int as "devices",
        (select count(*) from product_recipe)::int as "products",
        (select count(*) from kiosk_link)::int as "wallLinks",
        (select count(*) from session)::int as "sessions",
        (select count(*) from audit_log)::int as "auditEntries",
        (select count(*) from machine where deleted_at is not null)::int as "deleted"
    `.execute(db)
    const row = rows[0]
    if (!row) throw new Error('Nothing was counted.')
    return row
  })
}
