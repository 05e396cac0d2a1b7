import type { ClientScope, ShiftStart } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** The clock of a client: the zone of its factory and the starts of its shifts in it. */
type ClientTimes = {
  readonly zone: string
  /** Monday first, each day in its order; empty until they are set. */
  readonly starts: readonly ShiftStart[]
  /** Number of the last change of the shifts; 0 while there was none. */
  readonly version: number
}

/** Zone and shifts of one client; undefined when it is deleted. */
export function shiftsOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ClientTimes | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('client as c')
      .leftJoin('shift_plan as s', 's.client_id', 'c.id')
      .select(['c.zone', 's.starts', 's.version'])
      .where('c.id', '=', scope.clientId)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    return row && { zone: row.zone, starts: row.starts ?? [], version: row.version ?? 0 }
  })
}
