import type { ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { piecesOf } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

export type AuditQuestion = {
  /** Only the part of this client; everything when undefined. */
  readonly clientId?: number | undefined
  /** Text in the name of the person, the kind of record, the client, or what was before and after. */
  readonly search?: string | undefined
  readonly action?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
  readonly offset: number
  readonly limit: number
}

type AuditRecord = {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly entity: string
  readonly entityId: number | null
  /** What the record is called now; null where it has no name or is gone. */
  readonly entityName: string | null
  /** Also of a client that was deleted since. */
  readonly clientName: string | null
  readonly before: unknown
  readonly after: unknown
  /** It is a link of its chain (D93). */
  readonly sealed: boolean
}

/**
 * A record of a client is named in the part of its own client alone. Those of the installation, which belong to no client,
 * stand in entries that only an admin reads.
 */
const entityName = sql<string | null>`case a.entity
  when 'client' then (select name from client
    where id = a.entity_id and id = coalesce(a.client_id, id))
  when 'machine' then (select serial_no from machine where id = a.entity_id and client_id = a.client_id)
  when 'line' then (select name from line where id = a.entity_id and client_id = a.client_id)
  when 'device' then (select name from device where id = a.entity_id and client_id = a.client_id)
  when 'user' then (select username from user_account
    where id = a.entity_id and client_id is not distinct from a.client_id)
  when 'identityProvider' then (select name from identity_provider
    where id = a.entity_id and client_id is not distinct from a.client_id)
  when 'distributor' then (select name from distributor where id = a.entity_id and a.client_id is null)
  when 'machineType' then (select label from machine_type where id = a.entity_id and a.client_id is null)
end`

/** One page of the administrative audit log, newest first, and how many entries match the query (D42). */
export function auditLogPage(
  management: Management,
  requested: AuditQuestion,
): Promise<{ rows: AuditRecord[]; count: number }> {
  return inside(management).read(async (db) => {
    let found = db.selectFrom('audit_log as a').leftJoin('client as c', 'c.id', 'a.client_id')
    if (requested.clientId !== undefined)
      found = found.where('a.client_id', '=', requested.clientId)
    if (requested.action !== undefined) found = found.where('a.action', '=', requested.action)
    if (requested.from !== undefined) found = found.where('a.at', '>=', requested.from)
    if (requested.to !== undefined) found = found.where('a.at', '<', requested.to)
    const text = requested.search?.trim() ?? ''
    if (text !== '') {
      const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
      found = found.where(({ or, eb }) =>
        or([
          eb('a.actor_name', 'ilike', pattern),
          eb('a.entity', 'ilike', pattern),
          eb('c.name', 'ilike', pattern),
          eb(sql<string>`a.before::text`, 'ilike', pattern),
          eb(sql<string>`a.after::text`, 'ilike', pattern),
        ]),
      )
    }
    const { count } = await found
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await found
      .select([
        'a.id',
        'a.at',
        'a.actor_name as actor',
        'a.action',
        'a.entity',
        'a.entity_id as entityId',
        entityName.as('entityName'),
        'c.name as clientName',
        'a.before',
        'a.after',
      ])
      .select(sql<boolean>`exists (select 1 from audit_link l where l.id = a.id)`.as('sealed'))
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .offset(requested.offset)
      .limit(requested.limit)
      .execute()
    return { rows, count: Number(count) }
  })
}

/** So many of the newest refused sign-ins are read. */
const refusedShown = 3

/**
 * From where a sign-in under the name of a device of this client was refused, newest first. Of one address there is an entry
 * in ten minutes.
 */
export function refusedSignIns(
  management: Management,
  { clientId }: ClientScope,
  { name, since }: { readonly name: string; readonly since: Date },
): Promise<{ readonly at: Date; readonly address: string }[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('audit_log as a')
      .select(['a.at', sql<string>`coalesce(a.after->>'address', '')`.as('address')])
      .where('a.client_id', '=', clientId)
      .where('a.at', '>=', since)
      .where('a.entity', '=', 'device')
      .where('a.action', '=', 'signInFailed')
      .where(({ eb, fn }) => eb(fn<string>('lower', ['a.actor_name']), '=', name.toLowerCase()))
      .orderBy('a.at', 'desc')
      .limit(refusedShown)
      .execute(),
  )
}

/** Writes an audit entry for an event that changed nothing in the store: a sign-out, an exported file. */
export function recordEvent(
  management: Management,
  by: Author,
  action: AuditAction,
  entity: string,
  record: Omit<AuditedRecord, 'before'>,
): Promise<void> {
  return inside(management).write((db) => writeAudit(db, by, action, entity, record))
}

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

/** Events that are recorded in addition to the changes themselves. */
export type AuditAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'revoke'
  | 'rotate'
  | 'erase'
  | 'seed'
  | 'signUp'
  | 'setPassword'
  | 'changeEmail'
  | 'signIn'
  | 'signInFailed'
  | 'confirm'
  | 'confirmFailed'
  | 'signOut'
  | 'export'
  | 'read'

/** Who did it. The name is kept as text: the account may be deleted when the entry is read. */
export type Author = { readonly userId: number | null; readonly username: string }

/** To which record it was done, and how that looked before and after (D42). */
export type AuditedRecord = {
  readonly id: number | null
  readonly clientId: number | null
  readonly before?: unknown
  readonly after?: unknown
}

export type AuditEntry = AuditedRecord & { readonly action: AuditAction; readonly entity: string }

/** Writes the audit entry in the transaction of the change: neither exists without the other. */
export function writeAudit(
  change: Db,
  by: Author,
  action: AuditAction,
  entity: string,
  record: AuditedRecord,
): Promise<void> {
  return writeAudits(change, by, [{ ...record, action, entity }])
}

/** The same for the many changes of one import, each of which is an entry of its own. */
export async function writeAudits(
  change: Db,
  by: Author,
  entries: readonly AuditEntry[],
): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  for (const some of piecesOf(entries)) {
    await change
      .insertInto('audit_log')
      .values(
        some.map(({ id, clientId, action, entity, before, after }) => ({
          actor_id: by.userId,
          actor_name: by.username,
          action,
          entity,
          entity_id: id,
          client_id: clientId,
          before: json(before),
          after: json(after),
        })),
      )
      .execute()
  }
}
