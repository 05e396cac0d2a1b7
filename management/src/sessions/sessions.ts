import { createHash, randomBytes } from 'node:crypto'
import { type PersonRole, personRoleOfGroup, type Role } from '@packboard/model'
import { type SqlBool, sql } from 'kysely'
import type { SessionWay } from '../schema.ts'
import { atEntrance, type Management } from '../store.ts'

/** The person of a token, as of now: role, tenant and name are read with every lookup, never stored in the token. */
type SessionUser = {
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly role: PersonRole
  readonly clientId: number | null
  readonly clientName: string | null
  /** Of the own client; null for staff. */
  readonly subscriptionLabel: string | null
  readonly distributorId: number | null
  /** When the session ends if it is not used again. */
  readonly expiresAt: Date
  /** Names the session to its person; never the token. */
  readonly sessionId: number
  readonly way: SessionWay
  /** Whether the browser keeps it when it is closed. */
  readonly browserSaved: boolean
  /** When the person last showed password or factor; null: never in this session. */
  readonly confirmedAt: Date | null
}

/** The last use of a session is stored at most this often. */
const touchEveryMs = 60_000
/** Simultaneous sessions of one account; one more ends the least recently used one. */
export const sessionsPerUser = 20

const tokenBytes = 32
/** 32 bytes in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** What is kept of a token. */
export const hashOfSession = (token: string) => createHash('sha256').update(token).digest()

type NewSession = {
  readonly userId: number
  readonly role: PersonRole
  readonly browserSaved: boolean
  readonly address?: string
  readonly browser?: string
  readonly way: SessionWay
  /** When the person showed password or factor; null: not for this session. */
  readonly confirmedAt: Date | null
  /** Of a company sign-in. */
  readonly identityProviderId?: number
  /** What the provider calls the session (the claim `sid`). */
  readonly providerSession?: string
}

/** Opens a session and returns its token: 256 random bits, of which only the SHA-256 is kept (D40). */
export async function createSession(
  management: Management,
  requested: NewSession,
): Promise<string> {
  const store = atEntrance(management)
  const token = randomBytes(tokenBytes).toString('base64url')
  const now = store.now()
  const { idleMs, longestMs } = sessionLifetime(requested.role, requested.browserSaved)
  await store.transaction(async (change) => {
    await change
      .insertInto('session')
      .values({
        token_hash: hashOfSession(token),
        user_id: requested.userId,
        created_at: new Date(now),
        last_seen_at: new Date(now),
        idle_ms: idleMs,
        expires_at: new Date(now + longestMs),
        browser_saved: requested.browserSaved,
        address: (requested.address ?? '').slice(0, 64),
        browser: (requested.browser ?? '').slice(0, 256),
        way: requested.way,
        identity_provider_id: requested.identityProviderId ?? null,
        provider_session: requested.providerSession ?? null,
        confirmed_at: requested.confirmedAt,
      })
      .execute()
    await change
      .deleteFrom('session')
      .where('user_id', '=', requested.userId)
      .where('token_hash', 'in', (db) =>
        db
          .selectFrom('session')
          .select('token_hash')
          .where('user_id', '=', requested.userId)
          .orderBy('last_seen_at', 'desc')
          .orderBy('created_at', 'desc')
          .offset(sessionsPerUser),
      )
      .execute()
  })
  return token
}

/**
 * The person of a token, or undefined when there is no valid session: ended, expired, or its account or client was
 * disabled or deleted.
 */
