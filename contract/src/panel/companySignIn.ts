import { companyLimits, firstSignIns } from '@packboard/model'
import { begunAtCompany, challenge, fetchedOutcome } from '../companySignIn.ts'
import { endpoint, id, instant } from '../endpoint.ts'
import { z } from '../z.ts'
import { added, byId, done, edited, filled, version } from './panelParts.ts'

export const companyOutcome = z.object({
  what: z
    .enum(['signIn', 'link', 'create', 'await', 'refused'])
    .describe(
      'signIn: a known person; link: joins an account by its address; create: makes an account; await: one that awaits approval',
    ),
  username: z.string().nullable().describe('Of the account; null where there is none'),
  role: z.string().nullable().describe('The role after it; null: awaits approval, or refused'),
  roleBefore: z.string().nullable(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type CompanyOutcome = z.output<typeof companyOutcome>

const tried = z.object({
  kind: z.literal('try'),
  identityProviderId: z.number().int(),
  claims: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('What the company said of the person, as text'),
  roleValues: z.array(z.string()).describe('The values of the claim that roles are made of'),
  asksAgain: z.boolean().describe('The company can be asked again while a session is open'),
  outcome: companyOutcome,
})
export type TriedCompany = z.output<typeof tried>

export const finishCompany = endpoint('POST', '/api/account/company', {
  summary: 'Fetch the result of Link, of a confirmation or of Try it, once, within a minute',
  body: z.object(fetchedOutcome),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('link') }),
    z.object({ kind: z.literal('confirm') }),
    tried,
  ]),
})

export const confirmByCompany = endpoint('POST', '/api/account/confirm/company', {
  summary: 'Confirm at the company that it is still you, in a session of a company sign-in',
  body: z.object({ challenge }),
  answer: begunAtCompany,
})

