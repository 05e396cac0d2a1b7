import type { PanelScope } from '@packboard/model'
import { shownName } from '../change/shownName.ts'
import { whereReached } from '../scope.ts'
import { inside, type Management } from '../store.ts'
import { placedUsers } from './placedUsers.ts'
import { personOf, userColumns } from './userFields.ts'

/** An account as the management panel shows it. */
export type ManagedUser = Readonly<ReturnType<typeof personOf>> & {
  readonly id: number
  readonly clientId: number | null
  readonly clientName: string | null
  /** Its own, or that of its client. */
  readonly distributorId: number | null
  readonly distributorName: string | null
  /** null: awaits approval (D36). */
  readonly groupId: number | null
  /** The address that it has once it is confirmed; null: no change is pending (D82). */
  readonly pendingEmail: string | null
  readonly version: number
}

/** The accounts in scope that are not deleted, by user name. */
export function managedUsers(management: Management, scope: PanelScope): Promise<ManagedUser[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await placedUsers(db)
      .leftJoin('email_change as e', (join) =>
        join.onRef('e.user_id', '=', 'u.id').on('e.expires_at', '>', new Date(store.now())),
      )
      .select(userColumns)
      .select(['u.version', 'c.name as client_name', 'e.email as pending_email'])
      .select(['d.name as distributor_name', 'd.deleted_at as distributor_deleted_at'])
      .where('u.deleted_at', 'is', null)
      // The accounts of a deleted client are shown to no one (D41).
      .where('c.deleted_at', 'is', null)
      .$call((query) => whereReached(query, scope, { client: 'u.client_id', distributor: 'd.id' }))
      .orderBy('u.username')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      ...personOf(row),
      clientId: row.client_id,
      clientName: row.client_name,
      distributorId: row.distributor_id,
      distributorName: shownName(row.distributor_name, row.distributor_deleted_at),
      groupId: row.group_id,
      pendingEmail: row.pending_email,
      version: row.version,
    }))
  })
}
