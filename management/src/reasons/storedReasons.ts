import {
  type ClientScope,
  machineStates,
  type Reason,
  type ReasonIcon,
  reasonIcons,
  reasonsInOrder,
} from '@packboard/model'
import { sql } from 'kysely'
import { type Db, inside, type Management } from '../store.ts'

type StoredReasons = {
  /** Number of the last change; 0 while there was none. */
  readonly version: number
  readonly reasons: readonly Reason[]
}

/** A symbol of a newer Packboard, of which this one does not know the picture. */
const isIcon = (icon: string): icon is ReasonIcon => reasonIcons.some((known) => known === icon)
const codes = new Set(machineStates.map(({ code }) => code))

/**
 * The reasons of a client in their order. The number of the last change is read first: when a change comes in between, an edit of
 * what is returned is refused, and none is lost.
 */
export async function storedReasons(db: Db, clientId: number): Promise<StoredReasons> {
  const head = await db
    .selectFrom('reason_book')
    .select('version')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const rows = await db.selectFrom('reason').selectAll().where('client_id', '=', clientId).execute()
  const reasons = rows.map(
    (row): Reason => ({
      id: row.id,
      parent: row.parent_id,
      name: row.name,
      icon: isIcon(row.icon) ? row.icon : 'more',
      planned: row.planned,
      cause: row.cause,
      ...(row.set_up && { setUp: true }),
      rank: row.rank,
      overrunSeconds: row.overrun_seconds,
      alarms: row.alarms,
      states: row.states.filter((code) => codes.has(code)),
      retired: row.retired,
    }),
  )
  return { version: head?.version ?? 0, reasons: reasonsInOrder(reasons) }
}

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
            and later.starts <= l.starts and later.ends >= l.ends and later.replaces @> array[l.id]
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
