import { AppError, machinesPerClient } from '@packboard/model'
import type { Db } from '../store.ts'

/**
 * Refuses a client that would have more machines than one may have (D55). Its row is locked, so that two calls are counted one
 * after the other; to be called before anything else locks it.
 */
export async function demandRoom(db: Db, clientId: number, more: number): Promise<void> {
  await db.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('machine')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) + more > machinesPerClient) throw new AppError('machine.tooMany')
}
