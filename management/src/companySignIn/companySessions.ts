import { createHash } from 'node:crypto'
import { companyLimits, type PersonRole, personRoleOfGroup } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { atEntrance, type Db, type Management } from '../store.ts'
import { giveRole, roleByClaims } from './companyPerson.ts'
import type { SignInProvider } from './identityProviders.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const ofSession = (tokenHash: Buffer) => `companySession ${tokenHash.toString('hex')}`

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Keeps by what the company can be queried whether this session goes on; encrypted, and with the session it ends. */
export async function keepCompanySession(
  management: Management,
  { token, refreshToken }: { readonly token: string; readonly refreshToken: string | null },
): Promise<void> {
  const store = atEntrance(management)
  const tokenHash = hashOf(token)
  const at = new Date(store.now())
  await store.write((db) =>
    db
      .insertInto('company_session')
      .values({
        token_hash: tokenHash,
        refresh: sealed(management, tokenHash, refreshToken),
        answered_at: at,
        queried_at: at,
      })
      .execute(),
  )
}

function sealed(management: Management, tokenHash: Buffer, refreshToken: string | null) {
  if (refreshToken === null) return null
  return management.secrets.seal('companySignIn', ofSession(tokenHash), refreshToken)
}

/** The company sign-in that opened a session; null where it was opened in another way. */
export async function providerOfSession(
  management: Management,
  token: string,
): Promise<number | null> {
  const row = await atEntrance(management).read((db) =>
    db
      .selectFrom('session')
      .select('identity_provider_id')
      .where('token_hash', '=', hashOf(token))
      .where('way', '=', 'company')
      .executeTakeFirst(),
  )
  return row?.identity_provider_id ?? null
}

/** A session about which its company is to be queried. */
export type DueSession = {
  readonly tokenHash: Buffer
  readonly identityProviderId: number
  readonly userId: number
  readonly refreshToken: string
}

/** Sessions that one turn asks about. */
const sessionsAtOnce = 20

/**
 * Takes sessions that were used since their company was queried 15 minutes ago or more. Each is one process's: the others see it
 * as queried.
 */
export async function takeDueSessions(management: Management): Promise<DueSession[]> {
  const store = atEntrance(management)
  const now = store.now()
  const rows = await store.write((db) =>
    db
      .updateTable('company_session as k')
      .from('session as t')
      .set({ queried_at: new Date(now) })
      .whereRef('t.token_hash', '=', 'k.token_hash')
      .where('k.token_hash', 'in', (inner) =>
        inner
          .selectFrom('company_session as d')
          .innerJoin('session as s', 's.token_hash', 'd.token_hash')
          .select('d.token_hash')
          .where('d.refresh', 'is not', null)
          .where('d.queried_at', '<=', new Date(now - companyLimits.askMinutes * minuteMs))
          .whereRef('s.last_seen_at', '>', 'd.queried_at')
          .orderBy('d.queried_at')
          .limit(sessionsAtOnce)
          .forUpdate('d')
          .skipLocked(),
      )
      .returning(['k.token_hash', 'k.refresh', 't.identity_provider_id', 't.user_id'])
      .execute(),
  )
  return rows.flatMap(({ token_hash, refresh, identity_provider_id, user_id }) => {
    if (refresh === null || identity_provider_id === null) return []
    const refreshToken = management.secrets.open('companySignIn', ofSession(token_hash), refresh)
    return refreshToken === null
      ? []
      : [
          {
            tokenHash: token_hash,
            identityProviderId: identity_provider_id,
            userId: user_id,
            refreshToken,
          },
        ]
  })
}

/**
 * The company said that the session goes on. What its claims give now is given: another role ends the sessions of the person (D40), and
 * none ends this one. False when it ended.
 */
