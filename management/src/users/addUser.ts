import { AppError, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { Management } from '../store.ts'
import { holderOfName } from '../userNames/holderOfName.ts'
import { readUserName } from '../userNames/readUserName.ts'
import { placeFor, type RequestedPlace } from './placeFor.ts'
import { columnsOfUser, type UserFields, userSnapshot } from './userFields.ts'
import { withoutNaming } from './withoutNaming.ts'

/**
 * Adds an account and returns its number. Without a password it cannot sign in until an invitation is accepted (D37).
 */
export async function addUser(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  requested: UserFields &
    RequestedPlace & { readonly username: string; readonly password?: string },
): Promise<number> {
  const passwordHash =
    requested.password === undefined ? null : await hashPassword(requested.password)
  const username = readUserName(requested.username)
  return withoutNaming(scope, () =>
    changing(management, editor, async ({ db, at, audit }) => {
      const place = await placeFor(db, scope, requested)
      const holder = await holderOfName(db, username)
      if (holder !== undefined && holder.toLowerCase() !== username.toLowerCase()) {
        const message = `There is already a user whose name looks the same: ${holder}.`
        throw new AppError('name.taken', { message })
      }
      const row = await db
        .insertInto('user_account')
        .values({
          username,
          ...columnsOfUser(requested),
          email: requested.email,
          password_hash: passwordHash,
          password_changed_at: passwordHash === null ? null : at,
          created_by: editor.userId,
          ...place,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit({
        action: 'create',
        entity: 'user',
        entityId: row.id,
        clientId: row.client_id,
        after: userSnapshot(row),
      })
      return row.id
    }),
  )
}
