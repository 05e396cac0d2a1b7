import {
  type CompanyOwner,
  type CompanyRoleRow,
  type FirstSignIn,
  type PanelScope,
  proofName,
  proofText,
} from '@packboard/model'
import { sql } from 'kysely'
import { shownName } from '../change/changing.ts'
import { whereReached } from '../scope.ts'
import { ofProvider } from '../secrets/sealedColumns.ts'
import { atEntrance, type Db, inside, type Management } from '../store.ts'

/** A company sign-in as the management panel shows it; its secret is in none of it. */
export type ManagedIdentityProvider = {
  readonly id: number
  readonly name: string
  readonly clientId: number | null
  readonly clientName: string | null
  readonly distributorId: number | null
  readonly distributorName: string | null
  readonly issuer: string
  readonly oidcClientId: string
  readonly secret: 'set' | null
  readonly scopes: string
  readonly roleClaim: string
  readonly roles: readonly CompanyRoleRow[]
  readonly firstSignIn: FirstSignIn
  readonly enabled: boolean
  readonly forced: boolean
  readonly breakGlassUserId: number | null
  readonly domains: readonly {
    readonly domain: string
    readonly isProven: boolean
    /** The TXT record that proves it; null once it is proven. */
    readonly record: { readonly name: string; readonly value: string } | null
  }[]
  /** Accounts that are joined to it. */
  readonly people: number
  readonly version: number
}

/**
 * The company sign-ins in scope, by name: all for an admin, for others those of the own client or distributor. A distributor
 * does not see those of its clients (D90).
 */
export function identityProviders(
  management: Management,
  scope: PanelScope,
): Promise<ManagedIdentityProvider[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('identity_provider as p')
      .leftJoin('client as c', 'c.id', 'p.client_id')
      .leftJoin('distributor as d', 'd.id', 'p.distributor_id')
      .select(['p.id', 'p.name', 'p.client_id', 'p.distributor_id', 'p.issuer', 'p.oidc_client_id'])
      .select(['p.scopes', 'p.role_claim', 'p.roles', 'p.first_sign_in', 'p.enabled', 'p.forced'])
      .select(['p.break_glass_user_id', 'p.version', 'c.name as client_name'])
      .select(['d.name as distributor_name', 'd.deleted_at as distributor_deleted_at'])
      .select([
        sql<boolean>`p.secret is not null`.as('has_secret'),
        sql<number>`(select count(*)::int from identity i join user_account u on u.id = i.user_id
          where i.identity_provider_id = p.id and u.deleted_at is null)`.as('people'),
      ])
      .where('c.deleted_at', 'is', null)
      .$call((query) =>
        whereReached(query, scope, { client: 'p.client_id', distributor: 'p.distributor_id' }),
      )
      .orderBy('p.name')
      .orderBy('p.id')
      .execute()
    const domains = await domainsOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      clientId: row.client_id,
      clientName: row.client_name,
      distributorId: row.distributor_id,
      distributorName: shownName(row.distributor_name, row.distributor_deleted_at),
      issuer: row.issuer,
      oidcClientId: row.oidc_client_id,
      secret: row.has_secret ? 'set' : null,
      scopes: row.scopes,
      roleClaim: row.role_claim,
      roles: row.roles,
      firstSignIn: row.first_sign_in,
      enabled: row.enabled,
      forced: row.forced,
      breakGlassUserId: row.break_glass_user_id,
      domains: domains
        .filter(({ identity_provider_id }) => identity_provider_id === row.id)
        .map(({ domain, proof, proven_at }) => ({
          domain,
          isProven: proven_at !== null,
          record: proven_at === null ? { name: proofName(domain), value: proofText(proof) } : null,
        })),
      people: row.people,
      version: row.version,
    }))
  })
}

/** One provider, for the panel: none of a deleted client. */
export const ofPanel = (db: Db, id: number) =>
  db
    .selectFrom('identity_provider as p')
    .leftJoin('client as c', 'c.id', 'p.client_id')
    .selectAll('p')
    .where('p.id', '=', id)
    .where('c.deleted_at', 'is', null)

