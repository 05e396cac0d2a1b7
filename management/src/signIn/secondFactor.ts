import { createHash, randomBytes } from 'node:crypto'
import { AppError, type FactorMethod, factorLimits, type PersonRole } from '@packboard/model'
import {
  type FactorRule,
  factorsOf,
  graceUntil,
  hasFactor,
  methodsOf,
  type ShownFactor,
} from '../factors/factorsOf.ts'
import { passkeyNamed } from '../factors/passkeys.ts'
import { admitSignIn, signInSucceeded } from '../signInThrottle/signInThrottle.ts'
import { atEntrance, type Db, type Management } from '../store.ts'
import { userOfSignIn } from '../users/users.ts'
import { beginSession, isOpen, type SessionStart, type SignedIn } from './beginSession.ts'
import { noteFailure } from './failureEntries.ts'

/** A right password of which the second factor is due. */
export type SecondFactorDue = {
  /** 256 random bits; only their hash is kept. */
  readonly ticket: string
  /** `setUp` alone: the account has none, and its grace is over. */
  readonly methods: readonly FactorMethod[]
  readonly until: Date
}

const minuteMs = 60_000
const ticketShape = /^[A-Za-z0-9_-]{43}$/
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** What follows a right password: a second step, or a session, of an account without a factor perhaps until its grace ends. */
type NextStep =
  | { readonly secondFactor: SecondFactorDue }
  | { readonly secondFactor: undefined; readonly dueAt: Date | null }

/** What a person has to show after the right password. */
export async function nextStep(
  management: Management,
  user: { readonly id: number; readonly role: PersonRole },
  { rule, browserSaved }: { readonly rule: FactorRule; readonly browserSaved: boolean },
): Promise<NextStep> {
  if (rule.mode === 'off') return { secondFactor: undefined, dueAt: null }
  const store = atEntrance(management)
  const now = store.now()
  return store.transaction(async (db) => {
    const factors = await factorsOf(db, user.id)
    if (hasFactor(factors)) {
      const methods = methodsOf(factors, rule)
      return {
        secondFactor: await makeTicket(db, { userId: user.id, browserSaved, methods, now }),
      }
    }
    const dueAt = await graceUntil(db, { userId: user.id, role: user.role }, rule.mode, now)
    if (dueAt === null || now < dueAt.getTime()) return { secondFactor: undefined, dueAt }
    const methods = ['setUp'] as const
    return { secondFactor: await makeTicket(db, { userId: user.id, browserSaved, methods, now }) }
  })
}

async function makeTicket(
  db: Db,
  {
    userId,
    browserSaved,
    methods,
    now,
  }: {
    readonly userId: number
    readonly browserSaved: boolean
    readonly methods: readonly FactorMethod[]
    readonly now: number
  },
): Promise<SecondFactorDue> {
  const ticket = randomBytes(32).toString('base64url')
  const setsUp = methods.includes('setUp')
  const minutes = setsUp ? factorLimits.setUpMinutes : factorLimits.ticketMinutes
  const until = new Date(now + minutes * minuteMs)
  await db
    .insertInto('sign_in_ticket')
    .values({
      token_hash: hashOf(ticket),
      user_id: userId,
      sets_up: setsUp,
      browser_saved: browserSaved,
      expires_at: until,
    })
    .execute()
  return { ticket, methods, until }
}

type Ticket = {
  readonly userId: number
  readonly username: string
  readonly firstName: string
  /** Of an account whose grace is over: a factor is set up with it. */
  readonly setsUp: boolean
  readonly browserSaved: boolean
}

/** Whose ticket this is; refused with `signIn.ticketOver` when it is unknown, expired or was tried five times. */
export async function ticketHolder(management: Management, ticket: string): Promise<Ticket> {
  const store = atEntrance(management)
  const row = ticketShape.test(ticket)
    ? await store.read((db) =>
        db
          .selectFrom('sign_in_ticket as t')
          .innerJoin('user_account as u', 'u.id', 't.user_id')
          .select(['u.id', 'u.username', 'u.first_name', 't.sets_up', 't.browser_saved'])
          .where('token_hash', '=', hashOf(ticket))
          .where('tries', '<', factorLimits.ticketTries)
          .where('expires_at', '>', new Date(store.now()))
          .executeTakeFirst(),
      )
    : undefined
  if (!row) throw new AppError('signIn.ticketOver')
  return {
    userId: row.id,
    username: row.username,
    firstName: row.first_name,
    setsUp: row.sets_up,
    browserSaved: row.browser_saved,
  }
}

