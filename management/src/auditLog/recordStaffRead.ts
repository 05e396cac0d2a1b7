import { LRUCache } from 'lru-cache'
import { inside, type Management } from '../store.ts'

/** A person of the provider or of a distributor who reads a client's data. */
type StaffRead = {
  readonly actorId: number
  readonly actorName: string
  readonly clientId: number
}

const hourMs = 3_600_000
/** People and clients remembered; a forgotten pair costs one more query. */
const remembered = 10_000

/** The hour of the last entry of each pair. */
const lately = new WeakMap<Management, LRUCache<string, number>>()

/**
 * Writes an audit entry that staff read a client's data: once for each person, client and hour, also when several
 * servers do it at once (a unique index of the table ensures it). The client's administrator finds it in the audit log.
 */
export async function recordStaffRead(management: Management, read: StaffRead): Promise<void> {
  const store = inside(management)
  const now = store.now()
  const hour = Math.floor(now / hourMs)
  const key = `${read.actorId} ${read.clientId}`
  const known = lately.get(management) ?? new LRUCache<string, number>({ max: remembered })
  lately.set(management, known)
  if (known.get(key) === hour) return
  await store.write((db) =>
    db
      .insertInto('audit_log')
      .values({
        at: new Date(now),
        actor_id: read.actorId,
        actor_name: read.actorName,
        action: 'read',
        entity: 'client',
        entity_id: read.clientId,
        client_id: read.clientId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  known.set(key, hour)
}