export async function findSession(
  management: Management,
  token: string,
): Promise<SessionUser | undefined> {
  if (!tokenShape.test(token)) return undefined
  const store = atEntrance(management)
  const now = store.now()
  const tokenHash = hashOfSession(token)
  const row = await store.read((db) =>
    db
      .selectFrom('session as t')
      .innerJoin('user_account as u', 'u.id', 't.user_id')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .leftJoin('subscription as s', 's.id', 'c.subscription_id')
      .leftJoin('sign_in_setting as g', (join) => join.onTrue())
      .select([
        'g.idle_minutes',
        't.last_seen_at',
        't.idle_ms',
        't.expires_at',
        't.id as session_id',
        't.way',
        't.browser_saved',
        't.confirmed_at',
        'u.id',
        'u.username',
        'u.first_name',
        'u.group_id',
        'u.client_id',
        'u.distributor_id',
        'c.name as client_name',
        's.label as subscription_label',
      ])
      .where('t.token_hash', '=', tokenHash)
      .where('u.deleted_at', 'is', null)
      .where('u.enabled', '=', true)
      .where(({ or, and, eb }) =>
        or([
          eb('u.client_id', 'is', null),
          and([eb('c.enabled', '=', true), eb('c.deleted_at', 'is', null)]),
        ]),
      )
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const role = personRoleOfGroup(row.group_id)
  if (!role) return undefined
  const lastSeen = row.last_seen_at.getTime()
  const idleMs = idleOf(row)
  if (now >= row.expires_at.getTime() || now >= lastSeen + idleMs) return undefined

  const seen = now - lastSeen >= touchEveryMs ? now : lastSeen
  if (seen === now && seen !== lastSeen) {
    // A failure to store the last use must not reject the person.
    await store
      .write((db) =>
        db
          .updateTable('session')
          .set({ last_seen_at: new Date(now) })
          .where('token_hash', '=', tokenHash)
          .where('last_seen_at', '<', new Date(now))
          .execute(),
      )
      .catch((error: unknown) =>
        store.log.warn({ err: error }, 'The last use of a session could not be stored'),
      )
  }
  return {
    userId: row.id,
    username: row.username,
    firstName: row.first_name,
    role,
    clientId: row.client_id,
    clientName: row.client_name,
    subscriptionLabel: row.subscription_label,
    distributorId: row.distributor_id,
    expiresAt: new Date(Math.min(seen + idleMs, row.expires_at.getTime())),
    sessionId: row.session_id,
    way: row.way,
    browserSaved: row.browser_saved,
    confirmedAt: row.confirmed_at,
  }
}

/** The person of a session has shown password or factor now. */
export async function markConfirmed(management: Management, token: string): Promise<void> {
  const store = atEntrance(management)
  await store.write((db) =>
    db
      .updateTable('session')
      .set({ confirmed_at: new Date(store.now()) })
      .where('token_hash', '=', hashOfSession(token))
      .execute(),
  )
}

const minuteMs = 60_000

/** How long a session stays open without use, in ms: its own time, or the shorter one that an administrator set. */
const idleOf = ({ idle_ms, idle_minutes }: { idle_ms: string; idle_minutes: number | null }) =>
  Math.min(Number(idle_ms), (idle_minutes ?? Number.POSITIVE_INFINITY) * minuteMs)

/** The same as a condition: a row of `session` that is open at this moment. */
export const isOpenAt = (now: Date) => sql<SqlBool>`(
  session.expires_at > ${now}
  and session.last_seen_at
    + least(session.idle_ms, (select idle_minutes * 60000 from sign_in_setting)) * interval '1 millisecond' > ${now}
)`

/** Ends one session; true when there was one. */
export async function endSession(management: Management, token: string): Promise<boolean> {
  if (!tokenShape.test(token)) return false
  const ended = await atEntrance(management).write((db) =>
    db.deleteFrom('session').where('token_hash', '=', hashOfSession(token)).executeTakeFirst(),
  )
  return ended.numDeletedRows > 0n
}

/** Deletes expired sessions; to be called periodically. */
export async function forgetOldSessions(management: Management): Promise<number> {
  const store = atEntrance(management)
  const now = new Date(store.now())
  const ended = await store.write((db) =>
    db
      .deleteFrom('session')
      .where(sql<SqlBool>`not (${isOpenAt(now)})`)
      .executeTakeFirst(),
  )
  return Number(ended.numDeletedRows)
}

type Lifetime = { readonly idleMs: number; readonly longestMs: number }

const hour = 3_600_000
const day = 24 * hour

/**
 * How long a sign-in lasts without use, and at most (D40). Staff see many tenants, so their sessions end sooner,
 * whatever the browser keeps.
 */
export function sessionLifetime(role: Role, browserSaved: boolean): Lifetime {
  const person = browserSaved
    ? { idleMs: 7 * day, longestMs: 30 * day }
    : { idleMs: 8 * hour, longestMs: 24 * hour }
  if (role !== 'admin' && role !== 'distributor') return person
  return {
    idleMs: Math.min(person.idleMs, 12 * hour),
    longestMs: Math.min(person.longestMs, 7 * day),
  }
}
