import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'
import { type NameKey, nameHash, nameKey, pseudonymOf } from './nameHash.ts'

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
      .select(['e.id', 'e.name_hash', 'e.erased_at', 'e.done_at', 'u.username'])
      .where('e.client_id', '=', clientId)
      .orderBy('e.id', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      pseudonym: pseudonymOf(row.name_hash),
      erasedBy: row.username,
      erasedAt: row.erased_at,
      doneAt: row.done_at,
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
