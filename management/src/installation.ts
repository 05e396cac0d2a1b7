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
}

export async function managementOwner(management: Management): Promise<ManagementOwner> {
  return inside(management).read(async (db) => {
    const row = await db.selectFrom('installation').select(['id', 'complete']).executeTakeFirst()
    const client = await db.selectFrom('client').select('id').limit(1).executeTakeFirst()
    return {
      id: row?.id ?? null,
      complete: row?.complete ?? false,
      empty: client === undefined,
    }
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
 * New clients and machines get ids above these, so that a store that was restored from a copy never gives a new client
 * the id, and so the records, of one that was added after the copy (D68).
 */
export async function raiseIds(
  management: Management,
  above: { readonly clientId: number; readonly machineId: number },
): Promise<void> {
  const raised = (table: 'client' | 'machine', id: number) => sql`
    select setval(seq, ${id}) from (
      select pg_get_serial_sequence(${table}, 'id')::regclass as seq
    ) as own
    where ${id} > coalesce(pg_sequence_last_value(seq), 0)`
  await inside(management).write(async (db) => {
    await raised('client', above.clientId).execute(db)
    await raised('machine', above.machineId).execute(db)
  })
}
