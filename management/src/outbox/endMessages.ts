import { type SqlBool, sql } from 'kysely'
import { inside, type Management } from '../store.ts'
import {
  type OutboxChannel,
  type OutboxRow,
  outboxLimits,
  pauseAfter,
  pauseOfFailing,
} from './outboxRows.ts'
import type { EndedRow } from './takeDue.ts'

const isOne = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::bigint[])`

const ended = [
  'id',
  'kind',
  'channel',
  'event',
  'user_id',
  'hook_id',
  'state',
  'why',
  'tries',
] as const

/** The recipient took them. Of an alert without acknowledgement the last step is planned again where its rule repeats it. */
export async function messagesSent(
  management: Management,
  rows: readonly OutboxRow[],
  status: number | null = null,
): Promise<void> {
  const store = inside(management)
  const ids = rows.map(({ id }) => id)
  const now = new Date(store.now())
  await store.transaction(async (db) => {
    await db
      .updateTable('outbox')
      .set({
        ...{ state: 'sent', why: '', status, sent_at: now, taken_until: null },
        // What was secret in it is of no use any more.
        sealed_content: null,
      })
      .where(isOne(ids))
      .execute()
    await sql`
      insert into outbox (key, kind, channel, client_id, alert_id, step, user_id, address_id, hook_id, event, about, content,
        due_at, next_try_at, gives_up_at, created_at)
      select left(split_part(o.key, '+', 1), 180) || '+' || (coalesce(nullif(split_part(o.key, '+', 2), ''), '0')::integer + 1),
        o.kind, o.channel, o.client_id, o.alert_id, o.step, o.user_id, o.address_id, o.hook_id, o.event, o.about, o.content - 'with',
        next.at, next.at, next.at + ${outboxLimits.givesUpMs} * interval '1 millisecond', ${now}
      from outbox o
      join alert a on a.id = o.alert_id
      join alert_rule r on r.id = a.rule_id and r.removed_at is null
      cross join lateral (
        select ${now}::timestamptz + (r.rule->>'repeatSeconds')::integer * interval '1 second' as at
      ) next
      where ${isOneOf('o', ids)} and o.kind = 'alert' and r.rule ? 'repeatSeconds'
        and o.step >= jsonb_array_length(r.rule->'steps') - 1
        and a.acknowledged_at is null and a.cleared_at is null and not a.withdrawn
      on conflict (key) do nothing`.execute(db)
    const hook = rows[0]?.hook_id ?? null
    if (hook !== null) {
      await db
        .updateTable('hook')
        .set({ failing_since: null, last_sent_at: now })
        .where('id', '=', hook)
        .execute()
    }
  })
}

const isOneOf = (table: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`

/** They are not sent, for a reason that will not change. */
export async function messagesDropped(
  management: Management,
  rows: readonly Pick<OutboxRow, 'id'>[],
  why: string,
): Promise<void> {
  await inside(management).write((db) =>
    db
      .updateTable('outbox')
      .set({ state: 'dropped', why: why.slice(0, 500), taken_until: null, sealed_content: null })
      .where(isOne(rows.map(({ id }) => id)))
      .where('state', '=', 'waiting')
      .execute(),
  )
}

/** The recipient refused them for good. */
export async function messagesFailed(
  management: Management,
  rows: readonly Pick<OutboxRow, 'id'>[],
  failure: { readonly why: string; readonly status: number | null },
): Promise<void> {
  await inside(management).write((db) =>
    db
      .updateTable('outbox')
      .set({
        ...{ state: 'failed', why: failure.why.slice(0, 500), status: failure.status },
        ...{ taken_until: null, sealed_content: null },
      })
      .where(isOne(rows.map(({ id }) => id)))
      .execute(),
  )
}

/** They were not taken; they are tried again after the pause of their tries. Returns in how many milliseconds. */
export async function messagesWait(
  management: Management,
  rows: readonly OutboxRow[],
  failure: { readonly why: string; readonly status: number | null },
): Promise<number> {
  const store = inside(management)
  const now = store.now()
  const pause = pauseAfter(Math.max(...rows.map(({ tries }) => tries)) + 1)
  const next = new Date(now + pause)
  await store.transaction(async (db) => {
    await db
      .updateTable('outbox')
      .set({
        next_try_at: sql<Date>`least(${next}, gives_up_at)`,
        ...{ why: failure.why.slice(0, 500), status: failure.status, taken_until: null },
      })
      .where(isOne(rows.map(({ id }) => id)))
      .where('state', '=', 'waiting')
      .execute()
    const hook = rows[0]?.hook_id ?? null
    if (hook === null) return
    const { failing_since: since } = await db
      .updateTable('hook')
      .set({ failing_since: sql<Date>`coalesce(failing_since, ${new Date(now)})` })
      .where('id', '=', hook)
      .returning('failing_since')
      .executeTakeFirstOrThrow()
    // One that does not answer is not called once for each message that waits for it.
    const others = new Date(now + pauseOfFailing(now - (since?.getTime() ?? now)))
    await db
      .updateTable('outbox')
      .set({ next_try_at: sql<Date>`least(${others}, gives_up_at)` })
      .where('hook_id', '=', hook)
      .where('state', '=', 'waiting')
      .where('taken_until', 'is', null)
      .where('next_try_at', '<', others)
      .execute()
  })
  return pause
}

