import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'
import { nameHash, pseudonymOf } from './nameHash.ts'

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
}

export function erasureList(management: Management): Promise<ErasureList> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('erased_name')
      .select(['id', 'client_id', 'name_hash', 'done_at'])
      .orderBy('id')
      .execute()
    const key = await db.selectFrom('erasure_key').select('key').executeTakeFirst()
    const hashes = new Map<number, Set<string>>()
    for (const { client_id, name_hash } of rows) {
      const own = hashes.get(client_id) ?? new Set<string>()
      hashes.set(client_id, own.add(name_hash.toString('hex')))
    }
    return {
      clientIds: [...hashes.keys()],
      open: rows
        .filter(({ done_at }) => done_at === null)
        .map(({ id, client_id }) => ({ id, clientId: client_id })),
      pseudonymOf(clientId, name) {
        const own = hashes.get(clientId)
        if (own === undefined || key === undefined) return undefined
        const hash = nameHash(key.key, clientId, name)
        return own.has(hash.toString('hex')) ? pseudonymOf(hash) : undefined
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
