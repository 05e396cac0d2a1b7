import { AppError, personRoleOfGroup } from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import { refusing } from '../queries.ts'
import { atEntrance, type Db, inside, type Management } from '../store.ts'
import { addIdentity, isOfTenant } from './companyPerson.ts'
import type { SignInProvider } from './identityProviders.ts'

/** A person of a company who is joined to an account. */
type LinkedIdentity = {
  readonly id: number
  /** Of the company sign-in; null where it is deleted. */
  readonly name: string | null
  readonly issuer: string
  readonly email: string | null
  readonly linkedAt: Date
  readonly lastAt: Date | null
}

/** The companies that open an account, and those that may be joined to it: of its own client, distributor or the installation. */
export function identitiesOf(
  management: Management,
  userId: number,
): Promise<{
  readonly identities: LinkedIdentity[]
  readonly providers: { readonly id: number; readonly name: string }[]
}> {
  return inside(management).read(async (db) => {
    const linked = await db
      .selectFrom('identity as i')
      .leftJoin('identity_provider as p', 'p.id', 'i.identity_provider_id')
      .select(['i.id', 'p.name', 'i.issuer', 'i.email', 'i.linked_at as linkedAt'])
      .select('i.last_at as lastAt')
      .where('i.user_id', '=', userId)
      .orderBy('i.id')
      .execute()
    const account = await accountToLink(db, userId)
    const offered = await db
      .selectFrom('identity_provider')
      .select(['id', 'name', 'issuer', 'client_id as clientId', 'distributor_id as distributorId'])
      .where('enabled', '=', true)
      .orderBy('name')
      .execute()
    const issuers = new Set(linked.map(({ issuer }) => issuer))
    return {
      identities: linked,
      providers: offered
        .filter((provider) => isOfTenant(provider, account) && !issuers.has(provider.issuer))
        .map(({ id, name }) => ({ id, name })),
    }
  })
}

/** Refuses a company that may not be joined to this account, as if it did not exist (D35, D90). */
export async function demandLinkable(
  management: Management,
  provider: SignInProvider | undefined,
  userId: number,
): Promise<SignInProvider> {
  if (!provider) throw new AppError('company.notFound')
  const account = await inside(management).read((db) => accountToLink(db, userId))
  if (!isOfTenant(provider, account)) throw new AppError('company.notFound')
  if (!provider.enabled) throw new AppError('company.notOffered')
  return provider
}

async function accountToLink(db: Db, userId: number) {
  const row = await db
    .selectFrom('user_account')
    .select(['group_id', 'client_id', 'distributor_id'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(refusing('user.notFound'))
  return {
    role: personRoleOfGroup(row.group_id) ?? null,
    clientId: row.client_id,
    distributorId: row.distributor_id,
  }
}

/** Whether this person of a company is the one who is joined to the account. */
export async function isIdentityOf(
  management: Management,
  person: { readonly issuer: string; readonly subject: string; readonly userId: number },
): Promise<boolean> {
  const row = await atEntrance(management).read((db) =>
    db
      .selectFrom('identity')
      .select('id')
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .where('user_id', '=', person.userId)
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** Joins the person who has just signed in at the company to the account that requested it; `company.linkTaken` when another has it. */
export async function linkIdentity(
  management: Management,
  provider: SignInProvider,
  person: { readonly subject: string; readonly email: string | null; readonly userId: number },
): Promise<void> {
  const store = atEntrance(management)
  const at = new Date(store.now())
  await store
    .transaction(async (db) => {
      const known = await db
        .selectFrom('identity')
        .select('user_id')
        .where('issuer', '=', provider.issuer)
        .where('subject', '=', person.subject)
        .executeTakeFirst()
      if (known && known.user_id !== person.userId) throw new AppError('company.linkTaken')
      if (!known) await addIdentity(db, provider, { ...person, at, lastAt: null })
    })
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === '23505') {
        throw new AppError('company.linkTaken', { cause: error })
      }
      throw error
    })
}

/**
 * Parts a company from the own account and ends the sessions that it opened. Refused where it is the only way in: there is no
 * password and no other company.
 */
export async function unlinkIdentity(
  management: Management,
  by: { readonly userId: number; readonly username: string },
  id: number,
): Promise<void> {
  await inside(management).transaction(async (db) => {
    const account = await db
      .selectFrom('user_account')
      .select(['password_hash', 'client_id'])
      .where('id', '=', by.userId)
      .forUpdate()
      .executeTakeFirstOrThrow(refusing('identity.notFound'))
    const all = await db
      .selectFrom('identity')
      .select(['id', 'issuer', 'subject', 'identity_provider_id'])
      .where('user_id', '=', by.userId)
      .execute()
    const gone = all.find((each) => each.id === id)
    if (!gone) throw new AppError('identity.notFound')
    if (all.length === 1 && account.password_hash === null) throw new AppError('company.onlyWay')
    await db.deleteFrom('identity').where('id', '=', id).execute()
    if (gone.identity_provider_id !== null) {
      await db
        .deleteFrom('session')
        .where('user_id', '=', by.userId)
        .where('identity_provider_id', '=', gone.identity_provider_id)
        .execute()
    }
    await writeAudit(db, by, 'delete', 'identity', {
      id,
      clientId: account.client_id,
      before: { issuer: gone.issuer, subject: gone.subject },
    })
  })
}
