import { AppError, type PanelScope, refusedField } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { type EmailChange, requestEmailChange } from '../emailChanges/emailChanges.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { Db, Management } from '../store.ts'
import { holderOfName, readUserName } from '../userNames/readUserName.ts'
import {
  columnsOfUser,
  type MayActOn,
  placeFor,
  type RequestedPlace,
  targetOf,
  type UserFields,
  userSnapshot,
  userToChange,
  withoutNaming,
} from './users.ts'

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
      await audit('create', 'user', {
        id: row.id,
        clientId: row.client_id,
        after: userSnapshot(row),
      })
      return row.id
    }),
  )
}

type UserChange = UserFields & {
  readonly groupId?: number | undefined
  readonly clientId?: number | null | undefined
  readonly distributorId?: number | null | undefined
  readonly version?: number | undefined
}

type Rights = {
  readonly scope: PanelScope
  readonly mayActOn: MayActOn
  readonly mayChangeEmail: MayActOn
}

/** The e-mails that a change of an account requires. */
export type UserChanged = {
  /** The address was corrected before there was a password: the invitation is sent again. */
  readonly invite: boolean
  /** The new address awaits confirmation; null when there is none. */
  readonly emailChange: EmailChange | null
}

/**
 * Changes an account. User name, password, client and role stay; only an account that awaits approval is given its
 * role and client, by an admin (D36). A new e-mail address waits until it is confirmed, unless nobody has signed in
 * with the account yet (D82).
 */
export function changeUser(
  management: Management,
  editor: Editor,
  { scope, mayActOn, mayChangeEmail }: Rights,
  id: number,
  { email, ...requested }: UserChange,
): Promise<UserChanged> {
  return withoutNaming(scope, () =>
    changing(management, editor, async ({ db, at, audit }) => {
      const before = await userToChange(db, scope, mayActOn, id)
      demandVersion(before, requested.version)
      const moved = before.email?.toLowerCase() !== email.toLowerCase()
      if (moved && !mayChangeEmail(targetOf(before))) throw new AppError('request.notAllowed')
      const waits = moved && before.password_hash !== null
      const emailChange = waits
        ? await requestEmailChange(db, before, {
            newEmail: email,
            requestedBy: editor.username,
            at,
          })
        : null
      const place = await approvedPlace(db, scope, before, requested)
      const after = await db
        .updateTable('user_account')
        .set({
          ...columnsOfUser(requested),
          ...(!waits && { email }),
          ...place,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      // A change of the address is found in the log by its own action.
      await audit(moved ? 'changeEmail' : 'update', 'user', {
        id,
        clientId: after.client_id,
        before: userSnapshot(before),
        after: {
          ...userSnapshot({
            ...after,
            distributor_id: after.distributor_id ?? before.distributor_id,
          }),
          ...(waits && { awaitsConfirmation: email }),
        },
      })
      return { invite: moved && !waits && after.group_id !== null, emailChange }
    }),
  )
}

type Known = {
  readonly group_id: number | null
  readonly client_id: number | null
  readonly distributor_id: number | null
}

async function approvedPlace(
  db: Db,
  scope: PanelScope,
  known: Known,
  requested: Omit<UserChange, 'email'>,
) {
  if (known.group_id === null && requested.groupId !== undefined) {
    return placeFor(db, scope, {
      groupId: requested.groupId,
      clientId: requested.clientId ?? null,
      distributorId: requested.distributorId ?? null,
    })
  }
  // The form sends back what it shows; anything else would be a change.
  const same = (wanted: number | null | undefined, is: number | null) =>
    wanted === undefined || wanted === null || wanted === is
  if (!same(requested.groupId, known.group_id))
    throw refusedField('role', 'The role of a user stays.')
  if (!same(requested.clientId, known.client_id))
    throw refusedField('clientId', 'The client of a user stays.')
  if (!same(requested.distributorId, known.distributor_id)) {
    throw refusedField('distributorId', 'The distributor of a user stays.')
  }
  return undefined
}

/** Deletes an account and ends its sessions; the last admin stays (D41). */
export function deleteUser(
  management: Management,
  editor: Editor,
  { scope, mayActOn }: { readonly scope: PanelScope; readonly mayActOn: MayActOn },
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await userToChange(db, scope, mayActOn, id)
    await db.updateTable('user_account').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit('delete', 'user', { id, clientId: before.client_id, before: userSnapshot(before) })
  })
}