export type FactorShown = {
  readonly ticket: string
  readonly factor: ShownFactor
  readonly address: string
  readonly browser?: string
  /** Accepts what was shown of this person, or throws; called once, and not at all where too many were wrong. */
  readonly accept: (userId: number) => Promise<unknown>
}

/**
 * The second step of a sign-in. Each try counts before it is looked at, so that many at a time each count: after five the ticket
 * is over, and the tries of the next ones have to wait. Refused with `signIn.factorWrong`, `factor.codeUsed`, `passkey.refused`,
 * `signIn.ticketOver` or `signin.throttled`.
 */
export async function showSecondFactor(
  management: Management,
  shown: FactorShown,
): Promise<SignedIn> {
  const store = atEntrance(management)
  const { userId, browserSaved } = await ticketHolder(management, shown.ticket)
  const tokenHash = hashOf(shown.ticket)
  const attempt = factorAttempt(userId, shown.address)
  await admitSignIn(management, attempt)
  const counted = await store.write((db) =>
    db
      .updateTable('sign_in_ticket')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('tries', '<', factorLimits.ticketTries)
      .executeTakeFirst(),
  )
  if (counted.numUpdatedRows !== 1n) throw new AppError('signIn.ticketOver')
  try {
    await shown.accept(userId)
  } catch (error) {
    const { address, factor } = shown
    const user = await userOfSignIn(management, userId)
    await noteFailure(management, user, { action: 'signInFailed', address, factor })
    throw error
  }
  // Of two right ones at a time the second finds no ticket.
  const spent = await store.write((db) =>
    db.deleteFrom('sign_in_ticket').where('token_hash', '=', tokenHash).executeTakeFirst(),
  )
  if (spent.numDeletedRows !== 1n) throw new AppError('signIn.ticketOver')
  await signInSucceeded(management, attempt)
  const { address, browser, factor } = shown
  return beginSession(management, {
    userId,
    way: 'password',
    factor,
    confirmedAt: new Date(store.now()),
    browserSaved,
    address,
    ...(browser !== undefined && { browser }),
  })
}

/** A passkey that was shown to sign in was refused: one of an account, or one that no account has. */
export async function notePasskeyRefused(
  management: Management,
  { credentialId, address }: { readonly credentialId: string; readonly address: string },
): Promise<void> {
  const known = await passkeyNamed(management, credentialId)
  const user = known && (await userOfSignIn(management, known.userId))
  await noteFailure(management, user, { action: 'signInFailed', address, factor: 'passkey' })
}

/** Signs in by a passkey that was checked, which is two factors. Refused with `passkey.unknown` when the account may not be used. */
export async function signInByPasskey(
  management: Management,
  start: Pick<SessionStart, 'userId' | 'browserSaved' | 'address' | 'browser'>,
): Promise<SignedIn> {
  const user = await userOfSignIn(management, start.userId)
  if (!user || !isOpen(user)) throw new AppError('passkey.unknown')
  const confirmedAt = new Date(atEntrance(management).now())
  return beginSession(management, { ...start, way: 'passkey', factor: 'passkey', confirmedAt })
}

/** Tries of a factor of one account: slowed down from each address and from all together, as those of a password. */
export const factorAttempt = (userId: number, address: string) => ({
  account: String(userId),
  address,
  kind: 'factor' as const,
})

/** Deletes tickets and challenges that are over; to be called periodically. */
export async function forgetOldTickets(management: Management): Promise<void> {
  const store = atEntrance(management)
  const now = new Date(store.now())
  await store.write(async (db) => {
    await db.deleteFrom('sign_in_ticket').where('expires_at', '<=', now).execute()
    await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
  })
}
