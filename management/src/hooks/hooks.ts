import type { ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { ofHook } from '../secrets/sealedColumns.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A webhook or a broker of a client as its administrators see it: never a secret. */
export type ManagedHook = {
  readonly id: number
  readonly kind: 'hook' | 'mqtt'
  readonly name: string
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
    .select(['h.id', 'h.kind', 'h.name', 'h.enabled', 'h.events', 'h.url', 'h.template'])
    .select(['h.username', 'h.off_since as offSince', 'h.off_why as offWhy'])
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
