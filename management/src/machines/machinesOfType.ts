import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** The machines of one type at one client that are not deleted, by number. */
export function machinesOfType(
  management: Management,
  scope: ClientScope,
  machineTypeId: number,
): Promise<number[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('machine')
      .select('id')
      .where('client_id', '=', scope.clientId)
      .where('machine_type_id', '=', machineTypeId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  })
}
