import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import type { Management } from '../store.ts'
import {
  type ClientFields,
  checkClientFields,
  clientSnapshot,
  columnsOfClient,
} from './clientFields.ts'

/** The records of a client stay in the cell to which it is given. */
const emptiestCell = sql<number>`(
  select cell.id from cell left join client as other on other.cell_id = cell.id
  group by cell.id order by count(other.id), cell.id limit 1
)`

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
      .values({ name: requested.name, ...columnsOfClient(requested), cell_id: emptiestCell })
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
