import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import {
  columnsOfDistributor,
  type DistributorFields,
  distributorSnapshot,
} from './distributorFields.ts'
import { distributorToChange } from './distributorToChange.ts'

/** Changes the contact data of a distributor; its name stays. */
export function changeDistributor(
  management: Management,
  editor: Editor,
  id: number,
  requested: DistributorFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await distributorToChange(db, id)
    demandVersion(before, requested.version)
    const after = await db
      .updateTable('distributor')
      .set(columnsOfDistributor(requested))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'update',
      entity: 'distributor',
      entityId: id,
      clientId: null,
      before: distributorSnapshot(before),
      after: distributorSnapshot(after),
    })
  })
}
