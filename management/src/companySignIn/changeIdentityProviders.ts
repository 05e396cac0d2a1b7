import {
  AppError,
  type CompanyRoleRow,
  companyLimits,
  companyRoles,
  type FirstSignIn,
  type PanelScope,
  refusedField,
} from '@packboard/model'
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
import { ofProvider } from '../secrets/sealedColumns.ts'
import type { Db, Management } from '../store.ts'
import { type CompanyTenant, domainsOf, ofPanel, ownerOf } from './identityProviders.ts'
import { lockProviders, setDomains } from './providerDomains.ts'

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
    const counting = provenOf(await domainsOf(db, [id]))
    await change.audit('create', 'identityProvider', {
      id,
      clientId: tenant.clientId,
      after: snapshot({ ...form, ...tenant, counting }),
    })
    return id
  })
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
        counting: provenOf(known),
      }),
      after: snapshot({
        ...{ ...form, ...tenant, issuer: before.issuer },
        counting: provenOf(await domainsOf(db, [id])),
      }),
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

/** Whose it is to be. Who sees one client or distributor alone adds one of it, and of no other (D35). */
async function tenantFor(
  db: Db,
  scope: PanelScope,
  requested: {
    readonly clientId?: number | null | undefined
    readonly distributorId?: number | null | undefined
  },
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
  const found = db
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', breakGlassUserId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where('group_id', 'is not', null)
    .where('client_id', 'is not distinct from', clientId)
  const account = await (clientId !== null
    ? found
    : found.where('distributor_id', 'is not distinct from', distributorId)
  ).executeTakeFirst()
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

/** The domains that count: proven, or given by an admin. */
const provenOf = (
  domains: readonly { readonly domain: string; readonly proven_at: Date | null }[],
): readonly string[] =>
  domains.flatMap(({ domain, proven_at }) => (proven_at === null ? [] : [domain]))

/** A provider as the audit log keeps it: that there is another secret, never which. */
function snapshot({
  secret,
  ...form
}: Omit<IdentityProviderForm, 'secret'> &
  CompanyTenant & {
    secret?: string | undefined
    issuer: string
    /** The domains that count. */
    counting: readonly string[]
  }) {
  const { name, issuer, oidcClientId, scopes, roleClaim, roles, firstSignIn } = form
  const { enabled, forced, breakGlassUserId, domains, counting, clientId, distributorId } = form
  return {
    ...{ name, issuer, oidcClientId, scopes, roleClaim, roles, firstSignIn },
    ...{ enabled, forced, breakGlassUserId, clientId, distributorId },
    ...{ domains, provenDomains: counting },
    ...(secret !== undefined && { secretChanged: true }),
  }
}
