import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Management } from '../store.ts'
import {
  type ClientFields,
  checkClientFields,
  clientSnapshot,
  columnsOfClient,
} from './clientFields.ts'
import { clientToChange } from './clientToChange.ts'

/**
 * Changes a client; its number and name stay. The people of a disabled client are signed out, its machines are still
 * recorded (D41).
 */
export function changeClient(
  management: Management,
  editor: Editor,
  id: number,
  requested: ClientFields & { readonly enabled: boolean; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await clientToChange(db, id)
    demandVersion(before, requested.version)
    await checkClientFields(db, requested)
    const after = await db
      .updateTable('client')
      .set({ ...columnsOfClient(requested), enabled: requested.enabled })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'update',
      entity: 'client',
      entityId: id,
      clientId: id,
      before: clientSnapshot(before),
      after: clientSnapshot(after),
    })
  })
}
