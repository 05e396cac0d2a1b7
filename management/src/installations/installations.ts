import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

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

/** An edge recorder at one moment. */
export type EdgeInstallation = {
  /** Unique among the recorders of its device. */
  readonly name: string
  readonly version: string
  /** When its heartbeat came, by the clock of the server. */
  readonly heardAt: Date
  readonly address: string
  /** Receipt − its own clock, ms; positive: its clock is behind. */
  readonly clockSkewMs: number
  readonly queueRecords: number
  readonly queueBytes: number
  /** From this size of the queue on it refuses new records. */
  readonly maxBytes: number
  /** When the oldest record of its queue came; null: the queue is empty. */
  readonly oldestAt: Date | null
  readonly isFull: boolean
  readonly quarantined: number
}

/** D55: edge recorders of one device; of more, those are forgotten that are silent longest. */
export const installationsPerDevice = 20

/** Stores the newest heartbeat of an edge recorder in the place of the one before. */
export async function noteHeartbeat(
  management: Management,
  deviceId: number,
  heartbeat: EdgeInstallation,
): Promise<void> {
  const { name, ...said } = heartbeat
  const values = {
    version: said.version,
    heard_at: said.heardAt,
    address: said.address,
    clock_skew_ms: said.clockSkewMs,
    queue_records: said.queueRecords,
    queue_bytes: said.queueBytes,
    max_bytes: said.maxBytes,
    oldest_at: said.oldestAt,
    is_full: said.isFull,
    quarantined: said.quarantined,
  }
  await inside(management).write(async (db) => {
    await db
      .insertInto('edge_installation')
      .values({ device_id: deviceId, name, ...values })
      .onConflict((conflict) => conflict.columns(['device_id', 'name']).doUpdateSet(values))
      .execute()
    await db
      .deleteFrom('edge_installation')
      .where('device_id', '=', deviceId)
      .where('name', 'not in', (inner) =>
        inner
          .selectFrom('edge_installation')
          .select('name')
          .where('device_id', '=', deviceId)
          .orderBy('heard_at', 'desc')
          .orderBy('name')
          .limit(installationsPerDevice),
      )
      .execute()
  })
}
