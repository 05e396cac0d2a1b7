import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import {
  type ClientFields,
  checkClientFields,
  clientSnapshot,
  columnsOfClient,
} from './clientFields.ts'

/** Adds a client and returns its number. */
export function addClient(
  management: Management,
  editor: Editor,
  requested: ClientFields & { readonly name: string },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    await checkClientFields(db, requested)
    const row = await db
      .insertInto('client')
      .values({ name: requested.name, ...columnsOfClient(requested) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'create',
      entity: 'client',
      entityId: row.id,
      clientId: row.id,
      after: clientSnapshot(row),
    })
    return row.id
  })
}
