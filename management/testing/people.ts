import type { Editor } from '../src/change/changing.ts'
import type { Management } from '../src/store.ts'
import { runSql } from './runSql.ts'

/** The administrator of the demo, in whose name tests change something. */
export const editor: Editor = { userId: 1, username: 'admin' }

/** The ids of the accounts of a store, by user name. */
export async function people(management: Management): Promise<ReadonlyMap<string, number>> {
  const rows = await runSql<{ id: number; username: string }>(
    management,
    'select id, username from user_account',
  )
  return new Map(rows.map(({ id, username }) => [username, id]))
}
