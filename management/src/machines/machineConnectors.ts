import type { ClientScope } from '@packboard/model'
import type { ConnectorKind } from '../schema.ts'
import { inside, type Management } from '../store.ts'

/** By which way each machine of a client is set to send (D44). */
export function machineConnectors(
  management: Management,
  scope: ClientScope,
): Promise<ReadonlyMap<number, ConnectorKind>> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('machine')
      .select(['id', 'connector'])
      .where('client_id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .execute()
    return new Map(rows.map(({ id, connector }) => [id, connector]))
  })
}
