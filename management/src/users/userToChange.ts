import { AppError, type PanelScope, type Role, roleOfGroup } from '@packboard/model'
import type { Db } from '../store.ts'
import { placedUsers } from './placedUsers.ts'
import { userInScope } from './userInScope.ts'

/** May this person edit or delete that account? Decided by the rights of the caller. */
export type MayActOn = (target: { readonly userId: number; readonly role: Role | null }) => boolean

/**
 * The account that is about to be changed: not found outside the scope (404), possibly not allowed inside it (403;
 * D35).
 */
export async function userToChange(db: Db, scope: PanelScope, mayActOn: MayActOn, id: number) {
  const row = await placedUsers(db)
    .select(['u.username', 'u.first_name', 'u.last_name', 'u.email', 'u.contact_number'])
    .select(['u.version', 'c.deleted_at as client_deleted_at'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .forUpdate('u')
    .executeTakeFirst()
  const place = row && {
    groupId: row.group_id,
    clientId: row.client_id,
    distributorId: row.distributor_id,
  }
  if (!row || !place || row.client_deleted_at !== null || !userInScope(scope, place)) {
    throw new AppError('user.notFound')
  }
  const role = row.group_id === null ? null : (roleOfGroup(row.group_id) ?? null)
  if (!mayActOn({ userId: id, role })) throw new AppError('request.notAllowed')
  return row
}

/** An account as the audit log keeps it; never its password. */
export function userSnapshot(row: {
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly contact_number: string
  readonly group_id: number | null
  readonly client_id: number | null
  readonly distributor_id: number | null
}) {
  return {
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    contactNumber: row.contact_number,
    groupId: row.group_id,
    clientId: row.client_id,
    distributorId: row.distributor_id,
  }
}
