import {
  AppError,
  anyValue,
  type CompanyRoleRow,
  domainOfEmail,
  type ErrorCode,
  groupOfRole,
  type PersonRole,
  personRoleOfGroup,
} from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { demandPendingRoom } from '../passwordLinks/register.ts'
import { sameText } from '../queries.ts'
import { atEntrance, type Db, inside, type Management } from '../store.ts'
import { holderOfName, readUserName } from '../userNames/readUserName.ts'
import { userSnapshot } from '../users/users.ts'
import type { CompanyTenant, SignInProvider } from './identityProviders.ts'

/** What a provider says of a person, as far as it is read. */
export type CompanyPerson = {
  readonly subject: string
  readonly email: string | null
  /** The provider says that the person reads this mailbox. */
  readonly isEmailVerified: boolean
  readonly firstName: string
  readonly lastName: string
  /** The values of the claim that roles are made of. */
  readonly roleValues: readonly string[]
}

/** What a sign-in would do, and does. */
export type CompanyDecision =
  | {
      readonly what: 'signIn' | 'link'
      readonly account: Account
      readonly role: PersonRole
    }
  | { readonly what: 'create'; readonly username: string; readonly row: CompanyRoleRow }
  | { readonly what: 'await'; readonly username: string }
  | { readonly what: 'refused'; readonly code: ErrorCode; readonly account: Account | undefined }

type Account = NonNullable<Awaited<ReturnType<typeof accountBy>>>

/** What would happen to this person now; nothing is changed. */
export function decideCompanyPerson(
  management: Management,
  provider: SignInProvider,
  person: CompanyPerson,
): Promise<CompanyDecision> {
  return inside(management).read((db) => decide(db, provider, person))
}

/**
 * The account of a person who was signed in by its company: known by issuer and subject, joined by a verified address of the
 * provider's own domain, or made (D90). Its role follows the claims. Returns its number, or refuses with the reason.
 */
export function admitCompanyPerson(
  management: Management,
  provider: SignInProvider,
  person: CompanyPerson,
): Promise<number> {
  const store = atEntrance(management)
  const at = new Date(store.now())
  return store
    .transaction(async (db) => {
      // First sign-ins of a company one after the other: two windows of one person make one account.
      await sql`select pg_advisory_xact_lock(${signInLock}, ${provider.id})`.execute(db)
      const decision = await decide(db, provider, person)
      if (decision.what === 'refused') throw new AppError(decision.code)
      const userId = await accountOf(db, provider, person, decision, at)
      await noteIdentity(db, provider, person, userId, at)
      return userId
    })
    .catch((error: unknown) => {
      // The panel gave the name or the address to another account at the same moment.
      if (error instanceof Error && 'code' in error && error.code === '23505') {
        throw new AppError('user.notAvailable', { cause: error })
      }
      throw error
    })
}

/** The first of the two numbers of a lock; the second is that of the provider. */
const signInLock = 7_270

/** Whether an account is one of those for whom a provider speaks. */
export function isOfTenant(
  { clientId, distributorId }: CompanyTenant,
  account: {
    readonly role: PersonRole | null
    readonly clientId: number | null
    readonly distributorId: number | null
  },
): boolean {
  if (clientId !== null) return account.clientId === clientId
  if (account.clientId !== null || account.role === null) return false
  if (distributorId === null) return true
  return account.role === 'distributor' && account.distributorId === distributorId
}

/**
 * The role that claims give to an account of this role: that of the first row that fits. Where none fits, a role that no row gives was
 * given by hand and stays; undefined: the claims take it away. An admin, and an engineer where no row makes engineers, stay what they are.
 */
export function roleByClaims(
  { roles }: Pick<SignInProvider, 'roles'>,
  current: PersonRole,
  values: readonly string[],
): PersonRole | undefined {
  const isGiven = roles.some(({ role }) => role === current)
  if (current === 'admin' || (current === 'engineer' && !isGiven)) return current
  const row = rowOf(roles, values)
  if (row) return row.role
  return isGiven ? undefined : current
}

const rowOf = (rows: readonly CompanyRoleRow[], values: readonly string[]) =>
  rows.find(({ value }) => value === anyValue || values.includes(value))

async function decide(
  db: Db,
  provider: SignInProvider,
  person: CompanyPerson,
): Promise<CompanyDecision> {
  const known = await accountBy(db, (found) =>
    found.where('u.id', 'in', (inner) =>
      inner
        .selectFrom('identity')
        .select('user_id')
        .where('issuer', '=', provider.issuer)
        .where('subject', '=', person.subject),
    ),
  )
  if (known) return judged('signIn', provider, person, known)

  const refused = (code: ErrorCode, account?: Account): CompanyDecision => ({
    what: 'refused',
    code,
    account,
  })
  const { email } = person
  if (email === null) return refused('company.noEmail')
  if (!person.isEmailVerified) return refused('company.notVerified')
  const domain = domainOfEmail(email)
  const isAmong = (domains: readonly string[]) => domain !== null && domains.includes(domain)
  const foreign = isAmong(provider.waitingDomains)
    ? 'company.waitingDomain'
    : 'company.foreignDomain'
  if (!isAmong(provider.domains)) return refused(foreign)

  const account = await accountBy(db, (found) =>
    found.where(sameText('u.email', email)).where('u.deleted_at', 'is', null),
  )
  if (account) {
    if (account.role === 'admin') return refused('company.adminByHand', account)
    const other = await db
      .selectFrom('identity')
      .select('id')
      .where('user_id', '=', account.id)
      .where('issuer', '=', provider.issuer)
      .executeTakeFirst()
    if (other) return refused('company.otherPerson', account)
    return judged('link', provider, person, account)
  }
  const row = rowOf(provider.roles, person.roleValues)
  if (provider.firstSignIn === 'approval') return { what: 'await', username: email }
  return row ? { what: 'create', username: email, row } : refused('company.noRole')
}

