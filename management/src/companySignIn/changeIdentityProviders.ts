import { randomBytes } from 'node:crypto'
import {
  AppError,
  type CompanyRoleRow,
  companyLimits,
  companyRoles,
  type FirstSignIn,
  isPublicMailDomain,
  type PanelScope,
  readDomain,
  refusedField,
} from '@packboard/model'
import { sql } from 'kysely'
import {
  type Change,
  changing,
  demandVersion,
  type Editor,
  lockedClient,
  lockedDistributor,
} from '../change/changing.ts'
import { countOf } from '../queries.ts'
import { reaches } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
import { type CompanyTenant, domainsOf, ofProvider, ownerOf } from './identityProviders.ts'

export type IdentityProviderForm = {
  readonly name: string
  readonly oidcClientId: string
  /** Left out: as it is. */
  readonly secret?: string | undefined
  readonly scopes: string
  readonly roleClaim: string
  readonly roles: readonly CompanyRoleRow[]
  readonly firstSignIn: FirstSignIn
  readonly enabled: boolean
  readonly forced: boolean
  readonly breakGlassUserId: number | null
  readonly domains: readonly string[]
}

/**
 * Adds a company sign-in and returns its number. An admin adds one of any client or distributor or, with neither, of the
 * installation; the others one of their own. The issuer was checked by the caller.
 */
