import { session } from './auth.ts'
import { endpoint, id } from './endpoint.ts'
import { done } from './panel/panelParts.ts'
import { z } from './z.ts'

/** 256 bits in base64url. */
const bits = z.string().regex(/^[\w-]{43}$/)
/** Of a secret that the browser makes and keeps until the company has answered: only its page can fetch the result. */
export const challenge = bits.describe('SHA-256 of the secret of this browser, in base64url')
export const fetchedOutcome = {
  code: bits.describe('What stands behind the # of the address after the company has answered'),
  secret: bits.describe('The secret of this browser, whose SHA-256 the sign-in was begun with'),
}
export const begunAtCompany = z.object({
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
  body: z.object({ ...fetchedOutcome, browserSaved: z.boolean().default(true) }),
  answer: session,
})
