import { type PanelScope, roleOfGroup } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { bindDevice } from '../devices/bindDevices.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { Management } from '../store.ts'
import { type AskedPlace, placeFor } from './placeFor.ts'
import { columnsOfUser, type UserFields, userTold } from './userFields.ts'

/**
 * Adds an account and answers its number. Without a password nobody can sign in to it until an invitation is answered
 * (D37). A device is bound to the machines that it may speak for.
 */
export async function addUser(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  asked: UserFields & AskedPlace & { readonly username: string; readonly password?: string },
): Promise<number> {
  const passwordHash = asked.password === undefined ? null : await hashPassword(asked.password)
  const username = asked.username.normalize('NFKC').trim()
  return changing(management, editor, async ({ db, at, tell }) => {
    const place = await placeFor(db, scope, asked)
    const row = await db
      .insertInto('user_account')
      .values({
        username,
        ...columnsOfUser(asked),
        password_hash: passwordHash,
        password_changed_at: passwordHash === null ? null : at,
        ...place,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (roleOfGroup(asked.groupId) === 'device' && place.client_id !== null) {
      await bindDevice(db, { id: row.id, clientId: place.client_id, username })
    }
    await tell({
      action: 'create',
      entity: 'user',
      entityId: row.id,
      clientId: row.client_id,
      after: userTold(row),
    })
    return row.id
  })
}