/** What becomes of an account that there is. */
function judged(
  what: 'signIn' | 'link',
  provider: SignInProvider,
  { roleValues }: CompanyPerson,
  account: Account,
): CompanyDecision {
  const refused = (code: ErrorCode): CompanyDecision => ({ what: 'refused', code, account })
  if (!account.enabled || account.isDeleted) return refused('company.accountDisabled')
  if (account.role === null) return refused('signin.pending')
  if (!isOfTenant(provider, account)) return refused('company.foreignTenant')
  const role = roleByClaims(provider, account.role, roleValues)
  return role === undefined ? refused('company.noRole') : { what, account, role }
}

/** An account with what decides about it; `narrow` says which. */
async function accountBy(
  db: Db,
  narrow: (found: ReturnType<typeof accounts>) => ReturnType<typeof accounts>,
) {
  const row = await narrow(accounts(db)).executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    username: row.username,
    role: personRoleOfGroup(row.group_id) ?? null,
    clientId: row.client_id,
    distributorId: row.distributor_id,
    enabled: row.enabled,
    isDeleted: row.deleted_at !== null,
  }
}

const accounts = (db: Db) =>
  db
    .selectFrom('user_account as u')
    .select(['u.id', 'u.username', 'u.group_id', 'u.client_id', 'u.distributor_id', 'u.enabled'])
    .select('u.deleted_at')

/** Does what was decided and returns the number of the account. */
async function accountOf(
  db: Db,
  provider: SignInProvider,
  person: CompanyPerson,
  decision: Exclude<CompanyDecision, { readonly what: 'refused' }>,
  at: Date,
): Promise<number> {
  if (decision.what === 'create' || decision.what === 'await') {
    const row = decision.what === 'create' ? decision.row : undefined
    return makeAccount(db, provider, person, row, at)
  }
  const { account, role } = decision
  if (role !== account.role) await giveRole(db, provider, account, role)
  return account.id
}

async function makeAccount(
  db: Db,
  provider: SignInProvider,
  person: CompanyPerson,
  row: CompanyRoleRow | undefined,
  at: Date,
): Promise<number> {
  // The address is the user name: it is one person's, and nobody has to choose another.
  const email = person.email ?? ''
  const username = readUserName(email)
  if (await holderOfName(db, username)) throw new AppError('user.notAvailable')
  if (!row) await demandPendingRoom(db)
  const made = await db
    .insertInto('user_account')
    .values({
      username,
      email,
      first_name: person.firstName,
      last_name: person.lastName,
      created_at: at,
      ...(row && {
        group_id: groupOfRole(row.role),
        client_id: provider.clientId,
        distributor_id:
          provider.clientId === null ? (row.distributorId ?? provider.distributorId) : null,
      }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(db, { userId: made.id, username }, 'create', 'user', {
    id: made.id,
    clientId: made.client_id,
    after: { ...userSnapshot(made), identityProvider: provider.id },
  })
  return made.id
}

/** The role of the claims; it ends the sessions of before (D40). */
export async function giveRole(
  db: Db,
  provider: Pick<SignInProvider, 'id'>,
  account: {
    readonly id: number
    readonly username: string
    readonly role: PersonRole | null
    readonly clientId: number | null
  },
  role: PersonRole,
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ group_id: groupOfRole(role) })
    .where('id', '=', account.id)
    .execute()
  await writeAudit(db, { userId: account.id, username: account.username }, 'update', 'user', {
    id: account.id,
    clientId: account.clientId,
    before: { role: account.role },
    after: { role, identityProvider: provider.id },
  })
}

/** Joins the person to the account, or notes that it signed in. */
async function noteIdentity(
  db: Db,
  provider: SignInProvider,
  { subject, email }: CompanyPerson,
  userId: number,
  at: Date,
): Promise<void> {
  const known = await db
    .updateTable('identity')
    .set({ last_at: at, identity_provider_id: provider.id })
    .where('issuer', '=', provider.issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  await addIdentity(db, provider, { subject, email, userId, at, lastAt: at })
}

/** Writes that a person of a company is this account's, for ever. */
export async function addIdentity(
  db: Db,
  provider: Pick<SignInProvider, 'id' | 'issuer'>,
  person: {
    readonly subject: string
    readonly email: string | null
    readonly userId: number
    readonly at: Date
    readonly lastAt: Date | null
  },
): Promise<void> {
  const { id } = await db
    .insertInto('identity')
    .values({
      issuer: provider.issuer,
      subject: person.subject,
      user_id: person.userId,
      identity_provider_id: provider.id,
      email: person.email,
      linked_at: person.at,
      last_at: person.lastAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = await db
    .selectFrom('user_account')
    .select(['username', 'client_id'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  await writeAudit(db, { userId: person.userId, username: owner.username }, 'create', 'identity', {
    id,
    clientId: owner.client_id,
    after: { identityProvider: provider.id, issuer: provider.issuer, subject: person.subject },
  })
}
