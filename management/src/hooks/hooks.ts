import { randomUUID } from 'node:crypto'
import { AppError, type ClientScope, type OperatorSetting } from '@packboard/model'
import { sql } from 'kysely'
import { addRows, type OutboxRow, outboxLimits } from '../outbox/outboxRows.ts'
import { refusing } from '../queries.ts'
import { ofHook } from '../secrets/sealedColumns.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A webhook or a broker of a client as its administrators see it: never a secret. */
export type ManagedHook = {
  readonly id: number
  readonly kind: 'hook' | 'mqtt'
  readonly name: string
  /** Neither switched off by a person nor by itself. */
  readonly enabled: boolean
  readonly events: readonly string[]
  readonly url: string
  readonly template: string
  readonly username: string
  readonly hasPassword: boolean
  readonly offSince: Date | null
  readonly offWhy: string
  readonly lastSentAt: Date | null
  readonly waiting: number
}

type ManagedAddress = {
  readonly id: number
  readonly address: string
  readonly confirmed: boolean
}

export type HooksOfClient = {
  readonly version: number
  readonly hooks: readonly ManagedHook[]
  readonly mails: readonly ManagedAddress[]
}

export function hooksOfClient(
  management: Management,
  { clientId }: ClientScope,
): Promise<HooksOfClient> {
  return inside(management).read((db) => storedHooks(db, clientId))
}

export async function storedHooks(db: Db, clientId: number): Promise<HooksOfClient> {
  const { version } = await db
    .selectFrom('client')
    .select('hooks_version as version')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const hooks = await db
    .selectFrom('hook as h')
    .select(['h.id', 'h.kind', 'h.name', 'h.events', 'h.url', 'h.template'])
    .select(['h.username', 'h.off_since as offSince', 'h.off_why as offWhy'])
    .select(sql<boolean>`(h.enabled and h.off_since is null)`.as('enabled'))
    .select('h.last_sent_at as lastSentAt')
    .select(sql<boolean>`(h.kind = 'mqtt' and h.sealed_secret is not null)`.as('hasPassword'))
    .select(
      sql<number>`(select count(*)::integer from outbox o where o.hook_id = h.id and o.state = 'waiting')`.as(
        'waiting',
      ),
    )
    .where('h.client_id', '=', clientId)
    .where('h.removed_at', 'is', null)
    .orderBy('h.id')
    .execute()
  const mails = await db
    .selectFrom('alert_address')
    .select(['id', 'address', sql<boolean>`confirmed_at is not null`.as('confirmed')])
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return { version, hooks, mails }
}

/** What a delivery needs of a webhook or a broker. */
export type HookToCall = {
  readonly id: number
  readonly clientId: number
  readonly clientName: string
  /** What the client says of the names of its operators. */
  readonly operators: OperatorSetting
  readonly kind: 'hook' | 'mqtt'
  readonly name: string
  readonly url: string
  readonly template: string
  readonly username: string
  /** What signs the messages, or the password; null where there is none, or where its key is lost. */
  readonly secret: string | null
  readonly isSecretLost: boolean
  /** It was removed, disabled or switched off, or its client is. */
  readonly isOff: boolean
  readonly failingSince: Date | null
}

export async function hookToCall(
  management: Management,
  hookId: number,
): Promise<HookToCall | undefined> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('hook as h')
      .innerJoin('client as c', 'c.id', 'h.client_id')
      .select(['h.id', 'h.client_id', 'h.kind', 'h.name', 'h.url', 'h.template', 'h.username'])
      .select(['h.sealed_secret', 'h.failing_since', 'c.name as client_name'])
      .select('c.operator_rows as operators')
      .select(
        sql<boolean>`(not h.enabled or h.off_since is not null or h.removed_at is not null
          or c.deleted_at is not null or not c.enabled)`.as('is_off'),
      )
      .where('h.id', '=', hookId)
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const secret = openSecret(management, row)
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    operators: row.operators,
    kind: row.kind,
    name: row.name,
    url: row.url,
    template: row.template,
    username: row.username,
    secret,
    isSecretLost: secret === null && row.sealed_secret !== null,
    isOff: row.is_off,
    failingSince: row.failing_since,
  }
}

function openSecret(
  management: Management,
  { id, sealed_secret }: { readonly id: number; readonly sealed_secret: string | null },
): string | null {
  try {
    return sealed_secret === null
      ? null
      : management.secrets.open('hook', ofHook(id), sealed_secret)
  } catch {
    return null
  }
}

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

/** The webhook or broker that a delivery of the client goes to. */
export async function hookOfDelivery(
  management: Management,
  { clientId }: ClientScope,
  id: number,
): Promise<number> {
  const { hook_id } = await inside(management)
    .db.selectFrom('outbox as o')
    .innerJoin('hook as h', 'h.id', 'o.hook_id')
    .select('h.id as hook_id')
    .where('o.id', '=', String(id))
    .where('o.client_id', '=', clientId)
    .where('h.client_id', '=', clientId)
    .executeTakeFirstOrThrow(refusing('hook.deliveryNotFound'))
  return hook_id
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
