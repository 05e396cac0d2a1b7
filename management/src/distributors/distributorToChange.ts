import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/** The row of a distributor that is about to be changed, locked against other changes. */
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
