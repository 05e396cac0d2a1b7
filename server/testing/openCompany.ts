import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as jose from 'jose'
import Provider from 'oidc-provider'

/** What the company knows of a person. */
export type CompanyMember = {
  email?: unknown
  email_verified?: unknown
  given_name?: string
  family_name?: string
  groups?: unknown
  [claim: string]: unknown
}

/** Changes an answer of the company on its way. */
type Change = (body: Record<string, unknown>) => unknown
type Intercept = (request: IncomingMessage, response: ServerResponse) => void

/** A company: the real OpenID Connect server `oidc-provider` on a port of loopback, without TLS. */
export type TestCompany = {
  readonly issuer: string
  readonly secret: string
  /** Its people, by subject. One that is missing was deleted there. */
  readonly members: Map<string, CompanyMember>
  /** Who is at the keyboard: signs in at the page of the company without a word. */
  present: string
  /** Answers the next request of a path in its place. */
  intercept(path: string, answer: Intercept): void
  /** Changes the JSON of the next answer of a path. */
  change(path: string, change: Change): void
  /** Answers as itself again. */
  forget(): void
  /** Signs a token as the company does, with another key or header where they are given. */
  sign(
    claims: object,
    options?: { key?: jose.CryptoKey | Uint8Array; alg?: string; kid?: string; typ?: string },
  ): Promise<string>
  /** How many requests a path had. */
  requests(path: string): number
  /** Reports to Packboard that a person has signed out. */
  signOut(subject: string): Promise<void>
  close(): Promise<void>
}

export const companyClient = 'packboard'
export const companySecret = 'a secret that only the company and Packboard know'

/** Opens a company that sends people back to `publicUrl`; what it sends itself goes to `reach`. */
export async function openCompany(publicUrl: string, reach: () => string): Promise<TestCompany> {
  const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true })
  const kid = 'first'
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // An http server that listens has an address.
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`
  const members = new Map<string, CompanyMember>()
  const intercepts = new Map<string, Intercept[]>()
  const counts = new Map<string, number>()
  const addressOf = (id: number, step: string) => `${publicUrl}/api/auth/oidc/${id}/${step}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: companyClient,
        client_secret: companySecret,
        redirect_uris: Array.from({ length: 60 }, (_, index) => addressOf(index + 1, 'callback')),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        backchannel_logout_uri: addressOf(1, 'logout'),
      },
    ],
    jwks: { keys: [{ ...(await jose.exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups', 'more'],
    },
    scopes: ['openid', 'email', 'profile'],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // What is not set is said on the console, a line each.
    ttl: {
      AccessToken: 600,
      Grant: 86_400,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    pkce: { required: () => true },
    issueRefreshToken: () => true,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => {
      const member = members.get(accountId)
      if (!member) return undefined
      return { accountId, claims: () => ({ ...member, sub: accountId }) }
    },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const { accountId } = session
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const { method = 'GET', headers = {}, body = null } = init ?? {}
      return fetch(reach() + url.pathname, { method, headers, body })
    },
  })
  const company: TestCompany = {
    issuer,
    secret: companySecret,
    members,
    present: '',
    intercept(path, answer) {
      intercepts.set(path, [...(intercepts.get(path) ?? []), answer])
    },
    change(path, change) {
      company.intercept(path, (request, response) => {
        changeAnswer(response, change)
        handle(request, response)
      })
    },
    forget: () => intercepts.clear(),
    async sign(claims, { key = privateKey, alg = 'RS256', kid: keyId = kid, typ } = {}) {
      // What is undefined is left out.
      const payload: jose.JWTPayload = JSON.parse(JSON.stringify(claims))
      const header = { alg, kid: keyId, ...(typ !== undefined && { typ }) }
      return new jose.SignJWT(payload).setProtectedHeader(header).sign(key)
    },
    requests: (path) => counts.get(path) ?? 0,
    async signOut(subject) {
      const client = await provider.Client.find(companyClient)
      if (!client) throw new Error('The company does not know Packboard.')
      // The types of the library leave this method out.
      const send: unknown = Reflect.get(client, 'backchannelLogout')
      if (typeof send !== 'function') throw new Error('The company signs nobody out.')
      await Reflect.apply(send, client, [subject])
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }

  const callback = provider.callback()
  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.startsWith('/interaction/')) {
      provider
        .interactionFinished(request, response, { login: { accountId: company.present } })
        .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
      return
    }
    void callback(request, response)
  }

  server.on('request', (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const [next, ...others] = intercepts.get(path) ?? []
    if (!next) return handle(request, response)
    intercepts.set(path, others)
    next(request, response)
  })
  return company
}

/** The whole JSON of an answer is changed before it is sent. */
function changeAnswer(response: ServerResponse, change: Change): void {
  const end = response.end.bind(response)
  response.end = (chunk?: unknown) => {
    const changed = JSON.stringify(change(JSON.parse(String(chunk))))
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }
}

/** A browser that follows where it is led, with cookies of the company, until a screen of Packboard opens. */
export async function followTo(
  address: string,
  hosts: { readonly publicUrl: string; readonly reach: string },
): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(address, hosts.publicUrl)
  for (let steps = 0; steps < 12; steps += 1) {
    const isOurs = url.origin === new URL(hosts.publicUrl).origin
    if (isOurs && !url.pathname.startsWith('/api/')) return url
    const target = isOurs ? new URL(url.pathname + url.search, hosts.reach) : url
    const answer = await fetch(target, {
      redirect: 'manual',
      headers: isOurs
        ? {}
        : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) {
      throw new Error(`${url.href} answered ${answer.status}: ${await answer.text()}`)
    }
    url = new URL(location, url)
  }
  throw new Error(`${url.href} leads on and on`)
}
