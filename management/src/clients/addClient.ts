import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import {
  type ClientFields,
  checkClientFields,
  clientTold,
  columnsOfClient,
} from './clientFields.ts'

/** Adds a client and answers its number. */
export function addClient(
  management: Management,
  editor: Editor,
  asked: ClientFields & { readonly name: string },
): Promise<number> {
  return changing(management, editor, async ({ db, tell }) => {
    await checkClientFields(db, asked)
    const row = await db
      .insertInto('client')
      .values({ name: asked.name, ...columnsOfClient(asked) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tell({
      action: 'create',
      entity: 'client',
      entityId: row.id,
      clientId: row.id,
      after: clientTold(row),
    })
    return row.id
  })
}
