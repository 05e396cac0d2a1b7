import { AppError } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { plural } from '../change/plural.ts'
import type { Management } from '../store.ts'
import { distributorSnapshot } from './distributorFields.ts'
import { distributorToChange } from './distributorToChange.ts'

/** Deletes a distributor, unless clients or users belong to it: then the error names how many (D41). */
export function deleteDistributor(
  management: Management,
  editor: Editor,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await distributorToChange(db, id)
    const countOf = async (table: 'client' | 'user_account') => {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('distributor_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    const [clients, users] = [await countOf('client'), await countOf('user_account')]
    if (clients + users > 0) {
      throw new AppError('row.inUse', {
        message: `This distributor still has ${plural(clients, 'client')} and ${plural(users, 'user')}.`,
      })
    }
    await db.updateTable('distributor').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'distributor',
      entityId: id,
      clientId: null,
      before: distributorSnapshot(before),
    })
  })
}
