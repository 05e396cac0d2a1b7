// @slow

import {
  addIdentityProvider,
  companyLogout,
  companySession,
  failure,
  finishCompany,
  identities,
  linkIdentity,
  tryIdentityProvider,
  unlinkIdentity,
} from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { companyErrors, companyLimits } from '@packboard/model'
import * as jose from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  browserSecret,
  type CompanyServer,
  openCompanyServer,
  publicUrl,
  startOf,
} from '../../testing/companyBrowser.ts'
import { companyClient, companySecret } from '../../testing/openCompany.ts'

/** Attacks on sign-in by a company, each refused with its own sentence. The server of the company is the real `oidc-provider`. */
let open: CompanyServer
let northfield: number
/** Codes with which an attack was refused. */
const refusedWith = new Set<string>()
let tried = 0

beforeAll(async () => {
  open = await openCompanyServer()
  northfield = await open.add()
})
afterAll(async () => {
  await open?.close()
  console.log(`${tried} attacks tried, ${tried} refused, with ${refusedWith.size} sentences`)
})
beforeEach(() => {
  open.ahead += 120_000
  open.company.present = 'ann'
  open.company.members.set('ann', annAtHome())
})
afterEach(() => vi.restoreAllMocks())

const annAtHome = () => ({ email: 'ann@northfield.example', email_verified: true, groups: [] })
const db = () => tables(open.server.deps.management)
const seconds = () => Math.floor(Date.now() / 1_000)

/** An attack was refused with this code. */
function refused(code: string, expected: string) {
  expect(code).toBe(expected)
  tried += 1
  refusedWith.add(code)
}

const codeOf = async (answer: Response) => failure.parse(await answer.json()).code

describe('who sets up a company sign-in', () => {
  const post = async (form: object, username = 'admin') => {
    const token = await open.token(username)
    const body = {
      ...{ name: 'Evil', issuer: open.company.issuer, oidcClientId: 'x', secret: 'y' },
      ...(username === 'admin' && { clientId: 2 }),
      ...form,
    }
    return codeOf(await open.server.ask(addIdentityProvider.path, { token, body }))
  }

  test.each([
    ['an issuer without https', { issuer: 'http://203.0.114.7' }, 'company.notHttps'],
    ['an issuer at a private address', { issuer: 'https://10.0.0.1' }, 'company.privateAddress'],
    ['an issuer at loopback', { issuer: 'https://127.0.0.1:1' }, 'company.privateAddress'],
    ['an issuer in IPv6', { issuer: 'https://[::1]' }, 'company.privateAddress'],
    ['an issuer in other numbers', { issuer: 'https://2130706433' }, 'company.privateAddress'],
    ['the metadata of a cloud', { issuer: 'https://169.254.169.254/x' }, 'company.privateAddress'],
    ['an issuer that is a file', { issuer: 'file:///etc/passwd' }, 'company.notHttps'],
    ['an issuer with a query', { issuer: 'https://login.example?x=1' }, 'request.invalid'],
    ['a domain of everybody', { domains: ['gmail.com'] }, 'company.publicDomain'],
    ['a domain of another company', { domains: ['Northfield.example'] }, 'company.domainTaken'],
    [
      'a role of another tenant',
      { roles: [{ value: 'x', role: 'distributor', distributorId: 1 }] },
      'company.foreignRole',
    ],
    ['the role of an admin', { roles: [{ value: 'x', role: 'admin' }] }, 'request.invalid'],
    [
      'force without a proof',
      { enabled: true, forced: true, breakGlassUserId: 1 },
      'user.notFound',
    ],
    [
      'force without an account that stays open',
      { enabled: true, forced: true },
      'company.forceNeeds',
    ],
  ])('%s', async (_what, form, code) => {
    refused(await post(form), code)
  })

  test('a client’s administrator writes no row of engineers, owns no foreign domain and reaches no foreign provider', async () => {
    const engineer = [{ value: 'x', role: 'engineer' }]
    refused(await post({ roles: engineer }, 'clientadmin'), 'company.engineerByAdmin')
    refused(await post({ clientId: 2 }, 'clientadmin'), 'client.notFound')
    const token = await open.token('neighbour')
    const path = `${addIdentityProvider.path}/${northfield}`
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { name: 'Mine', oidcClientId: 'x' } : undefined
      const answer = await open.server.ask(path, { method, token, body })
      refused(
        await codeOf(answer),
        answer.status === 403 ? 'request.notAllowed' : 'company.notFound',
      )
    }
    const challenge = { challenge: browserSecret().challenge }
    const distributor = await open.token('distributor')
    const ask = { token: distributor, body: challenge }
    const given = await open.server.ask(
      tryIdentityProvider.path.replace(':id', String(northfield)),
      ask,
    )
    refused(await codeOf(given), 'company.notFound')
  })

  test('another issuer for the same people', async () => {
    refused(
      await codeOf(await open.update(northfield, { issuer: 'https://login.example' })),
      'company.issuerStays',
    )
  })

  test('a domain that nobody has proven signs nobody in', async () => {
    const token = await open.token('clientadmin')
    const domains = ['victim.example']
    const made = await open.server.ask(addIdentityProvider.path, {
      token,
      body: {
        ...{ name: 'Taker', issuer: open.company.issuer, oidcClientId: companyClient },
        ...{ secret: companySecret, enabled: true, domains, firstSignIn: 'account' },
        roles: [{ value: '*', role: 'clientAdmin' }],
      },
    })
    const { id } = addIdentityProvider.answer.parse(await made.json())
    open.company.members.set('vic', { email: 'boss@victim.example', email_verified: true })
    refused(await open.outcome(id, 'vic'), 'company.waitingDomain')
  })
})

