import type { addIdentityProvider, IdentityProviderRow } from '@packboard/contract'
import { type CompanyOwner, type CompanyRole, companyRoles } from '@packboard/model'
import type { z } from 'zod'

/** A row of the table claim → role while it is edited. */
export type DraftRole = {
  /** The same for as long as the form is open. */
  readonly key: number
  readonly value: string
  readonly role: CompanyRole
  readonly distributorId: number | null
}

/** A company sign-in while it is edited. */
export type ProviderDraft = Omit<
  IdentityProviderRow,
  | 'id'
  | 'secret'
  | 'roles'
  | 'domains'
  | 'clientName'
  | 'distributorName'
  | 'people'
  | 'redirectUri'
  | 'logoutUri'
  | 'version'
> & {
  /** Empty: as it is. */
  readonly secret: string
  readonly roles: readonly DraftRole[]
  readonly domains: readonly string[]
}

/** Whose people sign in by it. Those who see one client or distributor alone add one of their own. */
export function ownerOf(
  { clientId, distributorId }: Pick<ProviderDraft, 'clientId' | 'distributorId'>,
  own: CompanyOwner | null,
): CompanyOwner {
  if (clientId !== null) return 'client'
  if (distributorId !== null) return 'distributor'
  return own ?? 'installation'
}

/** What the form begins with. */
export function draftOf(row: IdentityProviderRow | null): ProviderDraft {
  if (row === null) {
    return {
      ...{
        name: '',
        clientId: null,
        distributorId: null,
        issuer: '',
        oidcClientId: '',
        secret: '',
      },
      ...{ scopes: 'openid email profile', roleClaim: 'groups', roles: [], domains: [] },
      ...{ enabled: false, forced: false, breakGlassUserId: null },
      firstSignIn: 'approval',
    }
  }
  const { name, clientId, distributorId, issuer, oidcClientId, scopes, roleClaim } = row
  const { firstSignIn, enabled, forced, breakGlassUserId } = row
  return {
    ...{ name, clientId, distributorId, issuer, oidcClientId, secret: '', scopes, roleClaim },
    ...{ firstSignIn, enabled, forced, breakGlassUserId },
    roles: row.roles.map((role, key) => ({ ...role, key })),
    domains: row.domains.map(({ domain }) => domain),
  }
}

/** A further row of the table, with the first role that the owner may give. */
export function withRole(draft: ProviderDraft, owner: CompanyOwner): ProviderDraft {
  const key = Math.max(-1, ...draft.roles.map((each) => each.key)) + 1
  const [role = 'user'] = companyRoles(owner)
  return { ...draft, roles: [...draft.roles, { key, value: '', role, distributorId: null }] }
}

/** Another owner gives other roles. */
export function ofOwner(
  draft: ProviderDraft,
  chosen: Pick<ProviderDraft, 'clientId' | 'distributorId'>,
): ProviderDraft {
  const roles = companyRoles(ownerOf(chosen, null))
  return {
    ...draft,
    ...chosen,
    breakGlassUserId: null,
    roles: draft.roles.filter(({ role }) => roles.includes(role)),
  }
}

type Field = 'name' | 'issuer' | 'oidcClientId' | 'roles' | 'breakGlassUserId'

/** The first field that has to be filled before anything is sent. */
export function missingField(draft: ProviderDraft, owner: CompanyOwner): Field | null {
  for (const name of ['name', 'issuer', 'oidcClientId'] as const) {
    if (draft[name].trim() === '') return name
  }
  const isWhole = ({ value, distributorId }: DraftRole) =>
    value.trim() !== '' && (owner !== 'installation' || distributorId !== null)
  if (!draft.roles.every(isWhole)) return 'roles'
  return draft.forced && draft.breakGlassUserId === null ? 'breakGlassUserId' : null
}

/** What is sent: an empty secret stays what it is. */
export function bodyOf({
  secret,
  roles,
  ...draft
}: ProviderDraft): z.input<typeof addIdentityProvider.body> {
  return {
    ...draft,
    domains: [...draft.domains],
    roles: roles.map(({ value, role, distributorId }) => ({
      value: value.trim(),
      role,
      distributorId: role === 'distributor' ? distributorId : null,
    })),
    ...(secret.trim() !== '' && { secret }),
  }
}
