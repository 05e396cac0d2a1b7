import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/** The row of a distributor that is about to be changed; nobody else changes it meanwhile. */
export async function distributorToChange(db: Db, id: number) {
  const row = await db
    .selectFrom('distributor')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('distributor.notFound')
  return row
}
