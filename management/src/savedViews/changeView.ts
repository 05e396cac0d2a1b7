import { AppError, type ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import type { Management } from '../store.ts'

type ViewChange = { readonly id: number; readonly name: string; readonly isShared: boolean }

/**
 * Names an own view anew, and shares it or no longer. A view of another person, and one that is not there, is left alone; the
 * name of another own view is refused (`name.taken`).
 */
export function changeView(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  { id, name, isShared }: ViewChange,
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await db
      .selectFrom('saved_view')
      .select(['name', 'is_shared'])
      .where('id', '=', id)
      .where('client_id', '=', clientId)
      .where('owner_id', '=', editor.userId)
      .executeTakeFirst()
    if (!before || (before.name === name && before.is_shared === isShared)) return
    const same = await db
      .selectFrom('saved_view')
      .select('id')
      .where('client_id', '=', clientId)
      .where('owner_id', '=', editor.userId)
      .where(sql<string>`lower(name)`, '=', name.toLowerCase())
      .where('id', '<>', id)
      .executeTakeFirst()
    if (same) throw new AppError('name.taken')
    await db
      .updateTable('saved_view')
      .set({ name, is_shared: isShared })
      .where('id', '=', id)
      .execute()
    await audit({
      action: 'update',
      entity: 'savedView',
      entityId: id,
      clientId,
      before: { name: before.name, isShared: before.is_shared },
      after: { name, isShared },
    })
  })
}

/**
 * Deletes an own view; one that another person shares only by those who may share (`mayShare`), else `request.notAllowed`. A
 * view that this person does not see is as one that is not there: nothing is done.
 */
export function deleteView(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  { id, mayShare }: { readonly id: number; readonly mayShare: boolean },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await db
      .selectFrom('saved_view')
      .select(['name', 'address', 'is_shared', 'owner_id'])
      .where('id', '=', id)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (!before) return
    if (before.owner_id !== editor.userId) {
      if (!before.is_shared) return
      if (!mayShare) throw new AppError('request.notAllowed')
    }
    await db.deleteFrom('saved_view').where('id', '=', id).execute()
    await audit({
      action: 'delete',
      entity: 'savedView',
      entityId: id,
      clientId,
      before: { name: before.name, address: before.address, isShared: before.is_shared },
    })
  })
}