export function addIdentityProvider(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  form: IdentityProviderForm & {
    readonly issuer: string
    readonly clientId?: number | null | undefined
    readonly distributorId?: number | null | undefined
  },
): Promise<number> {
  return changing(management, editor, async (change) => {
    const { db, at } = change
    const tenant = await tenantFor(db, scope, form)
    await lockProviders(db)
    const ofOwner = db
      .selectFrom('identity_provider')
      .where('client_id', 'is not distinct from', tenant.clientId)
      .where('distributor_id', 'is not distinct from', tenant.distributorId)
    if ((await countOf(ofOwner)) >= companyLimits.providersPerOwner) {
      throw new AppError('company.tooMany')
    }
    const { id } = await db
      .insertInto('identity_provider')
      .values({
        ...columnsOf(form),
        client_id: tenant.clientId,
        distributor_id: tenant.distributorId,
        issuer: form.issuer,
        // What needs the row is set below.
        enabled: false,
        forced: false,
        created_at: at,
        created_by: editor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await write(management, change, { id, ...tenant, roles: [] }, scope, form)
    await change.audit('create', 'identityProvider', {
      id,
      clientId: tenant.clientId,
      after: snapshot({ ...form, ...tenant }),
    })
    return id
  })
}

const providersLock = 7_270_005

/** One after the other, so that each sees the number and the domains of the others. */
async function lockProviders(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${providersLock})`.execute(db)
}

/**
 * Changes a company sign-in; owner and issuer stay. 404 outside the scope, 409 when it was changed since it was read. Switched off,
 * its sessions end.
 */
export function updateIdentityProvider(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  form: IdentityProviderForm & {
    readonly issuer?: string | undefined
    readonly version?: number | undefined
  },
): Promise<void> {
  return changing(management, editor, async (change) => {
    const { db, audit } = change
    const before = await providerToChange(db, scope, id)
    demandVersion(before, form.version)
    if (form.issuer !== undefined && form.issuer !== before.issuer) {
      throw new AppError('company.issuerStays')
    }
    const known = await domainsOf(db, [id])
    const tenant = { clientId: before.client_id, distributorId: before.distributor_id }
    await write(management, change, { id, ...tenant, roles: before.roles }, scope, form)
    if (before.enabled && !form.enabled) {
      await db.deleteFrom('session').where('identity_provider_id', '=', id).execute()
    }
    await audit('update', 'identityProvider', {
      id,
      clientId: before.client_id,
      before: snapshot({
        ...tenant,
        name: before.name,
        issuer: before.issuer,
        oidcClientId: before.oidc_client_id,
        scopes: before.scopes,
        roleClaim: before.role_claim,
        roles: before.roles,
        firstSignIn: before.first_sign_in,
        enabled: before.enabled,
        forced: before.forced,
        breakGlassUserId: before.break_glass_user_id,
        domains: known.map(({ domain }) => domain),
      }),
      after: snapshot({ ...form, ...tenant, issuer: before.issuer }),
    })
  })
}

/** Deletes a company sign-in: its sessions end, accounts stay, and who is whose account is kept for ever (D90). */
export function deleteIdentityProvider(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await providerToChange(db, scope, id)
    await db.deleteFrom('identity_provider').where('id', '=', id).execute()
    await audit('delete', 'identityProvider', {
      id,
      clientId: before.client_id,
      before: { name: before.name, issuer: before.issuer },
    })
  })
}

async function providerToChange(db: Db, scope: PanelScope, id: number) {
  const row = await ofPanel(db, id).forUpdate('p').executeTakeFirst()
  if (!row || !reaches(scope, row)) throw new AppError('company.notFound')
  return row
}

const ofPanel = (db: Db, id: number) =>
  db
    .selectFrom('identity_provider as p')
    .leftJoin('client as c', 'c.id', 'p.client_id')
    .selectAll('p')
    .where('p.id', '=', id)
    .where('c.deleted_at', 'is', null)

/** Whose it is to be. Who sees one client or distributor alone adds one of it, and of no other (D35). */
async function tenantFor(
  db: Db,
  scope: PanelScope,
  requested: { readonly clientId?: number | null | undefined; readonly distributorId?: number | null | undefined },
): Promise<CompanyTenant> {
  const clientId = requested.clientId ?? (scope.reach === 'client' ? scope.clientId : null)
  const distributorId =
    requested.distributorId ?? (scope.reach === 'distributor' ? scope.distributorId : null)
  if (clientId !== null) {
    if (requested.distributorId != null) {
      throw refusedField('distributorId', 'A company sign-in has one owner.')
    }
    await lockedClient(db, clientId)
    if (scope.reach === 'all' || (scope.reach === 'client' && scope.clientId === clientId)) {
      return { clientId, distributorId: null }
    }
    throw new AppError('client.notFound')
  }
  if (distributorId !== null) {
    await lockedDistributor(db, distributorId)
    if (scope.reach === 'all') return { clientId: null, distributorId }
    if (scope.reach === 'distributor' && scope.distributorId === distributorId) {
      return { clientId: null, distributorId }
    }
    throw new AppError('distributor.notFound')
  }
  return { clientId: null, distributorId: null }
}

type KnownProvider = CompanyTenant & {
  readonly id: number
  readonly roles: readonly CompanyRoleRow[]
}

/** Checks the form and writes it with its domains. */
async function write(
  management: Management,
  { db, at }: Change,
  known: KnownProvider,
  scope: PanelScope,
  form: IdentityProviderForm,
): Promise<void> {
  await lockProviders(db)
  await checkRoles(db, known, scope, form.roles)
  await checkBreakGlass(db, known, form)
  await setDomains(db, known.id, form.domains, scope.reach === 'all' ? at : null)
  if (form.forced) await checkForce(db, known, form)
  await db
    .updateTable('identity_provider')
    .set({
      ...columnsOf(form),
      break_glass_user_id: form.breakGlassUserId,
      enabled: form.enabled,
      forced: form.forced,
      ...(form.secret !== undefined && {
        secret: management.secrets.seal('companySignIn', ofProvider(known.id), form.secret),
      }),
    })
    .where('id', '=', known.id)
    .execute()
}

function columnsOf(form: IdentityProviderForm) {
  return {
    name: form.name,
    oidc_client_id: form.oidcClientId,
    scopes: form.scopes,
    role_claim: form.roleClaim,
    roles: JSON.stringify(form.roles),
    first_sign_in: form.firstSignIn,
  }
}

/** A claim gives roles of its own tenant alone, engineer only where an admin wrote the row, admin never (D90). */
async function checkRoles(
  db: Db,
  known: KnownProvider,
  { reach }: PanelScope,
  rows: readonly CompanyRoleRow[],
): Promise<void> {
  const owner = ownerOf(known)
  const givable = companyRoles(owner)
  const written = new Set(
    known.roles.filter(({ role }) => role === 'engineer').map(({ value }) => value),
  )
  for (const { value, role, distributorId } of rows) {
    if (!givable.includes(role)) throw new AppError('company.foreignRole')
    if (role === 'engineer' && reach !== 'all' && !written.has(value)) {
      throw new AppError('company.engineerByAdmin')
    }
    if ((owner === 'installation') !== (distributorId !== null)) {
      const message =
        owner === 'installation'
          ? 'Please choose the distributor that these people belong to.'
          : 'The people belong to the owner of this company sign-in.'
      throw refusedField('roles', message)
    }
    if (distributorId !== null) await lockedDistributor(db, distributorId)
  }
  if (new Set(rows.map(({ value }) => value)).size < rows.length) {
    throw refusedField('roles', 'A value stands twice.')
  }
}

const proofBytes = 32

/** Sets the domains. What was proven stays proven; what an administrator of the installation gives is proven by that. */
async function setDomains(
  db: Db,
  id: number,
  typed: readonly string[],
  givenAt: Date | null,
): Promise<void> {
  const wanted = new Set(
    typed.map((text) => {
      const domain = readDomain(text)
      if (domain === null) throw refusedField('domains', `${text} is no domain.`)
      if (isPublicMailDomain(domain)) throw new AppError('company.publicDomain')
      return domain
    }),
  )
  const known = await domainsOf(db, [id])
  const gone = known.filter(({ domain }) => !wanted.has(domain)).map(({ domain }) => domain)
  if (gone.length > 0) {
    await db
      .deleteFrom('identity_provider_domain')
      .where('identity_provider_id', '=', id)
      .where('domain', 'in', gone)
      .execute()
  }
  for (const domain of wanted) {
    const before = known.find((each) => each.domain === domain)
    if (before && (before.proven_at !== null || givenAt === null)) continue
    await demandFree(db, id, domain)
    const values = { proof: randomBytes(proofBytes).toString('base64url'), proven_at: givenAt }
    await db
      .insertInto('identity_provider_domain')
      .values({ identity_provider_id: id, domain, ...values })
      .onConflict((conflict) =>
        conflict.columns(['identity_provider_id', 'domain']).doUpdateSet({ proven_at: givenAt }),
      )
      .execute()
  }
}

/** D90: a domain belongs to one provider. */
async function demandFree(db: Db, id: number, domain: string): Promise<void> {
  const other = await db
    .selectFrom('identity_provider_domain')
    .select('identity_provider_id')
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .where('identity_provider_id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('company.domainTaken')
}

/** The account that stays open is one of the same tenant; to force a domain it has a password (D90). */
async function checkBreakGlass(
  db: Db,
  { clientId, distributorId }: KnownProvider,
  { forced, breakGlassUserId }: IdentityProviderForm,
): Promise<void> {
  if (breakGlassUserId === null) {
    if (forced) throw new AppError('company.forceNeeds')
    return
  }
  const account = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', breakGlassUserId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where('group_id', 'is not', null)
    .where('client_id', 'is not distinct from', clientId)
    .where('distributor_id', 'is not distinct from', distributorId)
    .executeTakeFirst()
  if (!account) throw new AppError('user.notFound')
  if (forced && account.password_hash === null) throw new AppError('company.forceNeeds')
}

async function checkForce(
  db: Db,
  { id }: KnownProvider,
  { enabled }: IdentityProviderForm,
): Promise<void> {
  const domains = await domainsOf(db, [id])
  const isProven = domains.some(({ proven_at }) => proven_at !== null)
  if (!enabled || !isProven) throw new AppError('company.forceNeeds')
}

/** A provider as the audit log keeps it: that there is another secret, never which. */
function snapshot({
  secret,
  ...form
}: Omit<IdentityProviderForm, 'secret'> & CompanyTenant & { secret?: string | undefined; issuer: string }) {
  const { name, issuer, oidcClientId, scopes, roleClaim, roles, firstSignIn } = form
  const { enabled, forced, breakGlassUserId, domains, clientId, distributorId } = form
  return {
    ...{ name, issuer, oidcClientId, scopes, roleClaim, roles, firstSignIn },
    ...{ enabled, forced, breakGlassUserId, domains, clientId, distributorId },
    ...(secret !== undefined && { secretChanged: true }),
  }
}

/** The domains of a provider in scope that await their proof; 404 outside it (D35). */
export function unprovenDomains(
  management: Management,
  scope: PanelScope,
  id: number,
): Promise<{ readonly domain: string; readonly proof: string }[]> {
  return inside(management).read(async (db) => {
    await demandReached(db, scope, id)
    const all = await domainsOf(db, [id])
    return all.filter(({ proven_at }) => proven_at === null)
  })
}

/** Refuses a provider outside the scope, which looks like one that is not there. */
export async function demandProvider(
  management: Management,
  scope: PanelScope,
  id: number,
): Promise<void> {
  await inside(management).read((db) => demandReached(db, scope, id))
}

async function demandReached(db: Db, scope: PanelScope, id: number): Promise<void> {
  const row = await ofPanel(db, id).executeTakeFirst()
  if (!row || !reaches(scope, row)) throw new AppError('company.notFound')
}

/** The TXT record of a domain was found: from now on it belongs to this provider. Refused when another one was faster. */
export function domainProven(
  management: Management,
  editor: Editor,
  id: number,
  domain: string,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    await lockProviders(db)
    await demandFree(db, id, domain)
    const row = await db
      .updateTable('identity_provider_domain as n')
      .from('identity_provider as p')
      .set({ proven_at: at })
      .whereRef('p.id', '=', 'n.identity_provider_id')
      .where('n.identity_provider_id', '=', id)
      .where('n.domain', '=', domain)
      .where('n.proven_at', 'is', null)
      .returning('p.client_id')
      .executeTakeFirst()
    if (!row) return
    await audit('update', 'identityProvider', {
      id,
      clientId: row.client_id,
      after: { provenDomain: domain },
    })
  })
}
