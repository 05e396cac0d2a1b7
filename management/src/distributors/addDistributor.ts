import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import {
  columnsOfDistributor,
  type DistributorFields,
  distributorSnapshot,
} from './distributorFields.ts'

/** Adds a distributor and returns its number. */
export function addDistributor(
  management: Management,
  editor: Editor,
  requested: DistributorFields & { readonly name: string },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    const row = await db
      .insertInto('distributor')
      .values({ name: requested.name, ...columnsOfDistributor(requested) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'create',
      entity: 'distributor',
      entityId: row.id,
      clientId: null,
      after: distributorSnapshot(row),
    })
    return row.id
  })
}
