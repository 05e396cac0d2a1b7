import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import {
  columnsOfDistributor,
  type DistributorFields,
  distributorTold,
} from './distributorFields.ts'

/** Adds a distributor and answers its number. */
export function addDistributor(
  management: Management,
  editor: Editor,
  asked: DistributorFields & { readonly name: string },
): Promise<number> {
  return changing(management, editor, async ({ db, tell }) => {
    const row = await db
      .insertInto('distributor')
      .values({ name: asked.name, ...columnsOfDistributor(asked) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'create',
      entity: 'distributor',
      entityId: row.id,
      clientId: null,
      after: distributorTold(row),
    })
    return row.id
  })
}
