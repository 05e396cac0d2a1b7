// @slow

import { companySession, failure, identities } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { companyLimits, errorCatalogue } from '@packboard/model'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  browserSecret,
  type CompanyServer,
  openCompanyServer,
  publicUrl,
  startOf,
} from '../../testing/companyBrowser.ts'
import { type Glewlwyd, hasGlewlwyd, openGlewlwyd } from '../../testing/openGlewlwyd.ts'
import { askCompanies } from './askCompanies.ts'

const isInstalled = hasGlewlwyd()
const why = isInstalled ? '' : ': skipped, not installed (apt-get install glewlwyd)'

/**
 * Sign-in by a company whose server is another program than that of the other tests, in another language. A confirmation is not tried:
 * glewlwyd 2.7 refuses the `max_age=0` of the standard, and the person reads that the company refused.
 */
describe.skipIf(!isInstalled)(`with the server glewlwyd${why}`, () => {
  let open: CompanyServer
  let glewlwyd: Glewlwyd
  let form: object
  let id: number

  beforeAll(async () => {
    glewlwyd = await openGlewlwyd(
      [1, 2, 3].map((each) => `${publicUrl}/api/auth/oidc/${each}/callback`),
    )
    const { issuer, client: oidcClientId, secret } = glewlwyd
    form = { issuer, oidcClientId, secret }
    open = await openCompanyServer()
    id = await open.add(form)
  }, 120_000)
  afterAll(async () => {
    await open?.close()
    await glewlwyd?.close()
  })
  beforeEach(() => {
    // Steps of one address are limited.
    open.ahead += 120_000
  })
  afterEach(() => vi.restoreAllMocks())

  const db = () => tables(open.server.deps.management)
  const keep = (username: string, groups: string[], isEmailVerified = true) =>
    glewlwyd.keep(username, {
      email: `${username}@northfield.example`,
      isEmailVerified,
      givenName: username,
      groups,
    })

  /** The whole way of a browser: the session, or the code of the failure. */
  async function come(username: string) {
    const { secret, challenge } = browserSecret()
    const begun = await fetch(open.server.url + startOf(id, challenge), { redirect: 'manual' })
    const address = begun.headers.get('location') ?? ''
    expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256')
    const back = await glewlwyd.signIn(address, username)
    const { code, failed } = await open.follow(back.href)
    if (failed !== '') return failed
    const answer = await open.server.ask(companySession.path, { body: { code, secret } })
    const body: unknown = await answer.json()
    return answer.status === 200 ? companySession.answer.parse(body) : failure.parse(body).code
  }

  async function sessionOf(username: string) {
    const outcome = await come(username)
    if (typeof outcome === 'string') throw new Error(outcome)
    return outcome
  }

  test('a person signs in by code and PKCE and gets the account of the mapped role', async () => {
    await keep('ann', ['all', 'leads'])
    const session = await sessionOf('ann')
    expect(session).toMatchObject({
      username: 'ann@northfield.example',
      firstName: 'ann',
      role: 'clientAdmin',
      clientId: 1,
    })
    const joined = await open.server.ask(identities.path, { token: session.accessToken })
    expect(identities.answer.parse(await joined.json())).toMatchObject({
      identities: [{ name: 'Northfield', issuer: glewlwyd.issuer }],
    })
    await keep('ann', ['all'])
    expect(await come('ann')).toMatchObject({ id: session.id, role: 'user' })
  })

  test('a wrong client secret is refused with the sentence that says so', async () => {
    await keep('ben', ['all'])
    await open.update(id, { ...form, secret: 'q3Zt-0_w.8xC' })
    expect(await come('ben')).toBe('company.clientRefused')
    expect(errorCatalogue['company.clientRefused'].message).toBe(
      'Your company does not accept the client ID or secret of this installation.',
    )
    await open.update(id, form)
    expect(await come('ben')).toMatchObject({ role: 'user' })
  })

  test('an address that it does not say is verified makes no account', async () => {
    await keep('cleo', ['all'], false)
    expect(await come('cleo')).toBe('company.notVerified')
  })

  test('a person who is disabled here gets no session', async () => {
    await keep('dora', ['all'])
    expect(await come('dora')).toMatchObject({ role: 'user' })
    await db()
      .updateTable('user_account')
      .set({ enabled: false })
      .where('email', '=', 'dora@northfield.example')
      .execute()
    expect(await come('dora')).toBe('company.accountDisabled')
  })

  test('it is queried again by its refresh token, and says when the groups have changed', async () => {
    await keep('eve', ['all'])
    const { accessToken: token } = await sessionOf('eve')
    const { management, company, log, now } = open.server.deps
    const holds = async () => (await open.server.ask(identities.path, { token })).status
    const askAll = async () => {
      open.ahead += companyLimits.askMinutes * 60_000 + 1
      // A question is for who uses its session.
      expect(await holds()).toBe(200)
      await askCompanies({ management, company, log, now })
      open.ahead += 3_000
    }
    await askAll()
    await askAll()
    expect(await holds()).toBe(200)
    await keep('eve', ['leads'])
    await askAll()
    expect(await holds()).toBe(401)
    expect(await come('eve')).toMatchObject({ role: 'clientAdmin' })
  })

  test('another key of it is found a minute later, and a restart in between changes nothing', async () => {
    await keep('fay', ['all'])
    let at = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => at)
    // What was read of it before is read anew.
    await open.update(id, { ...form, name: 'Northfield keys' })
    const { id: account } = await sessionOf('fay')
    await glewlwyd.rotateKey()
    expect(await come('fay')).toBe('company.signature')
    at += 61_000
    expect(await come('fay')).toMatchObject({ id: account })
    await glewlwyd.restart()
    expect(await come('fay')).toMatchObject({ id: account })
  })
})
