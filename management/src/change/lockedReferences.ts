import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/**
 * What a new or changed row refers to, held in place until the change is made: nobody deletes a client, a distributor
 * or a machine type in the moment in which something becomes its own.
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
