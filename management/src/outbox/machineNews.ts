import { type SqlBool, sql } from 'kysely'
import { inside, type Management } from '../store.ts'
import { addHookNews, type HookNews } from './hookNews.ts'
import { outboxLimits } from './outboxRows.ts'

/** The events that are read from what machines sent. */
const machineEvents = ['stop.opened', 'stop.closed', 'shift.closed'] as const
export type MachineEvent = (typeof machineEvents)[number]

/** Since when the first webhook or broker of a client that wants an event is there. */
export type WantedNews = ReadonlyMap<MachineEvent, Date>

/** The clients whose records are here, or all, with a webhook or a broker that wants such an event. */
export function wantedNews(
  management: Management,
  cellId: number | undefined,
): Promise<ReadonlyMap<number, WantedNews>> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('hook as h')
      .innerJoin('client as c', 'c.id', 'h.client_id')
      .select(['h.client_id as clientId', 'h.events', 'h.created_at as since'])
      .where('h.removed_at', 'is', null)
      .where('h.enabled', '=', true)
      .where('h.off_since', 'is', null)
      .where('c.deleted_at', 'is', null)
      .where(sql<SqlBool>`h.events && ${machineEvents}::text[]`)
      .$if(cellId !== undefined, (query) => query.where('c.cell_id', '=', cellId ?? 0))
      .orderBy('h.created_at', 'desc')
      .execute()
    const clients = new Map<number, Map<MachineEvent, Date>>()
    for (const { clientId, events, since } of rows) {
      const own = clients.get(clientId) ?? new Map<MachineEvent, Date>()
      clients.set(clientId, own)
      for (const event of machineEvents) if (events.includes(event)) own.set(event, since)
    }
    return clients
  })
}

export type MachineNews = Omit<HookNews, 'clientId'> & { readonly event: MachineEvent }

/** Adds news of a client, all or none; what was added before under its key is left as it is. */
export async function addMachineNews(
  management: Management,
  clientId: number,
  news: readonly MachineNews[],
): Promise<void> {
  if (news.length === 0) return
  const store = inside(management)
  await store.transaction(async (db) => {
    for (const one of news) await addHookNews(db, { clientId, ...one }, store.now())
  })
}

/** A stop of which news was added: its key is the machine and the instant at which it began. */
export type StopInNews = {
  readonly machineId: number
  readonly startsAt: number
  /** Null: news of its end was not added. */
  readonly endsAt: number | null
}

/** The stops of a client in its news that go on or ended since an instant, ms since 1970, as far back as news is kept. */
export function stopsInNews(
  management: Management,
  clientId: number,
  since: number,
): Promise<StopInNews[]> {
  const store = inside(management)
  const kept = new Date(store.now() - outboxLimits.keepMs)
  return store.read(async (db) => {
    const { rows } = await sql<{ machineId: number; startsAt: number; endsAt: number | null }>`
      select split_part(key, ':', 3)::integer as "machineId",
        split_part(key, ':', 4)::float8 as "startsAt",
        extract(epoch from max((content->'stop'->>'endsAt')::timestamptz))::float8 * 1000 as "endsAt"
      from outbox
      where client_id = ${clientId} and hook_id is not null and kind = 'news'
        and event in ('stop.opened', 'stop.closed') and created_at >= ${kept}
      group by 1, 2`.execute(db)
    return rows
      .map(({ endsAt, ...stop }) => ({ ...stop, endsAt: endsAt && Math.round(endsAt) }))
      .filter(({ endsAt }) => endsAt === null || endsAt >= since)
  })
}
