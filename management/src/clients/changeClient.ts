import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import {
  type ClientFields,
  checkClientFields,
  clientTold,
  columnsOfClient,
} from './clientFields.ts'
import { clientToChange } from './clientToChange.ts'

/**
 * Changes a client; its number and name stay. The people of a client that is disabled are signed out, its machines go
 * on being recorded (D41).
 */
export function changeClient(
  management: Management,
  editor: Editor,
  id: number,
  asked: ClientFields & { readonly enabled: boolean; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, tell }) => {
    const before = await clientToChange(db, id)
    demandVersion(before, asked.version)
    await checkClientFields(db, asked)
    const after = await db
      .updateTable('client')
      .set({ ...columnsOfClient(asked), enabled: asked.enabled })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'update',
      entity: 'client',
      entityId: id,
      clientId: id,
      before: clientTold(before),
      after: clientTold(after),
    })
  })
}
