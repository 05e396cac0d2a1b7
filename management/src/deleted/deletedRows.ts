import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** How long what was deleted can be restored (D41). */
const restorableMs = 30 * 24 * 3_600_000

/** What can be restored. */
export type DeletedKind = 'distributor' | 'client' | 'machine' | 'machineType' | 'user' | 'device'

/** What was deleted before this moment stays deleted. */
export const oldestRestorable = (now: number) => new Date(now - restorableMs)

/** Something that was deleted and can still be restored. */
type DeletedRow = {
  readonly kind: DeletedKind
  readonly id: number
  readonly name: string
  readonly clientName: string | null
  readonly deletedAt: Date
  readonly restorableUntil: Date
}

/**
 * What was deleted in the last 30 days, newest first. The users, devices and machines that were deleted with their client are
 * restored with it, so only the client is listed; likewise the devices that were deleted with a machine, at the same moment.
 */
export function deletedRows(management: Management): Promise<DeletedRow[]> {
  const store = inside(management)
  const since = oldestRestorable(store.now())
  return store.read(async (db) => {
    const { rows } = await sql<Omit<DeletedRow, 'restorableUntil'>>`
      select 'distributor' as kind, id, name, null as "clientName", deleted_at as "deletedAt"
        from distributor where deleted_at > ${since}
      union all select 'client', id, name, null, deleted_at from client where deleted_at > ${since}
      union all select 'machineType', id, label, null, deleted_at from machine_type where deleted_at > ${since}
      union all select 'machine', m.id, m.serial_no, c.name, m.deleted_at
        from machine m join client c on c.id = m.client_id
        where m.deleted_at > ${since} and not m.deleted_with_client
      union all select 'user', u.id, u.username, c.name, u.deleted_at
        from user_account u left join client c on c.id = u.client_id
        where u.deleted_at > ${since} and not u.deleted_with_client
      union all select 'device', d.id, d.name, c.name, d.deleted_at
        from device d join client c on c.id = d.client_id
        where d.deleted_at > ${since} and not d.deleted_with_client and not exists (
          select from device_machine b join machine m on m.id = b.machine_id
          where b.device_id = d.id and m.deleted_at = d.deleted_at)
      order by "deletedAt" desc, kind, id
    `.execute(db)
    return rows.map((row) => ({
      ...row,
      restorableUntil: new Date(row.deletedAt.getTime() + restorableMs),
    }))
  })
}
