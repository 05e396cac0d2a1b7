import { randomUUID } from 'node:crypto'
import { AppError, type ClientScope } from '@packboard/model'
import { addRows, type OutboxRow, outboxLimits } from '../outbox/outboxRows.ts'
import { refusing } from '../queries.ts'
import { inside, type Management } from '../store.ts'

export type Delivery = {
  readonly id: number
  readonly hookId: number
  readonly event: string
  readonly about: string
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly nextTryAt: Date | null
  readonly tries: number
  readonly state: OutboxRow['state']
  readonly why: string
  readonly status: number | null
}

/** How many deliveries one page has. */
const pageRows = 50

/** What went to the webhooks and brokers of a client, the newest first. */
export async function hookDeliveries(
  management: Management,
  { clientId }: ClientScope,
  {
    hookId,
    before,
  }: { readonly hookId?: number | undefined; readonly before?: number | undefined },
): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: number | null }> {
  const rows = await inside(management).read((db) => {
    let found = db
      .selectFrom('outbox')
      .select(['id', 'event', 'about', 'created_at', 'sent_at', 'next_try_at', 'tries', 'state'])
      .select(['why', 'status', 'hook_id'])
      .where('client_id', '=', clientId)
      .where('hook_id', 'is not', null)
    if (hookId !== undefined) found = found.where('hook_id', '=', hookId)
    if (before !== undefined) found = found.where('id', '<', String(before))
    return found
      .orderBy('id', 'desc')
      .limit(pageRows + 1)
      .execute()
  })
  const page = rows.slice(0, pageRows)
  return {
    deliveries: page.map((row) => ({
      id: Number(row.id),
      hookId: row.hook_id ?? 0,
      event: row.event,
      about: row.about,
      createdAt: row.created_at,
      sentAt: row.sent_at,
      nextTryAt: row.state === 'waiting' ? row.next_try_at : null,
      tries: row.tries,
      state: row.state,
      why: row.why,
      status: row.status,
    })),
    next: rows.length > pageRows ? Number(page.at(-1)?.id) : null,
  }
}

/** A delivery is due now, whatever became of it; it goes out with the same id. One that a process is sending stays as it is. */
export async function sendDeliveryNow(
  management: Management,
  { clientId }: ClientScope,
  id: number,
): Promise<void> {
  const store = inside(management)
  await store.transaction(async (db) => {
    const row = await db
      .selectFrom('outbox as o')
      .innerJoin('hook as h', 'h.id', 'o.hook_id')
      .select(['o.id', 'o.taken_until', 'h.enabled', 'h.off_since', 'h.removed_at'])
      .where('o.id', '=', String(id))
      .where('o.client_id', '=', clientId)
      .where('h.client_id', '=', clientId)
      .forUpdate('o')
      .executeTakeFirstOrThrow(refusing('hook.deliveryNotFound'))
    if (!row.enabled || row.off_since !== null || row.removed_at !== null)
      throw new AppError('hook.off')
    const now = new Date(store.now())
    if (row.taken_until !== null && row.taken_until > now) return
    await db
      .updateTable('outbox')
      .set({
        ...{ state: 'waiting', why: '', next_try_at: now, sent_at: null, taken_until: null },
        gives_up_at: new Date(now.getTime() + outboxLimits.givesUpMs),
      })
      .where('id', '=', row.id)
      .execute()
  })
}

/** Adds a test message for a webhook or a broker of the client. */
export async function addHookTest(
  management: Management,
  { clientId }: ClientScope,
  hookId: number,
): Promise<void> {
  const store = inside(management)
  await store.transaction(async (db) => {
    const hook = await db
      .selectFrom('hook')
      .select(['id', 'kind', 'name', 'enabled', 'off_since'])
      .where('id', '=', hookId)
      .where('client_id', '=', clientId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(refusing('hook.notFound'))
    if (!hook.enabled || hook.off_since !== null) throw new AppError('hook.off')
    await addRows(db, [
      {
        ...{ key: `test:${randomUUID()}`, kind: 'test', channel: hook.kind, clientId },
        ...{ hookId, event: 'test', about: hook.name, now: store.now() },
        // A test of a minute ago is of no use.
        givesUpAt: new Date(store.now() + 60_000),
      },
    ])
  })
}
