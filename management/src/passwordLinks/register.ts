import { AppError, type PasswordRules, refusedField, termsVersion } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { hashPassword, requirePassword } from '../passwords/passwords.ts'
import { countOf, refusing, sameText } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import { holderOfName, readUserName } from '../userNames/readUserName.ts'
import { newLinkToken, passwordLinkLimits } from './passwordLinks.ts'

type Registration = { readonly username: string; readonly email: string }

/** The address belongs to an existing account; its owner may be informed by e-mail. */
export type KnownOwner = { readonly email: string; readonly username: string }

/** The link that confirms the address of a registration: the only moment at which its token is known. */
export type RegistrationLink = Registration & { readonly token: string }

export const registrationLimits = {
  /** How long the link is valid; a registration that was not confirmed by then is deleted. */
  lifeMs: 24 * 3_600_000,
  /** Registrations that await confirmation at one time, so that the store cannot be filled from outside (D55). */
  unconfirmed: 1_000,
  /** Accounts that may await approval at one time. */
  pendingAccounts: 1_000,
} as const

const signUpLock = 7_270_004

/**
 * Refuses what the person can mend: a password against the rules, a user name that is in use or looks like one that is.
 * Says nothing about the address (D38). The password itself is not kept: it is chosen by the link to the address, so
 * that only who reads the mailbox gets the account (D82).
 */
export async function checkRegistration(
  management: Management,
  requested: Registration & {
    readonly password: string
    /** Of this installation (D39). */
    readonly rules: PasswordRules
  },
): Promise<Registration> {
  const store = inside(management)
  const username = readUserName(requested.username)
  const email = requested.email.normalize('NFKC').trim()
  if (username.includes('@') && username.toLowerCase() !== email.toLowerCase()) {
    throw refusedField('username', 'A user name with an @ must be your own e-mail address.')
  }
  await requirePassword(requested.password, requested.rules, 'password')
  await store.read(async (db) => {
    // A name that is an address says nothing: whether the address is known stays unsaid.
    if (!username.includes('@') && (await holderOfName(db, username))) {
      throw new AppError('signup.nameTaken')
    }
    if (await isFull(db, store.now())) throw new AppError('signup.full', { retryAfter: 3_600 })
  })
  return { username, email }
}

/**
 * Keeps a registration until its address is confirmed, and returns the link for it; or the owner of a known address.
 * Nothing when the address was registered too often within the hour. Earlier links stay valid: a stranger's
 * registration must not end them.
 */
export function register(
  management: Management,
  { username, email }: Registration,
): Promise<{ owner: KnownOwner } | { link: RegistrationLink } | undefined> {
  const store = inside(management)
  const now = store.now()
  return store.transaction(async (change) => {
    await lockRegistrations(change)
    const owner = await ownerOf(change, email)
    if (owner) return { owner }
    const count = await countOf(
      ofAddress(change, email).where('created_at', '>', new Date(now - passwordLinkLimits.hourMs)),
    )
    if (count >= passwordLinkLimits.requestsPerHour) return undefined
    if (await isFull(change, now)) return undefined
    const { token, hash } = newLinkToken()
    await change
      .insertInto('registration')
      .values({
        token_hash: hash,
        username,
        email,
        created_at: new Date(now),
        expires_at: new Date(now + registrationLimits.lifeMs),
      })
      .execute()
    return { link: { username, email, token } }
  })
}

/** One after the other, so that each sees the others' names and counts them. */
async function lockRegistrations(change: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${signUpLock})`.execute(change)
}

/** The account with this address, unless it is deleted. */
async function ownerOf(change: Db, email: string): Promise<KnownOwner | undefined> {
  const row = await change
    .selectFrom('user_account')
    .select(['username', 'email'])
    .where(sameText('email', email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email ? { username: row.username, email: row.email } : undefined
}

function ofAddress(db: Db, email: string) {
  return db.selectFrom('registration').where(sameText('email', email))
}

async function isFull(db: Db, now: number): Promise<boolean> {
  const count = await countOf(db.selectFrom('registration').where('expires_at', '>', new Date(now)))
  return count >= registrationLimits.unconfirmed || (await isPendingFull(db))
}

/** Refuses one more account that awaits approval when there are as many as may. */
export async function demandPendingRoom(db: Db): Promise<void> {
  if (await isPendingFull(db)) throw new AppError('signup.full', { retryAfter: 3_600 })
}

/** Do as many accounts await approval as may? */
async function isPendingFull(db: Db): Promise<boolean> {
  const count = await countOf(
    db.selectFrom('user_account').where('group_id', 'is', null).where('deleted_at', 'is', null),
  )
  return count >= registrationLimits.pendingAccounts
}

/** Deletes registrations that were not confirmed in time; to be called periodically. */
export async function forgetRegistrations(management: Management): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db.deleteFrom('registration').where('expires_at', '<=', new Date(store.now())).execute(),
  )
}

type Confirmation = {
  readonly newPassword: string
  readonly termsAccepted: boolean
  readonly rules: PasswordRules
}

/**
 * The link of a registration was opened and a password chosen: now there is an account, which can sign in to nothing
 * until an administrator gives it a role (D36, D82). Other registrations of the address end with it. A refused call
 * leaves the link valid; a link whose address has an account by now is void.
 */
export async function confirmRegistration(
  management: Management,
  hash: Buffer,
  requested: Confirmation,
): Promise<void> {
  const store = inside(management)
  const now = new Date(store.now())
  await store.read((db) =>
    db
      .selectFrom('registration')
      .select('email')
      .where('token_hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(refusing('reset.invalid')),
  )
  if (!requested.termsAccepted) throw new AppError('terms.required')
  await requirePassword(requested.newPassword, requested.rules, 'newPassword')
  const passwordHash = await hashPassword(requested.newPassword)
  const confirmed = store.transaction(async (change) => {
    await lockRegistrations(change)
    const row = await change
      .deleteFrom('registration')
      .where('token_hash', '=', hash)
      .returning(['username', 'email'])
      .executeTakeFirst()
    if (!row || (await ownerOf(change, row.email))) throw new AppError('reset.invalid')
    const { username, email } = row
    if (await holderOfName(change, username)) throw new AppError('signup.nameTaken')
    await demandPendingRoom(change)
    await change.deleteFrom('registration').where(sameText('email', email)).execute()
    const { id } = await change
      .insertInto('user_account')
      .values({ username, email, password_hash: passwordHash, password_changed_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await change
      .insertInto('terms_acceptance')
      .values({ user_id: id, version: termsVersion, accepted_at: now })
      .execute()
    await writeAudit(change, { userId: id, username }, 'signUp', 'user', {
      id,
      clientId: null,
      after: { username, email, termsAccepted: termsVersion },
    })
  })
  return confirmed.catch((error: unknown) => {
    // An administrator gave name or address to another account at the same moment.
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new AppError('signup.nameTaken', { cause: error })
    }
    throw error
  })
}
