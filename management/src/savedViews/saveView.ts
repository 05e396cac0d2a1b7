import { AppError, type ClientScope, pageAddressOf, savedViewLimits } from '@packboard/model'
import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import type { Management } from '../store.ts'

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
      const message = 'This is no address of a page of this client.'
      throw new AppError('request.invalid', { message, fields: [{ field: 'address', message }] })
    }
    const own = await db
      .selectFrom('saved_view')
      .select(['id', 'name', 'address', 'is_shared'])
      .where('client_id', '=', clientId)
      .where('owner_id', '=', editor.userId)
      .execute()
    const before = own.find((view) => view.name.toLowerCase() === name.toLowerCase())
    if (!before && own.length >= savedViewLimits.ofPerson) throw new AppError('savedView.tooMany')
    const values = { name, address: kept, is_shared: isShared, saved_at: at }
    const { id } = await db
      .insertInto('saved_view')
      .values({ ...values, client_id: clientId, owner_id: editor.userId })
      .onConflict((same) =>
        same.expression(sql`client_id, owner_id, lower(name)`).doUpdateSet(values),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit({
      action: before ? 'update' : 'create',
      entity: 'savedView',
      entityId: id,
      clientId,
      ...(before && {
        before: { name: before.name, address: before.address, isShared: before.is_shared },
      }),
      after: { name, address: kept, isShared },
    })
    return id
  })
}
