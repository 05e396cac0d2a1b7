import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import { userSnapshot } from './userFields.ts'
import { type MayActOn, userToChange } from './userToChange.ts'

/** Deletes an account and ends its sessions; the last admin stays (D41). */
export function deleteUser(
  management: Management,
  editor: Editor,
  { scope, mayActOn }: { readonly scope: PanelScope; readonly mayActOn: MayActOn },
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await userToChange(db, scope, mayActOn, id)
    await db.updateTable('user_account').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'user',
      entityId: id,
      clientId: before.client_id,
      before: userSnapshot(before),
    })
  })
}