describe('what a company publishes', () => {
  const discovery = '/.well-known/openid-configuration'
  /** The document is read again after each change. */
  const after = async (change: (document: Record<string, unknown>) => unknown) => {
    await open.update(northfield, { name: `Northfield ${tried}` })
    open.company.change(discovery, change)
    return open.outcome(northfield, 'ann')
  }
  const answering = async (status: number, body: string, type = 'application/json') => {
    await open.update(northfield, { name: `Northfield ${tried}` })
    open.company.intercept(discovery, (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    return open.outcome(northfield, 'ann')
  }

  test('a foreign issuer in the discovery document', async () => {
    refused(
      await after((found) => ({ ...found, issuer: 'https://evil.example' })),
      'company.foreignIssuer',
    )
  })

  test.each([[['none']], [['HS256', 'HS512', 'none']]])(
    'signatures %j alone',
    async (algorithms) => {
      const changed = await after((found) => ({
        ...found,
        id_token_signing_alg_values_supported: algorithms,
      }))
      refused(changed, 'company.algorithm')
    },
  )

  test.each(['token_endpoint', 'jwks_uri', 'authorization_endpoint'])(
    'a %s inside the network',
    async (name) => {
      refused(
        await after((found) => ({ ...found, [name]: 'https://192.168.1.1/x' })),
        'company.privateAddress',
      )
      refused(
        await after((found) => ({ ...found, [name]: 'http://203.0.114.7/x' })),
        'company.notHttps',
      )
    },
  )

  test('a document without an end, as deep as a well, of another kind, or none', async () => {
    refused(await answering(200, JSON.stringify({ x: 'x'.repeat(1_000_000) })), 'company.tooLarge')
    refused(await answering(200, '['.repeat(50_000)), 'company.tooLarge')
    refused(await answering(200, '<html></html>', 'text/html'), 'company.notConform')
    refused(await answering(200, '{}'), 'company.notConform')
    refused(await answering(404, '{}'), 'company.notConform')
    refused(await answering(500, 'x', 'text/plain'), 'company.away')
  })

  test('an address that leads elsewhere', async () => {
    await open.update(northfield, { name: 'Northfield' })
    open.company.intercept(discovery, (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    refused(await open.outcome(northfield, 'ann'), 'company.notConform')
  })
})

describe('what comes back from a company', () => {
  /** The way of a browser until the company sends it back; where that is. */
  async function backTo(): Promise<{ url: URL; secret: string }> {
    const { secret, challenge } = browserSecret()
    let back: URL | undefined
    const start = await fetch(open.server.url + startOf(northfield, challenge), {
      redirect: 'manual',
    })
    let next = new URL(start.headers.get('location') ?? '')
    const cookies = new Map<string, string>()
    while (!back) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      next = new URL(answer.headers.get('location') ?? '', next)
      if (next.origin === publicUrl) back = next
    }
    return { url: back, secret }
  }
  /** The browser goes there: the failure that the screen shows. */
  const go = async (url: URL) => (await open.follow(url.pathname + url.search)).failed

  test('a state that never was, was used, is another company’s, or ran out', async () => {
    const { url } = await backTo()
    const other = new URL(url)
    other.searchParams.set('state', browserSecret().secret)
    refused(await go(other), 'company.stateUsed')
    other.searchParams.delete('state')
    refused(await go(other), 'company.stateUsed')
    const second = await open.add({ domains: [], name: 'Second', clientId: 3 })
    const elsewhere = new URL(url.href.replace(`/oidc/${northfield}/`, `/oidc/${second}/`))
    refused(await go(elsewhere), 'company.stateUsed')
    expect(await go(url)).toBe('')
    refused(await go(url), 'company.stateUsed')
    const late = await backTo()
    open.ahead += companyLimits.flowMinutes * 60_000 + 1
    refused(await go(late.url), 'company.stateUsed')
  })

  test('a code that was used, a refusal, and another issuer than the one of the sign-in', async () => {
    const reused = await backTo()
    const code = reused.url.searchParams.get('code') ?? ''
    expect(await go(reused.url)).toBe('')
    const again = await backTo()
    again.url.searchParams.set('code', code)
    refused(await go(again.url), 'company.codeUsed')
    const denied = await backTo()
    denied.url.searchParams.delete('code')
    denied.url.searchParams.set('error', 'access_denied')
    refused(await go(denied.url), 'company.refused')
    const mixed = await backTo()
    mixed.url.searchParams.set('iss', 'https://evil.example')
    refused(await go(mixed.url), 'company.foreignIssuer')
  })

  /** The token endpoint answers with this token in place of the real one. */
  const withToken = (make: (claims: jose.JWTPayload) => Promise<string> | string) =>
    new Promise<string>((resolve, reject) => {
      open.company.intercept('/token', (request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', async () => {
          const claims = { sub: 'ann', iat: seconds(), exp: seconds() + 600, nonce: nonceNow }
          const id_token = await make({ ...claims, iss: open.company.issuer, aud: companyClient })
          const body = { access_token: 'x', token_type: 'Bearer', id_token }
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        })
      })
      open.company.intercept('/me', (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ sub: 'ann', ...annAtHome() })),
      )
      landing().then(resolve, reject)
    })
  let nonceNow = ''
  /** Signs in with what the company answers now: the failure, or nothing. */
  async function landing(): Promise<string> {
    const { secret, challenge } = browserSecret()
    const start = await fetch(open.server.url + startOf(northfield, challenge), {
      redirect: 'manual',
    })
    const address = new URL(start.headers.get('location') ?? '')
    nonceNow = address.searchParams.get('nonce') ?? ''
    const back = new URL(address.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', address.searchParams.get('state') ?? '')
    back.searchParams.set('code', 'any')
    back.searchParams.set('iss', open.company.issuer)
    const { code, failed } = await open.follow(back.pathname + back.search)
    if (failed !== '') return failed
    const answer = await open.server.ask(companySession.path, { body: { code, secret } })
    return answer.status === 200 ? '' : codeOf(answer)
  }
  const signed = (more: object) => withToken((claims) => open.company.sign({ ...claims, ...more }))
  afterEach(() => open.company.forget())

  test('the right token signs in', async () => {
    expect(await signed({})).toBe('')
  })

  test.each([
    ['a swapped nonce', { nonce: 'of another sign-in' }, 'company.nonce'],
    ['no nonce', { nonce: undefined }, 'company.claims'],
    ['a token for another program', { aud: 'another' }, 'company.audience'],
    [
      'a token for another program, too',
      { aud: [companyClient, 'other'], azp: 'other' },
      'company.audience',
    ],
    ['a token of another issuer', { iss: 'https://evil.example' }, 'company.foreignIssuer'],
    ['a subject that is no text', { sub: 7 }, 'company.claims'],
  ])('%s', async (_what, more, code) => {
    refused(await signed(more), code)
  })

  test('clocks may differ by 30 seconds and no more', async () => {
    expect(await signed({ exp: seconds() - 25 })).toBe('')
    open.company.forget()
    refused(await signed({ exp: seconds() - 31 }), 'company.clock')
    open.company.forget()
    refused(await signed({ nbf: seconds() + 40 }), 'company.clock')
    open.company.forget()
    // The clock of Packboard is ahead in these tests.
    refused(await signed({ iat: seconds() + 40 + Math.ceil(open.ahead / 1_000) }), 'company.clock')
  })

  test('no signature, one of a shared secret, one of a stranger', async () => {
    const none = (claims: jose.JWTPayload) => new jose.UnsecuredJWT(claims).encode()
    refused(await withToken(none), 'company.algorithm')
    open.company.forget()
    const secret = new TextEncoder().encode(companySecret)
    const shared = { key: secret, alg: 'HS256' }
    refused(await withToken((claims) => open.company.sign(claims, shared)), 'company.algorithm')
    open.company.forget()
    const { privateKey: key } = await jose.generateKeyPair('RS256')
    refused(await withToken((claims) => open.company.sign(claims, { key })), 'company.signature')
    open.company.forget()
    const unknown = { key, kid: 'unknown' }
    refused(await withToken((claims) => open.company.sign(claims, unknown)), 'company.signature')
  })

  test('an unknown key is looked for once a minute, and a new one is then found', async () => {
    const { privateKey: key, publicKey } = await jose.generateKeyPair('RS256', {
      extractable: true,
    })
    const next = { key, kid: 'next' }
    const comes = () => withToken((claims) => open.company.sign(claims, next))
    await open.update(northfield, { name: 'Northfield keys' })
    expect(await signed({})).toBe('')
    open.company.forget()
    const before = open.company.requests('/jwks')
    for (let times = 0; times < 4; times += 1) {
      refused(await comes(), 'company.signature')
      open.company.forget()
    }
    expect(open.company.requests('/jwks')).toBe(before)
    const jwk = { ...(await jose.exportJWK(publicKey)), kid: 'next', alg: 'RS256', use: 'sig' }
    const minute = Date.now() + 61_000
    vi.spyOn(Date, 'now').mockImplementation(() => minute)
    open.company.change('/jwks', ({ keys }) => ({
      keys: [...(Array.isArray(keys) ? keys : []), jwk],
    }))
    expect(await comes()).toBe('')
    expect(open.company.requests('/jwks')).toBe(before + 1)
  })

  test('claims without an end', async () => {
    refused(await signed({ more: 'x'.repeat(1_000_000) }), 'company.tooLarge')
    open.company.forget()
    const groups = Array.from({ length: companyLimits.groups + 1 }, (_, index) => `g${index}`)
    refused(await signed({ groups }), 'company.tooManyGroups')
    open.company.forget()
    const deep: jose.JWTPayload = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)
    refused(await signed({ deep }), 'company.tooLarge')
  })

  test('the claims of another person', async () => {
    open.company.change('/me', (claims) => ({ ...claims, sub: 'boss' }))
    refused(await open.outcome(northfield, 'ann'), 'company.claims')
  })

  test('a company that does not know Packboard', async () => {
    await open.update(northfield, { secret: 'wrong' })
    refused(await open.outcome(northfield, 'ann'), 'company.clientRefused')
    await open.update(northfield)
  })
})

