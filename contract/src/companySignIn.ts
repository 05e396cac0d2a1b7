import { session } from './auth.ts'
import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

/** 256 bits in base64url. */
const bits = z.string().regex(/^[\w-]{43}$/)
/** Of a secret that the browser makes and keeps until the company has answered: only its page can fetch the result. */
export const challenge = bits.describe('SHA-256 of the secret of this browser, in base64url')
const fetched = {
  code: bits.describe('What stands behind the # of the address after the company has answered'),
  secret: bits.describe('The secret of this browser, whose SHA-256 the sign-in was begun with'),
}
const done = z.object({ message: z.string() })
const begun = z.object({
  address: z.string().describe('Where the browser goes: the page of the company'),
})

export const findCompany = endpoint('POST', '/api/auth/company', {
  summary:
    'The company sign-in of an e-mail address, by its domain alone; null where there is none. Says nothing of accounts',
  body: z.object({ email: z.string().trim().max(254) }),
  answer: z.object({ start: z.string() }).nullable(),
})

export const startCompany = endpoint('GET', '/api/auth/oidc/:id/start', {
  summary: 'Begin a company sign-in: the browser is sent to the page of the company',
  params: z.object({ id }),
  query: z.object({ challenge }),
  answer: z.string(),
})

export const companyAnswered = endpoint('GET', '/api/auth/oidc/:id/callback', {
  summary: 'Where the company sends the browser back to',
  params: z.object({ id }),
  query: z.looseObject({ state: z.string().max(256).optional() }),
  answer: z.string(),
})

export const companyLogout = endpoint('POST', '/api/auth/oidc/:id/logout', {
  summary:
    'OpenID Connect back-channel logout: the company ends the sessions of a person. The body is a form',
  params: z.object({ id }),
  body: z.object({ logout_token: z.string().min(1).max(16_384) }),
  answer: done,
})

export const companySession = endpoint('POST', '/api/auth/company/session', {
  summary: 'Fetch the session of a company sign-in, once, within a minute',
  body: z.object({ ...fetched, browserSaved: z.boolean().default(true) }),
  answer: session,
})

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
  body: z.object(fetched),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('link') }),
    z.object({ kind: z.literal('confirm') }),
    tried,
  ]),
})

export const confirmByCompany = endpoint('POST', '/api/account/confirm/company', {
  summary: 'Confirm at the company that it is still you, in a session of a company sign-in',
  body: z.object({ challenge }),
  answer: begun,
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
  answer: begun,
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
  answer: begun,
})