export async function companyConfirmed(
  management: Management,
  provider: SignInProvider,
  session: DueSession,
  answer: {
    readonly subject: string
    readonly roleValues: readonly string[]
    readonly refreshToken: string | null
  },
): Promise<boolean> {
  const store = atEntrance(management)
  const { tokenHash } = session
  return store.transaction(async (db) => {
    const account = await accountOf(db, provider, session.userId, answer.subject)
    const role = account && roleByClaims(provider, account.role, answer.roleValues)
    if (!account || role === undefined) {
      await endCompanySession(db, provider, session, 'noRole')
      return false
    }
    if (role !== account.role) {
      await giveRole(db, provider, account, role)
      return false
    }
    await db
      .updateTable('company_session')
      .set({
        answered_at: new Date(store.now()),
        ...(answer.refreshToken !== null && {
          refresh: sealed(management, tokenHash, answer.refreshToken),
        }),
      })
      .where('token_hash', '=', tokenHash)
      .execute()
    return true
  })
}

/** The account of the session, where the person that the company names is still the one who is joined to it. */
async function accountOf(
  db: Db,
  { issuer }: Pick<SignInProvider, 'issuer'>,
  userId: number,
  subject: string,
) {
  const row = await db
    .selectFrom('user_account as u')
    .innerJoin('identity as i', 'i.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.group_id', 'u.client_id'])
    .where('u.id', '=', userId)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  const role: PersonRole | undefined = personRoleOfGroup(row?.group_id ?? null)
  return row && role && { id: row.id, username: row.username, role, clientId: row.client_id }
}

/** The company said that the session is over. */
export function companyRefused(
  management: Management,
  provider: Pick<SignInProvider, 'id'>,
  session: DueSession,
): Promise<void> {
  return atEntrance(management).transaction((db) =>
    endCompanySession(db, provider, session, 'refused'),
  )
}

async function endCompanySession(
  db: Db,
  provider: Pick<SignInProvider, 'id'>,
  { tokenHash, userId }: Pick<DueSession, 'tokenHash' | 'userId'>,
  reason: 'refused' | 'noRole',
): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
  await noteEnded(db, provider, userId, reason)
}

async function noteEnded(
  db: Db,
  provider: Pick<SignInProvider, 'id'>,
  userId: number,
  reason: string,
): Promise<void> {
  const account = await db
    .selectFrom('user_account')
    .select(['username', 'client_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
  await writeAudit(
    db,
    { userId: null, username: account?.username ?? 'unknown' },
    'signOut',
    'session',
    {
      id: userId,
      clientId: account?.client_id ?? null,
      after: { identityProvider: provider.id, reason },
    },
  )
}

/**
 * The company ends the sessions of a person, or one of them (back-channel logout). Returns how many ended here; streams of them end
 * within five seconds (D40).
 */
export function endSessionsByCompany(
  management: Management,
  provider: Pick<SignInProvider, 'id' | 'issuer'>,
  ended: { readonly providerSession: string | null; readonly subject: string | null },
): Promise<number> {
  return atEntrance(management).transaction(async (db) => {
    const { providerSession, subject } = ended
    let gone = db.deleteFrom('session').where('identity_provider_id', '=', provider.id)
    if (providerSession !== null) gone = gone.where('provider_session', '=', providerSession)
    if (subject !== null) {
      gone = gone.where('user_id', 'in', (inner) =>
        inner
          .selectFrom('identity')
          .select('user_id')
          .where('issuer', '=', provider.issuer)
          .where('subject', '=', subject),
      )
    }
    if (providerSession === null && subject === null) return 0
    const rows = await gone.returning('user_id').execute()
    for (const userId of new Set(rows.map((row) => row.user_id))) {
      await noteEnded(db, provider, userId, 'backChannel')
    }
    return rows.length
  })
}

/** Ends sessions that their company has not confirmed for eight hours; to be called periodically. Returns how many. */
export async function endUnanswered(management: Management): Promise<number> {
  const store = atEntrance(management)
  const before = new Date(store.now() - companyLimits.unansweredHours * hourMs)
  const ended = await store.write((db) =>
    db
      .deleteFrom('session')
      .where('way', '=', 'company')
      .where(
        sql<boolean>`coalesce((select k.answered_at from company_session k
          where k.token_hash = session.token_hash), session.created_at) <= ${before}`,
      )
      .executeTakeFirst(),
  )
  return Number(ended.numDeletedRows)
}
