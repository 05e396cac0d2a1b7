import { AppError, type PanelScope, type Role, roleOfGroup } from '@packboard/model'
import { reaches } from '../scope.ts'
import type { Db } from '../store.ts'
import { placedUsers } from './placedUsers.ts'
import { userColumns } from './userFields.ts'

/** May this person edit or delete that account? Decided by the rights of the caller. */
export type MayActOn = (target: { readonly userId: number; readonly role: Role | null }) => boolean

/**
 * The account that is about to be changed: not found outside the scope (404), possibly not allowed inside it (403;
 * D35).
 */
export async function userToChange(db: Db, scope: PanelScope, mayActOn: MayActOn, id: number) {
  const row = await placedUsers(db)
    .select(userColumns)
    .select(['u.version', 'u.password_hash', 'c.deleted_at as client_deleted_at'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .forUpdate('u')
    .executeTakeFirst()
  if (!row || row.client_deleted_at !== null || !reaches(scope, row)) {
    throw new AppError('user.notFound')
  }
  if (!mayActOn(targetOf(row))) throw new AppError('request.notAllowed')
  return row
}

/** The account as the rights of a caller see it. */
export const targetOf = ({ id, group_id }: { id: number; group_id: number | null }) => ({
  userId: id,
  role: group_id === null ? null : (roleOfGroup(group_id) ?? null),
})
