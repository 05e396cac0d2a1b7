import type { ClientScope, Reason } from '@packboard/model'
import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'
import { storedReasons } from './storedReasons.ts'

const usedDays = 30

export type ClientReasons = {
  readonly reasons: readonly (Reason & {
    /** A label has it or had it. */
    readonly used: boolean
    /** Labels with it that were neither replaced whole nor taken back, on stretches that ended in the last 30 days. */
    readonly used30Days: number
  })[]
  /** Number of the last change; 0 while there was none. */
  readonly version: number
}

/** The reasons of one client, in their order, with how often they are used; undefined when the client is deleted. */
export function reasonsOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ClientReasons | undefined> {
  const store = inside(management)
  const since = new Date(store.now() - usedDays * 86_400_000)
  return store.read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select('id')
      .where('id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!client) return undefined
    const { version, reasons } = await storedReasons(db, client.id)
    const uses = await db
      .selectFrom('stop_label as l')
      .select('l.reason_id as id')
      .select(
        sql<number>`(count(*) filter (where l.ends >= ${since} and not exists (
          select 1 from stop_label later
          where later.client_id = l.client_id and later.machine_id = l.machine_id
            and later.starts <= l.starts and later.ends >= l.ends and l.id = any(later.replaces)
        )))::int`.as('recent'),
      )
      .where('l.client_id', '=', client.id)
      .where('l.reason_id', 'is not', null)
      .groupBy('l.reason_id')
      .execute()
    const recentOf = new Map(uses.map(({ id, recent }) => [id, recent]))
    return {
      version,
      reasons: reasons.map((reason) => ({
        ...reason,
        used: recentOf.has(reason.id),
        used30Days: recentOf.get(reason.id) ?? 0,
      })),
    }
  })
}

/** The same without use, for reading stops; none when the client has set none. */
export function plainReasons(
  management: Management,
  scope: ClientScope,
): Promise<readonly Reason[]> {
  return inside(management).read(async (db) => (await storedReasons(db, scope.clientId)).reasons)
}
