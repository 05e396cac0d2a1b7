import { inside, type Management } from '../store.ts'
import { type DeletedKind, oldestRestorable, restorableMs } from './restorable.ts'

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
 * restored with it, so only the client is listed.
 */
export function deletedRows(management: Management): Promise<DeletedRow[]> {
  const store = inside(management)
  const since = oldestRestorable(store.now())
  return store.read(async (db) => {
    const plain = async (table: 'distributor' | 'client') =>
      db
        .selectFrom(table)
        .select(['id', 'name', 'deleted_at'])
        .where('deleted_at', '>', since)
        .execute()
    const types = await db
      .selectFrom('machine_type')
      .select(['id', 'label as name', 'deleted_at'])
      .where('deleted_at', '>', since)
      .execute()
    const machines = await db
      .selectFrom('machine as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .select(['m.id', 'm.serial_no as name', 'm.deleted_at', 'c.name as clientName'])
      .where('m.deleted_at', '>', since)
      .where('m.deleted_with_client', '=', false)
      .execute()
    const users = await db
      .selectFrom('user_account as u')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .select(['u.id', 'u.username as name', 'u.deleted_at', 'c.name as clientName'])
      .where('u.deleted_at', '>', since)
      .where('u.deleted_with_client', '=', false)
      .execute()
    const devices = await db
      .selectFrom('device as d')
      .innerJoin('client as c', 'c.id', 'd.client_id')
      .select(['d.id', 'd.name', 'd.deleted_at', 'c.name as clientName'])
      .where('d.deleted_at', '>', since)
      .where('d.deleted_with_client', '=', false)
      .execute()
    return [
      ...rowsOf('distributor', await plain('distributor')),
      ...rowsOf('client', await plain('client')),
      ...rowsOf('machineType', types),
      ...rowsOf('machine', machines),
      ...rowsOf('user', users),
      ...rowsOf('device', devices),
    ].sort((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime())
  })
}

type Found = {
  readonly id: number
  readonly name: string
  readonly deleted_at: Date | null
  readonly clientName?: string | null
}

function rowsOf(kind: DeletedKind, found: readonly Found[]): DeletedRow[] {
  return found.flatMap(({ id, name, deleted_at: deletedAt, clientName = null }) =>
    deletedAt === null
      ? []
      : {
          kind,
          id,
          name,
          clientName,
          deletedAt,
          restorableUntil: new Date(deletedAt.getTime() + restorableMs),
        },
  )
}
