import { AppError } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/writeAudit.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { requirePassword } from '../passwords/requirePassword.ts'
import { type Db, inside, type Management } from '../store.ts'

type Registration = {
  readonly username: string
  readonly email: string
  readonly password: string
  /** Of this installation (D39). */
  readonly minLength: number
}

/** The address belongs to an existing account; its owner may be informed by e-mail. */
export type KnownOwner = { readonly email: string; readonly username: string }

/** Accounts that may await approval at one time, so that the store cannot be filled from outside (D55). */
export const mostPendingAccounts = 1_000

const signUpLock = 7_270_004

/**
 * Registers an account that can sign in to nothing until an administrator gives it a role (D36). A user name that is in
 * use is reported. A known e-mail address is not (D38): then no account is made, and the result is the owner of the
 * address.
 */
export async function signUp(
  management: Management,
  requested: Registration,
): Promise<KnownOwner | undefined> {
  const store = inside(management)
  const username = requested.username.normalize('NFKC').trim()
  const email = requested.email.normalize('NFKC').trim()
  if (username.includes('@') && username.toLowerCase() !== email.toLowerCase()) {
    const message = 'A user name with an @ must be your own e-mail address.'
    throw new AppError('request.invalid', { message, fields: [{ field: 'username', message }] })
  }
  requirePassword(requested.password, requested.minLength, 'password')
  // Hashed before the address is looked up, so that both cases take the same time.
  const passwordHash = await hashPassword(requested.password)

  const added = store.write((db) =>
    db.transaction().execute(async (change) => {
      // One after the other: otherwise two with the same name would violate the unique index.
      await sql`select pg_advisory_xact_lock(${signUpLock})`.execute(change)
      const owner = await accountWith(change, 'email', email)
      if (owner?.email) return { email: owner.email, username: owner.username }
      if (await accountWith(change, 'username', username)) throw new AppError('signup.nameTaken')
      const { count } = await change
        .selectFrom('user_account')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('group_id', 'is', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (Number(count) >= mostPendingAccounts) {
        throw new AppError('signup.full', { retryAfter: 3_600 })
      }
      const { id } = await change
        .insertInto('user_account')
        .values({
          username,
          email,
          password_hash: passwordHash,
          password_changed_at: new Date(store.now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(change, {
        actorId: id,
        actorName: username,
        action: 'signUp',
        entity: 'user',
        entityId: id,
        clientId: null,
        after: { username, email },
      })
      return undefined
    }),
  )
  return added.catch((error: unknown) => {
    // An administrator gave the name to another account at the same moment.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new AppError('signup.nameTaken', { cause: error })
    }
    throw error
  })
}

function accountWith(change: Db, field: 'username' | 'email', value: string) {
  return change
    .selectFrom('user_account')
    .select(['username', 'email'])
    .where(({ eb, fn, val }) =>
      eb(fn<string>('lower', [field]), '=', fn<string>('lower', [val(value)])),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
