import type { SignInProvider } from '@packboard/management'
import { AppError, companyLimits, type ErrorCode, refusedField } from '@packboard/model'
import * as jose from 'jose'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { clientAuthentication } from './clientAuthentication.ts'
import { companyFailure } from './providerFailure.ts'
import { type ProviderFetch, providerFetch } from './providerFetch.ts'
import type { ProviderHosts } from './providerHosts.ts'
import type { Claims } from './readClaims.ts'

/** What a company answered about a person. */
export type ProviderAnswer = {
  readonly claims: Claims
  /** What it calls its session (the claim `sid`). */
  readonly providerSession: string | null
  /** By it the company can be queried again; null: it gave none. */
  readonly refreshToken: string | null
}

/** The companies as OpenID Connect providers. Every failure is one of the catalogue. */
export type OpenIdProviders = {
  /** The issuer in its one form; refused where it is no address, without https, or at one that is not connected to. */
  readIssuer(issuer: string): Promise<string>
  /** Where the browser goes. */
  authorizationAddress(
    provider: SignInProvider,
    flow: {
      readonly redirectUri: string
      readonly state: string
      readonly nonce: string
      readonly verifier: string
      /** The person shows again who it is, whatever session the company has. */
      readonly again: boolean
    },
  ): Promise<string>
  /** Changes the code of an answer for what the company says of the person, after every check of OpenID Connect. */
  readAnswer(
    provider: SignInProvider,
    answer: {
      /** The address that the browser was sent back to, whole. */
      readonly address: URL
      readonly state: string
      readonly nonce: string
      readonly verifier: string
      readonly again: boolean
    },
  ): Promise<ProviderAnswer>
  /** Asks again whether a session goes on. Undefined: the company says that it does not. */
  askAgain(provider: SignInProvider, refreshToken: string): Promise<ProviderAnswer | undefined>
  /** Whom the company signs out, by its token of a back-channel logout. */
  readLogout(
    provider: SignInProvider,
    token: string,
  ): Promise<{
    readonly id: string
    readonly providerSession: string | null
    readonly subject: string | null
  }>
  close(): Promise<void>
}

/** Signatures that a stranger who reads our settings cannot make: never `none`, never one of a shared secret. */
const signatures: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const answerSeconds = 8
/** How long the discovery document of a company counts. */
const discoveryMs = 3_600_000
const providersAtMost = 1_000
/** An unknown key is looked for once in this time. */
const keysMs = 60_000
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/**
 * Types of such a token (OpenID Connect Back-Channel Logout 1.0, 2.4): its own is recommended and not demanded. Keycloak before 25 and
 * authentik before 2025.12 send the one of any token (RFC 7519, 5.1); its event says then what it is.
 */
const logoutTypes: ReadonlySet<string> = new Set(['logout+jwt', 'jwt'])
/** Seconds that a token of a back-channel logout may be old. */
const logoutSeconds = 120

type Known = {
  readonly config: oidc.Configuration
  readonly keys: jose.JWTVerifyGetKey
}

export function openIdProviders(hosts: ProviderHosts, now: () => number): OpenIdProviders {
  const connection = providerFetch(hosts)
  const known = new LRUCache<string, { readonly at: number; readonly found: Promise<Known> }>({
    max: providersAtMost,
  })

  /** With a change of the provider its key changes, too. */
  function knownOf(provider: SignInProvider): Promise<Known> {
    const key = `${provider.id} ${provider.version}`
    const entry = known.get(key)
    const age = now() - (entry?.at ?? 0)
    if (entry && age >= 0 && age < discoveryMs) return entry.found
    const found = discover(provider, hosts, connection)
    known.set(key, { at: now(), found })
    found.catch(() => known.delete(key))
    return found
  }

  /** One query to a company, with every failure as one of the catalogue. */
  async function asking<Answer>(
    provider: SignInProvider,
    ask: (company: Known) => Promise<Answer>,
  ): Promise<Answer> {
    if (provider.isSecretLost) throw new AppError('company.noSecret')
    try {
      return await ask(await knownOf(provider))
    } catch (error) {
      const failure = companyFailure(error)
      if (failure.code !== 'company.away' || !provider.forced) throw failure
      throw new AppError('company.awayForced', { cause: error })
    }
  }

  return {
    async readIssuer(issuer) {
      const address = URL.parse(issuer)
      if (!address || issuer.includes('?') || issuer.includes('#') || address.username !== '') {
        throw refusedField('issuer', 'The issuer is an address such as https://login.example.com.')
      }
      await hosts.demandAllowed(address).catch((error: unknown) => {
        // It may be reached when it has an address: what signs people in is checked again.
        const isAway = error instanceof AppError && error.code === 'company.away'
        if (isAway && address.protocol === 'https:') return
        throw isAway ? new AppError('company.notHttps', { cause: error }) : error
      })
      // A person is issuer and subject: one issuer has one spelling.
      return address.pathname === '/' ? address.origin : address.href
    },
    authorizationAddress(provider, { redirectUri, state, nonce, verifier, again }) {
      return asking(provider, async ({ config }) => {
        const address = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: provider.scopes,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ...(again && { max_age: '0', prompt: 'login' }),
        })
        return address.href
      })
    },
    readAnswer(provider, { address, state, nonce, verifier, again }) {
      return asking(provider, async ({ config }) => {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          ...(again && { maxAge: 0 }),
        })
        return answerOf(config, tokens, tokens.claims())
      })
    },
    askAgain(provider, refreshToken) {
      return asking(provider, async ({ config }) => {
        try {
          const tokens = await oidc.refreshTokenGrant(config, refreshToken)
          return await answerOf(config, tokens, tokens.claims())
        } catch (error) {
          const code = companyFailure(error).code
          // Of the grant or of the account: the session is over. Anything else is a fault of today.
          if (code === 'company.codeUsed') return undefined
          throw error
        }
      })
    },
    readLogout(provider, token) {
      return asking(provider, async ({ config, keys }) => {
        const { payload } = await verifiedLogout(config, token, keys, now())
        const { sub, sid, jti, nonce } = payload
        const { events } = payload
        const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
        const providerSession = typeof sid === 'string' ? sid : null
        if (!isLogout || nonce !== undefined || jti === undefined) {
          throw new AppError('company.claims')
        }
        if (providerSession === null && sub === undefined) throw new AppError('company.claims')
        return { id: jti, providerSession, subject: sub ?? null }
      })
    },
    close: () => connection.close(),
  }
}

