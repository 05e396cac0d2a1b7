import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'
import type { EdgeInstallation } from './noteHeartbeat.ts'

/** The edge recorders of one client by name, with the name of the device whose token each has; those of deleted devices are gone. */
export function installationsOfClient(
  management: Management,
  scope: ClientScope,
): Promise<(EdgeInstallation & { readonly device: string })[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('edge_installation as e')
      .innerJoin('device as d', 'd.id', 'e.device_id')
      .selectAll('e')
      .select('d.name as device')
      .where('d.client_id', '=', scope.clientId)
      .where('d.deleted_at', 'is', null)
      .orderBy('e.name')
      .orderBy('d.name')
      .execute()
    return rows.map((row) => ({
      name: row.name,
      device: row.device,
      version: row.version,
      heardAt: row.heard_at,
      address: row.address,
      clockSkewMs: Number(row.clock_skew_ms),
      queueRecords: Number(row.queue_records),
      queueBytes: Number(row.queue_bytes),
      maxBytes: Number(row.max_bytes),
      oldestAt: row.oldest_at,
      isFull: row.is_full,
      quarantined: Number(row.quarantined),
    }))
  })
}