/** This process ends before it could send them: another one, or its next start, does it at once. */
export async function messagesReleased(
  management: Management,
  rows: readonly OutboxRow[],
): Promise<void> {
  await inside(management).write((db) =>
    db
      .updateTable('outbox')
      .set({ taken_until: null })
      .where(isOne(rows.map(({ id }) => id)))
      .where('state', '=', 'waiting')
      .execute(),
  )
}

/** The way is open again: what waits after a failure of it is sent now. */
export async function wayIsOpen(management: Management, channel: OutboxChannel): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db
      .updateTable('outbox')
      .set({ next_try_at: new Date(store.now()) })
      .where('state', '=', 'waiting')
      .where('channel', '=', channel)
      .where('tries', '>', 0)
      .where('why', '=', 'away')
      .where('taken_until', 'is', null)
      .execute(),
  )
}

/** Gives up what was tried for a day, and drops what is of no use any more, as a letter whose link ran out. Returns these rows. */
export async function giveUpMessages(management: Management): Promise<EndedRow[]> {
  const store = inside(management)
  const now = new Date(store.now())
  return store.write((db) =>
    db
      .updateTable('outbox')
      .set({
        state: sql<
          'dropped' | 'failed'
        >`case when gives_up_at < due_at + interval '24 hours' then 'dropped' else 'failed' end`,
        why: sql<string>`case when gives_up_at < due_at + interval '24 hours' then 'expired' when why = '' then 'away' else why end`,
        ...{ taken_until: null, sealed_content: null },
      })
      .where('state', '=', 'waiting')
      .where('next_try_at', '<=', now)
      .where('gives_up_at', '<=', now)
      .where(sql<SqlBool>`(taken_until is null or taken_until <= ${now})`)
      .returning(ended)
      .execute(),
  )
}

/** Deletes rows that ended and addresses that were removed more than 30 days ago, rows some at a time; to be called periodically. Returns how many. */
export async function forgetOldMessages(management: Management): Promise<number> {
  const store = inside(management)
  const before = new Date(store.now() - outboxLimits.keepMs)
  for (let all = 0; ; ) {
    const { numDeletedRows } = await store.write((db) =>
      db
        .deleteFrom('outbox')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('outbox')
            .select('id')
            .where('state', '<>', 'waiting')
            .where('created_at', '<', before)
            .limit(outboxLimits.deletedAtOnce),
        )
        .executeTakeFirstOrThrow(),
    )
    all += Number(numDeletedRows)
    if (Number(numDeletedRows) < outboxLimits.deletedAtOnce) {
      await store.write((db) =>
        db.deleteFrom('alert_link').where('expires_at', '<', new Date(store.now())).execute(),
      )
      await store.write((db) =>
        db.deleteFrom('report_link').where('expires_at', '<', new Date(store.now())).execute(),
      )
      // With what was sent to it.
      await store.write((db) =>
        db.deleteFrom('alert_address').where('removed_at', '<', before).execute(),
      )
      return all
    }
  }
}

/** Whether this message was sent. */
export async function isMessageSent(management: Management, id: string): Promise<boolean> {
  const row = await inside(management).read((db) =>
    db.selectFrom('outbox').select('state').where('id', '=', id).executeTakeFirst(),
  )
  return row?.state === 'sent'
}

/** How the ways out do: what waits, and since when mail does not go out. */
export type OutboxState = {
  readonly waiting: Readonly<Record<OutboxChannel, number>>
  /** When the oldest mail was due that the mail server did not take twice; null while it takes them. */
  readonly mailFailingSince: Date | null
  readonly pushFails: boolean
}

export function outboxState(management: Management): Promise<OutboxState> {
  const store = inside(management)
  return store.readShared('outbox state', async (db) => {
    const rows = await db
      .selectFrom('outbox')
      .select(['channel', sql<string>`count(*)`.as('count')])
      .select(sql<Date | null>`min(due_at) filter (where tries > 1 and why = 'away')`.as('since'))
      .where('state', '=', 'waiting')
      .groupBy('channel')
      .execute()
    const of = (channel: OutboxChannel) => rows.find((row) => row.channel === channel)
    const count = (channel: OutboxChannel) => Number(of(channel)?.count ?? 0)
    return {
      waiting: {
        ...{ mail: count('mail'), push: count('push'), hook: count('hook'), mqtt: count('mqtt') },
      },
      mailFailingSince: of('mail')?.since ?? null,
      pushFails: (of('push')?.since ?? null) !== null,
    }
  })
}
