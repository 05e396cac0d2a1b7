import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { deviceSnapshot, deviceToChange } from './deviceToChange.ts'

/** Deletes a device: its token is refused at once, what it sent stays. */
export function deleteDevice(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const device = await deviceToChange(db, scope, id)
    const before = await deviceSnapshot(db, device)
    await db.updateTable('device').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'device',
      entityId: id,
      clientId: device.client_id,
      before,
    })
  })
}
