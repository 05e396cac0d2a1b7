import type { PanelScope } from '@packboard/model'
import { shownName } from '../change/shownName.ts'
import { inside, type Management } from '../store.ts'
import { placedUsers } from './placedUsers.ts'

/** An account as the management panel shows it. */
export type ManagedUser = {
  readonly id: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly clientId: number | null
  readonly clientName: string | null
  /** Its own, or that of its client. */
  readonly distributorId: number | null
  readonly distributorName: string | null
  /** null: awaits approval (D36). */
  readonly groupId: number | null
  readonly contactNumber: string
  readonly version: number
}

/** The accounts in scope that are not deleted, by user name. */
export function managedUsers(management: Management, scope: PanelScope): Promise<ManagedUser[]> {
  return inside(management).read(async (db) => {
    const rows = await placedUsers(db)
      .select(['u.username', 'u.first_name', 'u.last_name', 'u.email', 'u.contact_number'])
      .select(['u.version', 'c.name as client_name'])
      .select(['d.name as distributor_name', 'd.deleted_at as distributor_deleted_at'])
      .where('u.deleted_at', 'is', null)
      // The accounts of a deleted client are shown to no one (D41).
      .where('c.deleted_at', 'is', null)
      .where(({ eb, val }) => {
        switch (scope.reach) {
          case 'all':
            return eb(val(true), '=', true)
          case 'client':
            return eb('u.client_id', '=', scope.clientId)
          case 'distributor':
            return eb('d.id', '=', scope.distributorId)
        }
      })
      .orderBy('u.username')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      clientId: row.client_id,
      clientName: row.client_name,
      distributorId: row.distributor_id,
      distributorName: shownName(row.distributor_name, row.distributor_deleted_at),
      groupId: row.group_id,
      contactNumber: row.contact_number,
      version: row.version,
    }))
  })
}
