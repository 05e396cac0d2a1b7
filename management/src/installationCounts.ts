import { sql } from 'kysely'
import { inside, type Management } from './store.ts'

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
