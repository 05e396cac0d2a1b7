import {
  AppError,
  type ClientScope,
  pageAddressOf,
  refusedField,
  savedViewLimits,
} from '@packboard/model'
import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { inside, type Management } from '../store.ts'

export type SavedViewRow = {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly isShared: boolean
  readonly isOwn: boolean
  /** User name. */
  readonly owner: string
}

/** The views of this client that the person saved, and those that others share, by name. Those of deleted accounts are gone with them. */
export function savedViews(
  management: Management,
  scope: ClientScope,
  userId: number,
): Promise<SavedViewRow[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('saved_view as v')
      .innerJoin('user_account as u', 'u.id', 'v.owner_id')
      .select(['v.id', 'v.name', 'v.address', 'v.is_shared as isShared', 'u.username as owner'])
      .select((view) => view('v.owner_id', '=', userId).$castTo<boolean>().as('isOwn'))
      .where('v.client_id', '=', scope.clientId)
      .where('u.deleted_at', 'is', null)
      .where(({ eb, or }) => or([eb('v.owner_id', '=', userId), eb('v.is_shared', '=', true)]))
      .orderBy('v.name')
      .orderBy('v.id')
      .execute(),
  )
}

export type NewView = {
  readonly name: string
  readonly address: string
  readonly isShared: boolean
}

/**
 * Saves an address under a name for a person and returns its number; an own view of that name is replaced. Refused are an
 * address of another origin, page or client (`request.invalid`) and the 101st view of the person (`savedView.tooMany`).
 */
export function saveView(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  { name, address, isShared }: NewView,
): Promise<number> {
  return changing(management, editor, async ({ db, at, audit }) => {
    // Locked, so that two calls at once are counted one after the other.
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const kept = pageAddressOf(address, clientId)
    if (kept === null) {
      throw refusedField('address', 'This is no address of a page of this client.')
    }
    const own = await db
      .selectFrom('saved_view')
      .select(['name', 'address', 'is_shared as isShared'])
      .where('client_id', '=', clientId)
      .where('owner_id', '=', editor.userId)
      .execute()
    const before = own.find((view) => view.name.toLowerCase() === name.toLowerCase())
    if (!before && own.length >= savedViewLimits.ofPerson) throw new AppError('savedView.tooMany')
    const values = { name, address: kept, is_shared: isShared, saved_at: at }
    const { id } = await db
      .insertInto('saved_view')
      .values({ ...values, client_id: clientId, owner_id: editor.userId })
      .onConflict((known) =>
        known.expression(sql`client_id, owner_id, lower(name)`).doUpdateSet(values),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { name, address: kept, isShared }
    await audit(before ? 'update' : 'create', 'savedView', { id, clientId, before, after })
    return id
  })
}

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
      .select(['name', 'is_shared as isShared'])
      .where('id', '=', id)
      .where('client_id', '=', clientId)
      .where('owner_id', '=', editor.userId)
      .executeTakeFirst()
    if (!before || (before.name === name && before.isShared === isShared)) return
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
    await audit('update', 'savedView', { id, clientId, before, after: { name, isShared } })
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
    const found = await db
      .selectFrom('saved_view')
      .select(['name', 'address', 'is_shared as isShared', 'owner_id as ownerId'])
      .where('id', '=', id)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (!found) return
    const { ownerId, ...before } = found
    if (ownerId !== editor.userId) {
      if (!before.isShared) return
      if (!mayShare) throw new AppError('request.notAllowed')
    }
    await db.deleteFrom('saved_view').where('id', '=', id).execute()
    await audit('delete', 'savedView', { id, clientId, before })
  })
}
