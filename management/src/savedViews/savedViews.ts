import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

export type SavedViewRow = {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly isShared: boolean
  readonly isOwn: boolean
  /** User name. */
  readonly owner: string
}

/** The views of this client that the person saved, and those that others share, by name. Those of deleted accounts are gone with them. */
export function savedViews(
  management: Management,
  scope: ClientScope,
  userId: number,
): Promise<SavedViewRow[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('saved_view as v')
      .innerJoin('user_account as u', 'u.id', 'v.owner_id')
      .select(['v.id', 'v.name', 'v.address', 'v.is_shared', 'v.owner_id', 'u.username'])
      .where('v.client_id', '=', scope.clientId)
      .where('u.deleted_at', 'is', null)
      .where(({ eb, or }) => or([eb('v.owner_id', '=', userId), eb('v.is_shared', '=', true)]))
      .orderBy('v.name')
      .orderBy('v.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      address: row.address,
      isShared: row.is_shared,
      isOwn: row.owner_id === userId,
      owner: row.username,
    }))
  })
}
