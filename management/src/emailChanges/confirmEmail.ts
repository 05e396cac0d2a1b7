import { AppError } from '@packboard/model'
import { writeAudit } from '../auditLog/writeAudit.ts'
import { hashOfToken } from '../passwordLinks/passwordLinks.ts'
import { inside, type Management } from '../store.ts'

/**
 * The link to a new address was opened: it replaces the old one, whose links end (D82). Refused like an unknown link
 * when it ran out, when the account is deleted or disabled, or when its password was changed meanwhile.
 */
export async function confirmEmail(management: Management, token: string): Promise<void> {
  const store = inside(management)
  const hash = hashOfToken(token)
  if (!hash) throw new AppError('reset.invalid')
  const confirmed = store.write((db) =>
    db.transaction().execute(async (change) => {
      const user = await change
        .selectFrom('email_change as e')
        .innerJoin('user_account as u', 'u.id', 'e.user_id')
        .leftJoin('client as c', 'c.id', 'u.client_id')
        .select(['u.id', 'u.username', 'u.client_id', 'u.email', 'e.email as new_email'])
        .where('e.token_hash', '=', hash)
        .where('e.expires_at', '>', new Date(store.now()))
        .where('c.deleted_at', 'is', null)
        .forUpdate(['e', 'u'])
        .executeTakeFirst()
      if (!user) throw new AppError('reset.invalid')
      // This also deletes the row of the change: a trigger ends every link to the old address.
      await change
        .updateTable('user_account')
        .set({ email: user.new_email })
        .where('id', '=', user.id)
        .execute()
      await writeAudit(change, {
        actorId: user.id,
        actorName: user.username,
        action: 'changeEmail',
        entity: 'user',
        entityId: user.id,
        clientId: user.client_id,
        before: { email: user.email },
        after: { email: user.new_email },
      })
    }),
  )
  return confirmed.catch((error: unknown) => {
    // Another account was given the address meanwhile.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new AppError('user.notAvailable', { cause: error })
    }
    throw error
  })
}

/** Deletes new addresses that were not confirmed in time; to be called periodically. */
export async function forgetEmailChanges(management: Management): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db.deleteFrom('email_change').where('expires_at', '<=', new Date(store.now())).execute(),
  )
}