/** The domains of these providers, in order. */
export function domainsOf(db: Db, providerIds: readonly number[]) {
  return db
    .selectFrom('identity_provider_domain')
    .selectAll()
    .where('identity_provider_id', 'in', providerIds.length > 0 ? providerIds : [0])
    .orderBy('domain')
    .execute()
}

/** For whose people a provider speaks: those of one client, of one distributor or, with neither, of the installation. */
export type CompanyTenant = {
  readonly clientId: number | null
  readonly distributorId: number | null
}

export function ownerOf({ clientId, distributorId }: CompanyTenant): CompanyOwner {
  if (clientId !== null) return 'client'
  return distributorId === null ? 'installation' : 'distributor'
}

/** What a sign-in needs to know of a provider. */
export type SignInProvider = CompanyTenant & {
  readonly id: number
  readonly name: string
  readonly issuer: string
  readonly oidcClientId: string
  /** Null: it has none. */
  readonly secret: string | null
  /** There is a secret, and its key is missing. */
  readonly isSecretLost: boolean
  readonly scopes: string
  readonly roleClaim: string
  readonly roles: readonly CompanyRoleRow[]
  readonly firstSignIn: FirstSignIn
  readonly enabled: boolean
  readonly forced: boolean
  /** Those that are proven, so that they count. */
  readonly domains: readonly string[]
  /** Those that were entered and wait for their proof. */
  readonly waitingDomains: readonly string[]
  readonly version: number
}

/** A provider, for a person who signs in by it; undefined where there is none, or its client is deleted. */
export function providerForSignIn(
  management: Management,
  id: number,
): Promise<SignInProvider | undefined> {
  return atEntrance(management).read(async (db) => {
    const row = await db
      .selectFrom('identity_provider as p')
      .leftJoin('client as c', 'c.id', 'p.client_id')
      .leftJoin('distributor as d', 'd.id', 'p.distributor_id')
      .selectAll('p')
      .where('p.id', '=', id)
      .where('c.deleted_at', 'is', null)
      .where('d.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const domains = await domainsOf(db, [id])
    const secret =
      row.secret === null
        ? null
        : management.secrets.open('companySignIn', ofProvider(id), row.secret)
    return {
      id,
      name: row.name,
      clientId: row.client_id,
      distributorId: row.distributor_id,
      issuer: row.issuer,
      oidcClientId: row.oidc_client_id,
      secret,
      isSecretLost: row.secret !== null && secret === null,
      scopes: row.scopes,
      roleClaim: row.role_claim,
      roles: row.roles,
      firstSignIn: row.first_sign_in,
      enabled: row.enabled,
      forced: row.forced,
      domains: domains.filter(({ proven_at }) => proven_at !== null).map(({ domain }) => domain),
      waitingDomains: domains.flatMap(({ domain, proven_at }) =>
        proven_at === null ? [domain] : [],
      ),
      version: row.version,
    }
  })
}

/** The provider that a domain belongs to, where it is switched on. */
export function providerOfDomain(
  management: Management,
  domain: string,
): Promise<number | undefined> {
  return atEntrance(management).read(async (db) => {
    const row = await offered(db)
      .innerJoin('identity_provider_domain as n', 'n.identity_provider_id', 'p.id')
      .where('n.domain', '=', domain)
      .where('n.proven_at', 'is not', null)
      .executeTakeFirst()
    return row?.id
  })
}

/** Providers that are switched on: how many of them are read. */
const twoAtMost = 2

/** The number of the only provider that is switched on, `several`, or null where there is none. */
export function offeredProvider(management: Management): Promise<number | 'several' | null> {
  return atEntrance(management).readShared('offeredProvider', async (db) => {
    const [first, second] = await offered(db).limit(twoAtMost).execute()
    if (first === undefined) return null
    return second === undefined ? first.id : 'several'
  })
}

const offered = (db: Db) =>
  db
    .selectFrom('identity_provider as p')
    .leftJoin('client as c', 'c.id', 'p.client_id')
    .leftJoin('distributor as d', 'd.id', 'p.distributor_id')
    .select('p.id')
    .where('p.enabled', '=', true)
    .where('c.deleted_at', 'is', null)
    .where('d.deleted_at', 'is', null)
