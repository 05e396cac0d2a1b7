import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { machineSnapshot, machineToChange } from './machineToChange.ts'

/** Deletes a machine; its records stay, and its devices may no longer send for it. */
export function deleteMachine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineToChange(db, scope, id)
    await db.updateTable('machine').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'machine',
      entityId: id,
      clientId: before.client_id,
      before: machineSnapshot({ ...before, lineName: before.line_name ?? '' }),
    })
  })
}
