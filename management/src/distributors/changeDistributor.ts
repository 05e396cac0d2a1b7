import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import {
  columnsOfDistributor,
  type DistributorFields,
  distributorTold,
} from './distributorFields.ts'
import { distributorToChange } from './distributorToChange.ts'

/** Changes how a distributor is reached; its name stays. */
export function changeDistributor(
  management: Management,
  editor: Editor,
  id: number,
  asked: DistributorFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, tell }) => {
    const before = await distributorToChange(db, id)
    demandVersion(before, asked.version)
    const after = await db
      .updateTable('distributor')
      .set(columnsOfDistributor(asked))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'update',
      entity: 'distributor',
      entityId: id,
      clientId: null,
      before: distributorTold(before),
      after: distributorTold(after),
    })
  })
}
