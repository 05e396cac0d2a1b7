import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/**
 * Locks the rows that a new or changed row refers to, until the change is committed: a client, a distributor or a
 * machine type cannot be deleted while a row that refers to it is written.
 */
export async function lockedClient(db: Db, id: number) {
  const row = await db
    .selectFrom('client')
    .select(['id', 'name', 'distributor_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('client.notFound')
  return row
}

export async function lockedDistributor(db: Db, id: number) {
  const row = await db
    .selectFrom('distributor')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('distributor.notFound')
  return row
}

export async function lockedMachineType(db: Db, id: number) {
  const row = await db
    .selectFrom('machine_type')
    .select(['id', 'label'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('machineType.notFound')
  return row
}