/** Reads what a company publishes of itself, and accepts of it what can be trusted. */
async function discover(
  provider: SignInProvider,
  hosts: ProviderHosts,
  { fetch }: ProviderFetch,
): Promise<Known> {
  const issuer = new URL(provider.issuer)
  await hosts.demandAllowed(issuer)
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  const options = { execute, timeout: answerSeconds, [oidc.customFetch]: fetch }
  const found = await oidc
    .discovery(issuer, provider.oidcClientId, {}, undefined, options)
    .catch((error: unknown) => {
      const failure = companyFailure(error)
      // There are no claims yet: what cannot be read is no such document.
      throw failure.code === 'company.claims'
        ? new AppError('company.notConform', { cause: error })
        : failure
    })
  const { supportsPKCE: _, ...metadata } = found.serverMetadata()
  // Of some companies the library reads documents that name another issuer.
  if (URL.parse(metadata.issuer)?.href !== issuer.href) throw new AppError('company.foreignIssuer')
  const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((each) =>
    signatures.includes(each),
  )
  if (algorithms.length === 0) throw new AppError('company.algorithm')
  const { authorization_endpoint: page, token_endpoint: token, jwks_uri: jwks } = metadata
  if (page === undefined || token === undefined || jwks === undefined) {
    throw new AppError('company.notConform')
  }
  for (const address of [page, token, jwks]) await hosts.demandAllowed(new URL(address))
  const config = new oidc.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: algorithms },
    provider.oidcClientId,
    { [oidc.clockTolerance]: companyLimits.clockSeconds },
    clientAuthentication(provider.secret, metadata.token_endpoint_auth_methods_supported),
  )
  config.timeout = answerSeconds
  config[oidc.customFetch] = fetch
  for (const extension of execute) extension(config)
  // The signature is checked, too, and not only the certificate of the connection.
  oidc.enableNonRepudiationChecks(config)
  const keys = jose.createRemoteJWKSet(new URL(jwks), {
    cooldownDuration: keysMs,
    [jose.customFetch]: (address, { method, headers, signal }) =>
      fetch(address, {
        method,
        headers: Object.fromEntries(headers),
        body: null,
        redirect: 'manual',
        signal,
      }),
  })
  return { config, keys }
}

/** The claims of the token, and beside them those of the userinfo endpoint, where there is one. */
async function answerOf(
  config: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse,
  idToken: Claims | undefined,
): Promise<ProviderAnswer> {
  const { userinfo_endpoint } = config.serverMetadata()
  const subject = idToken?.sub
  const expected = typeof subject === 'string' ? subject : oidc.skipSubjectCheck
  const info: Claims =
    userinfo_endpoint === undefined
      ? {}
      : await oidc.fetchUserInfo(config, tokens.access_token, expected)
  const claims = { ...info, ...idToken }
  const { sid } = claims
  return {
    claims,
    providerSession: typeof sid === 'string' && sid.length <= 256 ? sid : null,
    refreshToken: tokens.refresh_token ?? null,
  }
}

async function verifiedLogout(
  config: oidc.Configuration,
  token: string,
  keys: jose.JWTVerifyGetKey,
  now: number,
) {
  const { issuer, id_token_signing_alg_values_supported: algorithms = [] } = config.serverMetadata()
  try {
    const verified = await jose.jwtVerify(token, keys, {
      issuer,
      audience: config.clientMetadata().client_id,
      algorithms: [...algorithms],
      clockTolerance: companyLimits.clockSeconds,
      maxTokenAge: logoutSeconds,
      currentDate: new Date(now),
    })
    const { typ = 'JWT' } = verified.protectedHeader
    if (!logoutTypes.has(typ.toLowerCase().replace(/^application\//, ''))) {
      throw new AppError('company.claims')
    }
    return verified
  } catch (error) {
    throw logoutFailure(error)
  }
}

/** Claims of a logout that is not for us, or of another day. */
const logoutClaims: Readonly<Record<string, ErrorCode>> = {
  aud: 'company.audience',
  iss: 'company.foreignIssuer',
  iat: 'company.clock',
}

/** What is wrong with the token of a logout, as a failure of the catalogue. */
function logoutFailure(error: unknown): unknown {
  const { errors } = jose
  const refused = (code: ErrorCode) => new AppError(code, { cause: error })
  if (error instanceof errors.JWTExpired) return refused('company.clock')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return refused(logoutClaims[error.claim] ?? 'company.claims')
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return refused('company.algorithm')
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused('company.signature')
  if (error instanceof errors.JWKSNoMatchingKey) return refused('company.signature')
  return error instanceof errors.JOSEError ? refused('company.claims') : error
}
