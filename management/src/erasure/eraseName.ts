import { randomBytes } from 'node:crypto'
import type { ClientScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import type { Management } from '../store.ts'
import { nameHash, nameKey, pseudonymOf } from './nameHash.ts'

/**
 * Requests the erasure of an operator's name from the records of a client, and returns its replacement (D54). Neither
 * the list nor the audit log holds the name. A repeated request searches the records again.
 */
export function eraseName(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  name: string,
): Promise<string> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    await db
      .insertInto('erasure_key')
      .values({ key: randomBytes(32) })
      .onConflict((known) => known.doNothing())
      .execute()
    const { key } = await db.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
    const hash = nameHash(nameKey(key, clientId), name)
    const pseudonym = pseudonymOf(hash)
    const { id } = await db
      .insertInto('erased_name')
      .values({ client_id: clientId, name_hash: hash, erased_by: editor.userId, erased_at: at })
      .onConflict((known) =>
        known.columns(['client_id', 'name_hash']).doUpdateSet({ done_at: null }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    // Nor is it offered on a tablet any more, and labels that were set by it there show its replacement.
    await db
      .updateTable('kiosk_link_name')
      .set({ name: pseudonym, removed_at: at })
      .where('name', '=', name)
      .where('link_id', 'in', (query) =>
        query.selectFrom('kiosk_link').select('id').where('client_id', '=', clientId),
      )
      .execute()
    await audit({
      action: 'erase',
      entity: 'operatorName',
      entityId: id,
      clientId,
      after: { pseudonym },
    })
    return pseudonym
  })
}
