import { hash, randomBytes } from 'node:crypto'
import type { ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { type Db, inside, type Management } from '../store.ts'

/** An erasure as the management panel shows it. */
type Erasure = {
  readonly id: number
  readonly pseudonym: string
  readonly erasedBy: string
  readonly erasedAt: Date
  /** When no record held the name any more; null: in progress. */
  readonly doneAt: Date | null
}

/** The erasures of a client, the newest first; the names themselves are not stored. */
export function erasuresOfClient(
  management: Management,
  { clientId }: ClientScope,
): Promise<Erasure[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('erased_name as e')
      .innerJoin('user_account as u', 'u.id', 'e.erased_by')
      .select(['e.id', 'e.name_hash', 'u.username as erasedBy'])
      .select(['e.erased_at as erasedAt', 'e.done_at as doneAt'])
      .where('e.client_id', '=', clientId)
      .orderBy('e.id', 'desc')
      .execute()
    return rows.map(({ name_hash, ...erasure }) => ({
      ...erasure,
      pseudonym: pseudonymOf(name_hash),
    }))
  })
}

/** The list of all clients, as telemetry needs it. */
type ErasureList = {
  readonly clientIds: readonly number[]
  /** The erasures that are requested and not yet done. */
  readonly open: readonly { readonly id: number; readonly clientId: number }[]
  /** The replacement of a name at a client; undefined for a name that was not erased there. */
  pseudonymOf(clientId: number, name: string): string | undefined
  /** What the engine of the records recognises the names of a client by; the hashes in hex. */
  keyedHashes(clientId: number): NameKey & { readonly hashes: readonly string[] }
}

export function erasureList(management: Management): Promise<ErasureList> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('erased_name')
      .select(['id', 'client_id', 'name_hash', 'done_at'])
      .orderBy('id')
      .execute()
    const stored = await db.selectFrom('erasure_key').select('key').executeTakeFirst()
    const clients = new Map<number, { readonly key: NameKey; readonly hashes: Set<string> }>()
    for (const { client_id, name_hash } of rows) {
      if (stored === undefined) break
      const client = clients.get(client_id) ?? {
        key: nameKey(stored.key, client_id),
        hashes: new Set<string>(),
      }
      client.hashes.add(name_hash.toString('hex'))
      clients.set(client_id, client)
    }
    return {
      clientIds: [...clients.keys()],
      open: rows
        .filter(({ done_at }) => done_at === null)
        .map(({ id, client_id }) => ({ id, clientId: client_id })),
      pseudonymOf(clientId, name) {
        const client = clients.get(clientId)
        if (client === undefined) return undefined
        const hash = nameHash(client.key, name)
        return client.hashes.has(hash.toString('hex')) ? pseudonymOf(hash) : undefined
      },
      keyedHashes(clientId) {
        const { key = nameKey(Buffer.alloc(0), clientId), hashes = [] } =
          clients.get(clientId) ?? {}
        return { ...key, hashes: [...hashes] }
      },
    }
  })
}

/** No record holds these names any more. */
export async function erasuresDone(management: Management, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const store = inside(management)
  await store.write((db) =>
    db
      .updateTable('erased_name')
      .set({ done_at: new Date(store.now()) })
      .where('id', 'in', [...ids])
      .where('done_at', 'is', null)
      .execute(),
  )
}

/**
 * Requests the erasure of an operator's name from the records of a client, and returns its replacement (D54). Neither
 * the list nor the audit log holds the name. A repeated request searches the records again.
 */
export function eraseName(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  name: string,
): Promise<string> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    await db
      .insertInto('erasure_key')
      .values({ key: randomBytes(32) })
      .onConflict((known) => known.doNothing())
      .execute()
    const { key } = await db.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
    const hash = nameHash(nameKey(key, clientId), name)
    const pseudonym = pseudonymOf(hash)
    const { id } = await db
      .insertInto('erased_name')
      .values({ client_id: clientId, name_hash: hash, erased_by: editor.userId, erased_at: at })
      .onConflict((known) =>
        known.columns(['client_id', 'name_hash']).doUpdateSet({ done_at: null }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    // Nor is it offered on a tablet any more, and labels that were set by it there show its replacement.
    await db
      .updateTable('kiosk_link_name')
      .set({ name: pseudonym, removed_at: at })
      .where('name', '=', name)
      .where('link_id', 'in', (query) =>
        query.selectFrom('kiosk_link').select('id').where('client_id', '=', clientId),
      )
      .execute()
    for (const column of ['raised_name', 'on_my_way_name', 'acknowledged_name'] as const) {
      await sql`
        update alert set ${sql.ref(column)} = ${pseudonym} || substr(${sql.ref(column)}, char_length(${name}) + 1)
        where client_id = ${clientId}
          and (${sql.ref(column)} = ${name} or starts_with(${sql.ref(column)}, ${`${name} · `}))`.execute(
        db,
      )
    }
    await eraseInNews(db, { clientId, name, pseudonym })
    await audit('erase', 'operatorName', { id, clientId, after: { pseudonym } })
    return pseudonym
  })
}

/** News for webhooks and brokers that waits, or was sent and is kept for 30 days. */
async function eraseInNews(
  db: Db,
  {
    clientId,
    name,
    pseudonym,
  }: { readonly clientId: number; readonly name: string; readonly pseudonym: string },
): Promise<void> {
  for (const field of ['raisedBy', 'acknowledgedBy']) {
    const stored = sql<string>`content->'alert'->>${field}::text`
    await sql`
      update outbox set content = jsonb_set(content, array['alert', ${field}::text],
        to_jsonb(${pseudonym} || substr(${stored}, char_length(${name}) + 1)))
      where client_id = ${clientId} and hook_id is not null
        and (${stored} = ${name} or starts_with(${stored}, ${`${name} · `}))`.execute(db)
  }
}

/** An HMAC takes its key in blocks of so many bytes. */
const blockBytes = 64

/**
 * The key of a client's names, as the two texts that HMAC-SHA-256 puts before what it hashes. Written out it takes a seventh of
 * the time of `createHmac`, and the engine of the records can do the same.
 */
export type NameKey = { readonly inner: Buffer; readonly outer: Buffer }

/** The client is part of it: the same name at two clients has two hashes. */
export function nameKey(key: Buffer, clientId: number): NameKey {
  const block = (byte: number) =>
    Buffer.from(Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ byte))
  return { inner: Buffer.concat([block(0x36), Buffer.from(`${clientId}\n`)]), outer: block(0x5c) }
}

/** The stored hash of an erased name. */
export function nameHash({ inner, outer }: NameKey, name: string): Buffer {
  const first = hash('sha256', Buffer.concat([inner, Buffer.from(name)]), 'buffer')
  return hash('sha256', Buffer.concat([outer, first]), 'buffer')
}

/** The replacement of the name: the same in every record, and different for every name. */
export const pseudonymOf = (hashed: Buffer) => `erased-${hashed.toString('hex').slice(0, 12)}`
