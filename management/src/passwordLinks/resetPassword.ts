import { AppError, type PasswordRules, termsVersion } from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import { hashPassword, requirePassword } from '../passwords/passwords.ts'
import { countOf, refusing, sameText } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import type { LinkToSend } from './invite.ts'
import { addPasswordLink, hashOfToken, passwordLinkLimits } from './passwordLinks.ts'
import { confirmRegistration } from './register.ts'

/**
 * The link to reset the password of this e-mail address: valid for an hour, once. An account that never had a password
 * gets its invitation again, because the terms must still be accepted. Nothing for an unknown address, or when the
 * account reached its limit of links within the hour; the caller must not see the difference (D38).
 */
export function forgotPassword(
  management: Management,
  email: string,
): Promise<LinkToSend | undefined> {
  const store = inside(management)
  const now = store.now()
  const requested = email.normalize('NFKC').trim()
  return store.transaction(async (change) => {
    const user = await change
      .selectFrom('user_account as u')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .select(['u.id', 'u.username', 'u.first_name', 'u.email', 'u.password_hash'])
      .where(sameText('u.email', requested))
      .where('u.deleted_at', 'is', null)
      .where('u.enabled', '=', true)
      .where('c.deleted_at', 'is', null)
      // Two simultaneous requests are counted one after the other.
      .forUpdate('u')
      .executeTakeFirst()
    if (!user || user.email === null) return undefined
    const count = await countOf(
      change
        .selectFrom('password_link')
        .where('user_id', '=', user.id)
        .where('created_at', '>', new Date(now - passwordLinkLimits.hourMs)),
    )
    if (count >= passwordLinkLimits.requestsPerHour) return undefined
    const kind = user.password_hash === null ? 'invitation' : 'reset'
    // Earlier links stay valid: a stranger's request must not end them.
    const token = await addPasswordLink(change, { userId: user.id, kind, now })
    return {
      kind,
      token,
      userId: user.id,
      username: user.username,
      firstName: user.first_name,
      email: user.email,
    }
  })
}

type PasswordReset = {
  /** Of the link. */
  readonly token: string
  readonly newPassword: string
  readonly termsAccepted: boolean
  /** Of this installation (D39). */
  readonly rules: PasswordRules
}

/**
 * Sets a password with the token of a link (D37). The link is used up, every other link of the account is void and
 * every session of it ends. An invitation also requires the terms to be accepted, and the acceptance is stored. A
 * refused call leaves the link valid. The link of a registration makes its account.
 */
export async function resetPassword(
  management: Management,
  requested: PasswordReset,
): Promise<void> {
  const store = inside(management)
  const hash = hashOfToken(requested.token)
  if (!hash) throw new AppError('reset.invalid')
  const link = await store.read((db) => goodLink(db, hash, store.now()).executeTakeFirst())
  if (!link) return confirmRegistration(management, hash, requested)
  if (link.kind === 'invitation' && !requested.termsAccepted) throw new AppError('terms.required')
  await requirePassword(requested.newPassword, requested.rules, 'newPassword')

  const passwordHash = await hashPassword(requested.newPassword)
  const now = new Date(store.now())
  await store.transaction(async (change) => {
    const still = await goodLink(change, hash, now.getTime())
      .forUpdate('u')
      .executeTakeFirstOrThrow(refusing('reset.invalid'))
    // Of two simultaneous uses the second waited above for the first, and finds the link used here.
    const used = await change
      .updateTable('password_link')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) throw new AppError('reset.invalid')
    await change
      .updateTable('user_account')
      .set({ password_hash: passwordHash, password_changed_at: now })
      .where('id', '=', still.id)
      .execute()
    if (still.kind === 'invitation') {
      await change
        .insertInto('terms_acceptance')
        .values({ user_id: still.id, version: termsVersion, accepted_at: now })
        .execute()
    }
    await writeAudit(
      change,
      { userId: still.id, username: still.username },
      'setPassword',
      'user',
      {
        id: still.id,
        clientId: still.client_id,
        after: still.kind === 'invitation' ? { termsAccepted: termsVersion } : { by: 'link' },
      },
    )
  })
}

function goodLink(db: Db, hash: Buffer, now: number) {
  return db
    .selectFrom('password_link as l')
    .innerJoin('user_account as u', 'u.id', 'l.user_id')
    .leftJoin('client as c', 'c.id', 'u.client_id')
    .select(['l.kind', 'u.id', 'u.username', 'u.client_id'])
    .where('l.token_hash', '=', hash)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(now))
    .where('u.deleted_at', 'is', null)
    .where('u.enabled', '=', true)
    .where('c.deleted_at', 'is', null)
}

/** Deletes links that are used or expired; to be called periodically. */
export async function forgetOldLinks(management: Management): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db
      .deleteFrom('password_link')
      .where('expires_at', '<', new Date(store.now() - passwordLinkLimits.keepMs))
      .execute(),
  )
}
