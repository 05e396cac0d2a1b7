import type { PasswordRules, PersonRole } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { type EmailChange, requestEmailChange } from '../emailChanges/emailChanges.ts'
import type { LetterTo } from '../factors/changeFactors.ts'
import { type Factors, factorsOf } from '../factors/factorsOf.ts'
import { hashPassword, requirePassword } from '../passwords/passwords.ts'
import { refusing } from '../queries.ts'
import type { SessionWay } from '../schema.ts'
import { createSession } from '../sessions/sessions.ts'
import { acceptPassword, slowed } from '../signIn/confirm.ts'
import { type Db, inside, type Management } from '../store.ts'
import { userSnapshot } from '../users/users.ts'

/** One's own account. */
export type OwnAccount = {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  /** The address that the account has once it is confirmed; null: no change is pending (D82). */
  readonly pendingEmail: string | null
  readonly distributorName: string | null
  /** Null: there is none, as with an account of a company sign-in. */
  readonly passwordChangedAt: Date | null
  readonly hasPassword: boolean
  readonly factors: Factors
}

export function ownAccount(management: Management, userId: number): Promise<OwnAccount> {
  const store = inside(management)
  return store.read(async (db) => {
    const row = await db
      .selectFrom('user_account as u')
      .leftJoin('distributor as d', 'd.id', 'u.distributor_id')
      .leftJoin('email_change as e', (join) =>
        join.onRef('e.user_id', '=', 'u.id').on('e.expires_at', '>', new Date(store.now())),
      )
      .select([
        'u.username',
        'u.first_name',
        'u.last_name',
        'u.email',
        'u.password_hash',
        'u.password_changed_at',
        'd.name as distributor_name',
        'e.email as pending_email',
      ])
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow(refusing('session.required'))
    return {
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      pendingEmail: row.pending_email,
      distributorName: row.distributor_name,
      passwordChangedAt: row.password_changed_at,
      hasPassword: row.password_hash !== null,
      factors: await factorsOf(db, userId),
    }
  })
}

/** Changes the names of one's own account. */
export function renameSelf(
  management: Management,
  editor: Editor,
  names: { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await ownRow(db, editor.userId)
    const after = await db
      .updateTable('user_account')
      .set({ first_name: names.firstName, last_name: names.lastName })
      .where('id', '=', editor.userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('update', 'user', {
      id: editor.userId,
      clientId: before.client_id,
      before: userSnapshot(before),
      after: userSnapshot(after),
    })
  })
}

/** Asks for another e-mail address of one's own: it is in force once the link that is sent to it was opened (D82). */
export function requestOwnEmail(
  management: Management,
  editor: Editor,
  newEmail: string,
): Promise<EmailChange> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const row = await ownRow(db, editor.userId)
    const change = await requestEmailChange(db, row, {
      newEmail,
      requestedBy: editor.username,
      at,
    })
    await audit('changeEmail', 'user', {
      id: editor.userId,
      clientId: row.client_id,
      before: userSnapshot(row),
      after: { ...userSnapshot(row), awaitsConfirmation: newEmail },
    })
    return change
  })
}

const ownRow = (db: Db, userId: number) =>
  db
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('session.required'))

type PasswordChange = {
  readonly oldPassword: string
  readonly newPassword: string
  /** Of this installation (D39). */
  readonly rules: PasswordRules
  readonly session: {
    readonly role: PersonRole
    readonly way: SessionWay
    readonly browserSaved: boolean
    readonly confirmedAt: Date | null
    readonly address: string
    readonly browser?: string
  }
}

/**
 * Chooses another password with the present one. Every session of the account ends; the one that asks goes on under the new token that
 * is returned. Refused with `password.wrong`, `password.refused` or `password.common`; wrong ones are slowed down.
 */
export async function changeOwnPassword(
  management: Management,
  editor: Editor,
  { oldPassword, newPassword, rules, session }: PasswordChange,
): Promise<{ readonly token: string; readonly owner: LetterTo }> {
  const { userId } = editor
  const accept = () => acceptPassword(management, userId, oldPassword)
  await slowed(management, { userId, address: session.address, accept })
  await requirePassword(newPassword, rules, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const owner = await changing(management, editor, async ({ db, at, audit }) => {
    const { client_id, username, first_name, email } = await ownRow(db, userId)
    await db
      .updateTable('user_account')
      .set({ password_hash: passwordHash, password_changed_at: at })
      .where('id', '=', userId)
      .execute()
    await audit('setPassword', 'user', { id: userId, clientId: client_id, after: { by: 'self' } })
    return { userId, username, firstName: first_name, email }
  })
  // The password alone confirms nothing of a person who has a second factor.
  return { token: await createSession(management, { userId, ...session }), owner }
}
