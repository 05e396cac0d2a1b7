import type { ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/**
 * What changes whenever the plan of a client means something else: the number and the time of its last change, the zone and the names of the
 * lines. undefined when there is no such client. One short query: a reader that keeps a plan compares it before each use.
 */
export function planStamp(management: Management, scope: ClientScope): Promise<string | undefined> {
  return inside(management).readShared(`planStamp ${scope.clientId}`, async (db) => {
    const found = await db
      .selectFrom('client as c')
      .leftJoin('plan as p', 'p.client_id', 'c.id')
      .select(['p.version', 'p.changed_at', 'c.zone'])
      .select(
        sql<string | null>`(SELECT json_agg(json_build_array(l.id, l.name) ORDER BY l.id)::text
          FROM line l WHERE l.client_id = c.id)`.as('lines'),
      )
      .where('c.id', '=', scope.clientId)
      .executeTakeFirst()
    return found && JSON.stringify([found.version, found.changed_at, found.zone, found.lines])
  })
}