export const identities = endpoint('GET', '/api/account/identities', {
  summary: 'The companies that open this account, and those that may be joined to it',
  answer: z.object({
    identities: z.array(
      z.object({
        id: z.number().int(),
        name: z.string().nullable().describe('Of the company sign-in; null where it is deleted'),
        issuer: z.string(),
        email: z.string().nullable().describe('As the company said it when it was joined'),
        linkedAt: instant,
        lastAt: instant.nullable().describe('When it signed in last'),
      }),
    ),
    providers: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
})
export type Identities = z.output<typeof identities.answer>

export const linkIdentity = endpoint('POST', '/api/account/identities', {
  summary: 'Begin to join a person of a company to the own account',
  body: z.object({ identityProviderId: id, challenge }),
  answer: begunAtCompany,
})

export const unlinkIdentity = endpoint('DELETE', '/api/account/identities/:id', {
  summary: 'Part a person of a company from the own account; its sessions end',
  params: z.object({ id }),
  answer: done,
})

export const tryIdentityProvider = endpoint('POST', '/api/admin/identity-provider/:id/try', {
  summary:
    'Begin to try a company sign-in: shows the claims and what would happen, and changes nothing',
  params: z.object({ id }),
  body: z.object({ challenge }),
  answer: begunAtCompany,
})

/** Characters of each text. */
const texts = { name: 80, issuer: 500, clientId: 256, secret: 1_024, scopes: 300 } as const
/** Names of claims, one within another, or one that is an address. */
const claimPath = z
  .string()
  .trim()
  .max(256)
  .regex(/^[^\s.]{1,128}(?:\.[^\s.]{1,64}){0,3}$|^https:\/\/\S+$/)

const companyRole = z.enum(['user', 'clientAdmin', 'engineer', 'distributor'])

const roleRow = z.object({
  value: z
    .string()
    .trim()
    .min(1)
    .max(companyLimits.groupCharacters)
    .describe('A value of the claim; * is everybody whom the company lets in'),
  role: companyRole,
  distributorId: id
    .nullable()
    .default(null)
    .describe(
      'Only of a company sign-in of the installation: whose distributor the person becomes',
    ),
})

const fields = {
  name: filled.max(texts.name),
  oidcClientId: filled.max(texts.clientId).describe('As the company has registered Packboard'),
  secret: z
    .string()
    .trim()
    .min(1)
    .max(texts.secret)
    .optional()
    .describe('Left out: as it is. It is stored encrypted and never shown'),
  scopes: z
    .string()
    .trim()
    .max(texts.scopes)
    .regex(/^openid(?: [!#-[\]-~]+)*$/, 'Please begin with openid.')
    .default('openid email profile'),
  roleClaim: claimPath.default('groups').describe('The claim that roles are made of'),
  roles: z
    .array(roleRow)
    .max(companyLimits.roleRows)
    .default([])
    .describe('The first row whose value the person has counts'),
  firstSignIn: z.enum(firstSignIns).default('approval'),
  enabled: z.boolean().default(false),
  forced: z.boolean().default(false).describe('Passwords of people of its domains are refused'),
  breakGlassUserId: id
    .nullable()
    .default(null)
    .describe('The account whose password stays valid when a domain is forced'),
  domains: z
    .array(z.string().trim().max(253))
    .max(companyLimits.domains)
    .default([])
    .describe('Of e-mail addresses; given by an admin, or proven by a DNS TXT record'),
}

const domainRow = z.object({
  domain: z.string(),
  isProven: z.boolean(),
  record: z
    .object({ name: z.string(), value: z.string() })
    .nullable()
    .describe('The TXT record that proves it; null once it is proven'),
})

export const identityProviderRow = z.object({
  id: z.number().int(),
  name: z.string(),
  clientId: z.number().int().nullable(),
  clientName: z.string().nullable(),
  distributorId: z.number().int().nullable(),
  distributorName: z.string().nullable(),
  issuer: z.string(),
  oidcClientId: z.string(),
  secret: z.literal('set').nullable().describe('Whether there is one'),
  scopes: z.string(),
  roleClaim: z.string(),
  roles: z.array(
    z.object({
      value: z.string(),
      role: companyRole,
      distributorId: z.number().int().nullable(),
    }),
  ),
  firstSignIn: z.enum(firstSignIns),
  enabled: z.boolean(),
  forced: z.boolean(),
  breakGlassUserId: z.number().int().nullable(),
  domains: z.array(domainRow),
  people: z.number().int().describe('Accounts that are joined to it'),
  redirectUri: z
    .string()
    .nullable()
    .describe('To be entered at the company; null where PUBLIC_URL is not set'),
  logoutUri: z.string().nullable().describe('The same, for back-channel logout'),
  version,
})
export type IdentityProviderRow = z.output<typeof identityProviderRow>

export const identityProviders = endpoint('GET', '/api/admin/identity-provider', {
  summary: 'The company sign-ins that the signed-in person may set up',
  answer: z.object({ providers: z.array(identityProviderRow) }),
})

export const addIdentityProvider = endpoint('POST', '/api/admin/identity-provider', {
  summary:
    'Add a company sign-in of a client, of a distributor or, with neither, of the installation; others than admins add one of their own',
  body: z.object({
    ...fields,
    issuer: filled.max(texts.issuer),
    clientId: id.nullish(),
    distributorId: id.nullish(),
  }),
  answer: added,
})

export const updateIdentityProvider = endpoint('PUT', '/api/admin/identity-provider/:id', {
  summary:
    'Change a company sign-in, and look for the TXT records of its domains that are not proven; owner and issuer stay',
  params: byId,
  body: z.object({
    ...fields,
    ...edited,
    issuer: filled.max(texts.issuer).optional().describe('As it is; another one is refused'),
  }),
  answer: z.object({
    message: z.string(),
    unproven: z
      .array(z.string())
      .describe('The domains whose TXT record was not found, so that they do not count yet'),
  }),
})

export const deleteIdentityProvider = endpoint('DELETE', '/api/admin/identity-provider/:id', {
  summary: 'Delete a company sign-in; its sessions end, the accounts stay',
  params: byId,
  answer: done,
})
