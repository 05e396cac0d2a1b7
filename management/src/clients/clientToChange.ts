import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'

/** The row of a client that is about to be changed, locked against other changes. */
export async function clientToChange(db: Db, id: number) {
  const row = await db
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('client.notFound')
  return row
}