describe('who a person says it is', () => {
  const account = async (values: object, email: string) => {
    const made = await db()
      .insertInto('user_account')
      .values({
        username: `of ${email.split('@')[0]}`,
        email,
        group_id: 3,
        client_id: 1,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  const comesAs = async (subject: string, more: object = {}) => {
    const email = `${subject}@northfield.example`
    open.company.members.set(subject, { email, email_verified: true, groups: [], ...more })
    return open.outcome(northfield, subject)
  }

  test.each([
    ['an address that is not verified', { email_verified: false }, 'company.notVerified'],
    ['an address that calls itself verified', { email_verified: 'true' }, 'company.notVerified'],
    ['no address', { email: undefined }, 'company.noEmail'],
    ['two addresses', { email: 'x@northfield.example,boss@northfield.example' }, 'company.noEmail'],
    ['a domain of others', { email: 'boss@norsk.example' }, 'company.foreignDomain'],
    ['a domain below', { email: 'boss@x.northfield.example' }, 'company.foreignDomain'],
    ['a domain that looks the same', { email: 'boss@northfіeld.example' }, 'company.foreignDomain'],
  ])('%s', async (what, more, code) => {
    refused(await comesAs(what.replaceAll(' ', '-'), more), code)
  })

  test('an admin, a person of another client, one who is disabled, deleted or waits', async () => {
    await account({ group_id: 1, client_id: null }, 'root@northfield.example')
    refused(await comesAs('root'), 'company.adminByHand')
    await account({ client_id: 2 }, 'other@northfield.example')
    refused(await comesAs('other'), 'company.foreignTenant')
    await account({ enabled: false }, 'off@northfield.example')
    refused(await comesAs('off'), 'company.accountDisabled')
    await account({ group_id: null, client_id: null }, 'waits@northfield.example')
    refused(await comesAs('waits'), 'signin.pending')
    expect(await comesAs('gone')).toBe('user')
    await db()
      .updateTable('user_account')
      .set({ deleted_at: new Date() })
      .where('email', '=', 'gone@northfield.example')
      .execute()
    refused(await comesAs('gone'), 'company.accountDisabled')
  })

  test('an address that was given to another person of the company', async () => {
    expect(await comesAs('kim')).toBe('user')
    refused(
      await comesAs('kim the second', { email: 'kim@northfield.example' }),
      'company.otherPerson',
    )
  })

  test('an account that was moved to another tenant stays shut', async () => {
    expect(await comesAs('moved')).toBe('user')
    await db()
      .updateTable('user_account')
      .set({ client_id: 2 })
      .where('email', '=', 'moved@northfield.example')
      .execute()
    refused(await comesAs('moved'), 'company.foreignTenant')
  })

  test('nobody without a group of the table', async () => {
    await open.update(northfield, { roles: [{ value: 'leads', role: 'clientAdmin' }] })
    refused(await comesAs('stranger', { groups: ['guests'] }), 'company.noRole')
    await open.update(northfield)
  })
})

describe('who fetches what the company said', () => {
  /** Until the screen: its code, and the secret of the browser. */
  const until = async (subject = 'ann') => {
    open.company.present = subject
    const { secret, challenge } = browserSecret()
    const { code } = await open.follow(startOf(northfield, challenge))
    return { code, secret }
  }
  const fetched = (body: object) => open.server.ask(companySession.path, { body })

  test('a code that was used, is guessed, came to another browser or is old', async () => {
    const used = await until()
    expect((await fetched(used)).status).toBe(200)
    refused(await codeOf(await fetched(used)), 'company.stateUsed')
    const guessed = { code: browserSecret().challenge, secret: browserSecret().secret }
    refused(await codeOf(await fetched(guessed)), 'company.stateUsed')
    const stolen = await until()
    const thief = { code: stolen.code, secret: browserSecret().secret }
    refused(await codeOf(await fetched(thief)), 'company.otherBrowser')
    // The thief has used it up: nobody gets in by it.
    refused(await codeOf(await fetched(stolen)), 'company.stateUsed')
    const old = await until()
    open.ahead += companyLimits.codeSeconds * 1_000 + 1
    refused(await codeOf(await fetched(old)), 'company.stateUsed')
  })

  test('the answer of a link signs nobody in, and is of nobody else', async () => {
    const begin = async (username: string) => {
      const token = await open.token(username)
      const { secret, challenge } = browserSecret()
      const body = { identityProviderId: northfield, challenge }
      const begun = await open.server.ask(linkIdentity.path, { token, body })
      const { address } = linkIdentity.answer.parse(await begun.json())
      open.company.members.set('gil', { email: 'gil@elsewhere.example' })
      open.company.present = 'gil'
      return { token, secret, ...(await open.follow(address)) }
    }
    const finish = (token: string, body: object) =>
      open.server.ask(finishCompany.path, { token, body })
    const first = await begin('user')
    refused(
      await codeOf(await fetched({ code: first.code, secret: first.secret })),
      'company.stateUsed',
    )
    const second = await begin('user')
    const other = await open.token('engineer')
    const stolen = { code: second.code, secret: second.secret }
    refused(await codeOf(await finish(other, stolen)), 'company.stateUsed')
    const third = await begin('user')
    expect((await finish(third.token, { code: third.code, secret: third.secret })).status).toBe(200)
    const fourth = await begin('engineer')
    const taken = { code: fourth.code, secret: fourth.secret }
    refused(await codeOf(await finish(fourth.token, taken)), 'company.linkTaken')
  })

  test('the company of another tenant is not joined, and looks absent', async () => {
    const token = await open.token('neighbour')
    const { challenge } = browserSecret()
    for (const identityProviderId of [northfield, 999_999]) {
      const body = { identityProviderId, challenge }
      const answer = await open.server.ask(linkIdentity.path, { token, body })
      expect(answer.status).toBe(404)
      refused(await codeOf(answer), 'company.notFound')
    }
  })

  test('the only way in is not cut off, and nobody cuts that of others', async () => {
    const answer = await open.come(northfield, 'ann')
    const ann = companySession.answer.parse(await answer.json()).accessToken
    await db()
      .updateTable('session')
      .set({ confirmed_at: new Date(Date.now() + open.ahead) })
      .execute()
    const listed = await open.server.ask(identities.path, { token: ann })
    const [mine] = identities.answer.parse(await listed.json()).identities
    const path = unlinkIdentity.path.replace(':id', String(mine?.id))
    const cut = (token: string) => open.server.ask(path, { method: 'DELETE', token })
    refused(await codeOf(await cut(await open.token('user'))), 'identity.notFound')
    refused(await codeOf(await cut(ann)), 'company.onlyWay')
  })
})

describe('who signs people out', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  let count = 0
  const nextId = () => {
    count += 1
    return `logout ${count}`
  }
  const claims = () => ({
    iss: open.company.issuer,
    aud: companyClient,
    iat: seconds(),
    jti: nextId(),
    sub: 'ann',
    events: event,
  })
  const send = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token })
    const path = companyLogout.path.replace(':id', String(northfield))
    return fetch(open.server.url + path, { method: 'POST', body })
  }
  beforeEach(() => {
    // A token of now is judged by the clock of now.
    open.ahead = 0
  })

  test.each([
    ['for another program', { aud: 'another' }, 'company.audience'],
    ['of another issuer', { iss: 'https://evil.example' }, 'company.foreignIssuer'],
    ['without the event', { events: {} }, 'company.claims'],
    ['that is an ID token', { nonce: 'x' }, 'company.claims'],
    ['without an id', { jti: undefined }, 'company.claims'],
    ['of nobody', { sub: undefined }, 'company.claims'],
    ['of yesterday', { iat: seconds() - 86_400 }, 'company.clock'],
  ])('a logout %s', async (_what, more, code) => {
    const token = await open.company.sign({ ...claims(), ...more })
    refused(await codeOf(await send(token)), code)
  })

  test('a logout that is not signed by the company, or is sent twice', async () => {
    const key = new TextEncoder().encode(companySecret)
    const shared = await open.company.sign(claims(), { key, alg: 'HS256' })
    refused(await codeOf(await send(shared)), 'company.algorithm')
    const { privateKey } = await jose.generateKeyPair('RS256')
    const stranger = await open.company.sign(claims(), { key: privateKey })
    refused(await codeOf(await send(stranger)), 'company.signature')
    const once = await open.company.sign(claims())
    expect((await send(once)).status).toBe(200)
    refused(await codeOf(await send(once)), 'company.stateUsed')
    expect((await send('no token')).status).toBe(400)
    for (const [typ, status] of [
      ['at+jwt', 400],
      ['secevent+jwt', 400],
      ['JWT', 200],
      ['application/logout+jwt', 200],
      ['logout+jwt', 200],
    ] as const) {
      const typed = await send(await open.company.sign(claims(), { typ }))
      expect([typ, typed.status]).toEqual([typ, status])
    }
  })
})

test('without PUBLIC_URL no sign-in begins, and the sentence says so', async () => {
  const without = await openCompanyServer({})
  try {
    const id = await without.add()
    refused(await without.outcome(id, 'ann'), 'company.noPublicUrl')
  } finally {
    await without.close()
  }
})

test('at least thirty attacks were tried, and each failure of a company has a sentence of its own', () => {
  expect(tried).toBeGreaterThanOrEqual(30)
  const sentences = Object.values(companyErrors).map(({ message }) => message)
  expect(new Set(sentences).size).toBe(sentences.length)
})
