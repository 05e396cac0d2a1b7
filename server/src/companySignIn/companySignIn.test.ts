// @slow

import {
  companySession,
  confirmIdentity,
  deleteIdentityProvider,
  findCompany,
  finishCompany,
  identities,
  identityProviders,
  linkIdentity,
  provider as providerCall,
  tryIdentityProvider,
} from '@packboard/contract'
import { runSql, tables } from '@packboard/management/testing'
import { companyLimits } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  browserSecret,
  type CompanyServer,
  openCompanyServer,
  publicUrl,
  startOf,
} from '../../testing/companyBrowser.ts'
import { askCompanies } from './askCompanies.ts'

/** Sign-in by a company, whose server is the real `oidc-provider`: what is meant to work. The attacks are in `attacks.test.ts`. */
let open: CompanyServer
let northfield: number

beforeAll(async () => {
  open = await openCompanyServer()
  northfield = await open.add()
})
afterAll(() => open?.close())
beforeEach(() => {
  // Steps of one address are limited.
  open.ahead += 120_000
  for (const subject of ['ann', 'ben', 'cleo', 'dora', 'engineer', 'admin', 'eve']) {
    open.company.members.set(subject, {
      email: `${subject}@northfield.example`,
      email_verified: true,
      given_name: subject,
      groups: [],
    })
  }
})

const db = () => tables(open.server.deps.management)
const accountOf = (email: string) =>
  db().selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirst()
const setEmail = (username: string, email: string) =>
  db().updateTable('user_account').set({ email }).where('username', '=', username).execute()
const lastAudit = async (entity: string) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'client_id', 'after', 'before'])
    .where('entity', '=', entity)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('a first sign-in makes an account with the role of its claims, and the next one finds it', async () => {
  const answer = await open.come(northfield, 'ann')
  expect(answer.status).toBe(200)
  const session = companySession.answer.parse(await answer.json())
  expect(session).toMatchObject({
    username: 'ann@northfield.example',
    firstName: 'ann',
    role: 'user',
    clientId: 1,
  })
  expect(await lastAudit('identity')).toMatchObject({
    action: 'create',
    client_id: 1,
    after: { identityProvider: northfield, subject: 'ann' },
  })
  const again = companySession.answer.parse(await (await open.come(northfield, 'ann')).json())
  expect(again.id).toBe(session.id)
  expect(await lastAudit('session')).toMatchObject({ action: 'signIn', after: { way: 'company' } })
  // The session is one like any other.
  const joined = await open.server.ask(identities.path, { token: session.accessToken })
  expect(identities.answer.parse(await joined.json())).toMatchObject({
    identities: [{ name: 'Northfield', issuer: open.company.issuer }],
    providers: [],
  })
})

test('a verified address of the company joins the account that there is', async () => {
  await setEmail('engineer', 'engineer@northfield.example')
  const before = await accountOf('engineer@northfield.example')
  // Given by hand and by no row: it stays.
  expect(await open.outcome(northfield, 'engineer')).toBe('engineer')
  expect((await accountOf('engineer@northfield.example'))?.id).toBe(before?.id)
  // By issuer and subject for ever: the address may change on both sides.
  await setEmail('engineer', 'engineer@packboard.example')
  open.company.members.set('engineer', { email: 'other@elsewhere.example' })
  expect(await open.outcome(northfield, 'engineer')).toBe('engineer')
})

test('a change of the role at the company comes with the next sign-in and with the next question', async () => {
  expect(await open.outcome(northfield, 'ben')).toBe('user')
  const { accessToken: token } = companySession.answer.parse(
    await (await open.come(northfield, 'ben')).json(),
  )
  const holds = async () => (await open.server.ask(identities.path, { token })).status
  const { management, company, log, now } = open.server.deps
  const askAll = () => askCompanies({ management, company, log, now })
  open.company.members.set('ben', { ...open.company.members.get('ben'), groups: ['leads'] })
  const before = open.company.requests('/token')
  await askAll()
  expect(open.company.requests('/token')).toBe(before)
  open.ahead += companyLimits.askMinutes * 60_000 + 1
  // A question is for who uses its session.
  expect(await holds()).toBe(200)
  await askAll()
  expect(open.company.requests('/token')).toBe(before + 1)
  expect(await accountOf('ben@northfield.example')).toMatchObject({ group_id: 2 })
  open.ahead += 3_000
  expect(await holds()).toBe(401)
  expect(await open.outcome(northfield, 'ben')).toBe('clientAdmin')
})

test('a person who was deleted at the company is out with the next question', async () => {
  const { accessToken: token } = companySession.answer.parse(
    await (await open.come(northfield, 'cleo')).json(),
  )
  const { management, company, log, now } = open.server.deps
  const holds = async () => (await open.server.ask(identities.path, { token })).status
  open.ahead += companyLimits.askMinutes * 60_000 + 1
  expect(await holds()).toBe(200)
  // While it is away nobody is out.
  open.company.intercept('/token', (_request, response) => response.writeHead(502).end())
  await askCompanies({ management, company, log, now })
  open.ahead += companyLimits.askMinutes * 60_000 + 1
  expect(await holds()).toBe(200)
  open.company.members.delete('cleo')
  await askCompanies({ management, company, log, now })
  open.ahead += 3_000
  expect(await holds()).toBe(401)
  expect(await lastAudit('session')).toMatchObject({
    action: 'signOut',
    after: { reason: 'refused' },
  })
})

test('a session that its company does not confirm for eight hours ends', async () => {
  const { accessToken: token } = companySession.answer.parse(
    await (await open.come(northfield, 'ann')).json(),
  )
  const { management, company, log, now } = open.server.deps
  open.ahead += companyLimits.unansweredHours * 3_600_000
  await db()
    .updateTable('session')
    .set({ last_seen_at: new Date(now()) })
    .execute()
  await db().updateTable('company_session').set({ refresh: null }).execute()
  await askCompanies({ management, company, log, now })
  expect((await open.server.ask(identities.path, { token })).status).toBe(401)
})

test('a disabled person is out within five seconds, and stays out', async () => {
  const { accessToken: token } = companySession.answer.parse(
    await (await open.come(northfield, 'dora')).json(),
  )
  await db()
    .updateTable('user_account')
    .set({ enabled: false })
    .where('email', '=', 'dora@northfield.example')
    .execute()
  open.ahead += 3_000
  expect((await open.server.ask(identities.path, { token })).status).toBe(401)
  expect(await open.outcome(northfield, 'dora')).toBe('company.accountDisabled')
})

test('where first sign-ins wait, an account without role and client is made', async () => {
  await open.update(northfield, { firstSignIn: 'approval' })
  expect(await open.outcome(northfield, 'eve')).toBe('signin.pending')
  expect(await accountOf('eve@northfield.example')).toMatchObject({
    group_id: null,
    client_id: null,
    password_hash: null,
  })
  expect(await open.outcome(northfield, 'eve')).toBe('signin.pending')
  await db()
    .updateTable('user_account')
    .set({ group_id: 3, client_id: 1 })
    .where('email', '=', 'eve@northfield.example')
    .execute()
  expect(await open.outcome(northfield, 'eve')).toBe('user')
  await open.update(northfield)
})

test('the company is found by the domain of an address alone', async () => {
  const find = async (email: string) => {
    const answer = await open.server.ask(findCompany.path, { body: { email } })
    return findCompany.answer.parse(await answer.json())
  }
  const start = `/api/auth/oidc/${northfield}/start`
  // Whether there is such an account is not said.
  expect(await find('ann@northfield.example')).toEqual({ start })
  expect(await find('nobody@Northfield.example')).toEqual({ start })
  expect(await find('ann@sub.northfield.example')).toBe(null)
  expect(await find('northfield.example')).toBe(null)
})

test('the login page learns of the only company, and of several nothing but that', async () => {
  const offered = async () =>
    providerCall.answer.parse(await (await open.server.ask(providerCall.path)).json()).company
  expect(await offered()).toEqual({ start: `/api/auth/oidc/${northfield}/start` })
  const second = await open.add({ clientId: 2, domains: ['norsk.example'] })
  expect(await offered()).toEqual({ start: null })
  await open.server.ask(deleteIdentityProvider.path.replace(':id', String(second)), {
    method: 'DELETE',
    token: await open.token('admin'),
  })
})

test('a forced domain leads to the company, and one account stays open', async () => {
  await setEmail('user', 'user@northfield.example')
  await setEmail('clientadmin', 'clientadmin@northfield.example')
  const { id: breakGlassUserId } = await db()
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'clientadmin')
    .executeTakeFirstOrThrow()
  const forced = await open.update(northfield, { forced: true, breakGlassUserId })
  expect([forced.status, await forced.text()]).toEqual([200, expect.any(String)])
  const signIn = async (username: string, password: string) => {
    open.ahead += 61_000
    const answer = await open.server.ask('/api/auth/packboard-signin', {
      body: { username, password },
    })
    const body: { code?: string; role?: string } = JSON.parse(await answer.text())
    return body.code ?? body.role
  }
  expect(await signIn('user', 'packboard')).toBe('signin.company')
  expect(await signIn('user', 'guess')).toBe('signin.failed')
  // By the domain alone: nobody learns which addresses have an account, or which one is open.
  for (const name of ['user', 'nobody', 'clientadmin']) {
    expect(await signIn(`${name}@northfield.example`, 'guess')).toBe('signin.company')
  }
  expect(await signIn('clientadmin', 'packboard')).toBe('clientAdmin')
  // Another tenant's account with such an address, and an admin who is not joined, are no people of this company.
  await setEmail('neighbour', 'neighbour@northfield.example')
  await setEmail('admin', 'admin@northfield.example')
  expect(await signIn('admin', 'packboard')).toBe('admin')
  // While the company is away, the sentence does not offer what is not allowed.
  await open.update(northfield, { forced: true, breakGlassUserId, name: 'Northfield 2' })
  open.company.intercept('/.well-known/openid-configuration', (_request, response) =>
    response.writeHead(503).end(),
  )
  expect(await open.outcome(northfield, 'ann')).toBe('company.awayForced')
  await open.update(northfield)
  open.company.intercept('/.well-known/openid-configuration', (_request, response) =>
    response.writeHead(503).end(),
  )
  expect(await open.outcome(northfield, 'ann')).toBe('company.away')
  expect(await signIn('user', 'packboard')).toBe('user')
})

test('a signed-in person joins its company to the account; an admin that of the installation', async () => {
  const staff = await open.add({
    clientId: null,
    name: 'Provider',
    roles: [{ value: '*', role: 'distributor', distributorId: 1 }],
    domains: ['provider.example'],
  })
  const token = await open.token('admin')
  const offered = identities.answer.parse(
    await (await open.server.ask(identities.path, { token })).json(),
  )
  expect(offered).toEqual({ identities: [], providers: [{ id: staff, name: 'Provider' }] })
  open.company.members.set('root', { email: 'root@provider.example', email_verified: true })
  open.company.present = 'root'
  const { secret, challenge } = browserSecret()
  const begun = await open.server.ask(linkIdentity.path, {
    token,
    body: { identityProviderId: staff, challenge },
  })
  const { address } = linkIdentity.answer.parse(await begun.json())
  const { code } = await open.follow(address)
  const done = await open.server.ask(finishCompany.path, { token, body: { code, secret } })
  expect(await done.json()).toEqual({ kind: 'link' })
  // No claim has made it an admin, and none takes it.
  expect(await open.outcome(staff, 'root')).toBe('admin')
})

test('Try it shows the claims and what would happen, and changes nothing', async () => {
  const token = await open.token('admin')
  const people = () => db().selectFrom('user_account').select('id').execute()
  const before = (await people()).length
  open.company.members.set('fay', {
    email: 'fay@northfield.example',
    email_verified: true,
    groups: ['leads', 'all'],
  })
  open.company.present = 'fay'
  const { secret, challenge } = browserSecret()
  const path = tryIdentityProvider.path.replace(':id', String(northfield))
  const begun = await open.server.ask(path, { token, body: { challenge } })
  const { address } = tryIdentityProvider.answer.parse(await begun.json())
  const { code } = await open.follow(address)
  const answer = await open.server.ask(finishCompany.path, { token, body: { code, secret } })
  const tried = finishCompany.answer.parse(await answer.json())
  expect(tried).toMatchObject({
    kind: 'try',
    identityProviderId: northfield,
    roleValues: ['leads', 'all'],
    asksAgain: true,
    outcome: {
      what: 'create',
      username: 'fay@northfield.example',
      role: 'clientAdmin',
      refusal: null,
    },
  })
  expect(tried.kind === 'try' && tried.claims).toContainEqual({
    name: 'groups',
    value: '["leads","all"]',
  })
  expect((await people()).length).toBe(before)
})

test('in a session of the company, the company confirms who it is', async () => {
  const { accessToken: token } = companySession.answer.parse(
    await (await open.come(northfield, 'ann')).json(),
  )
  const { secret, challenge } = browserSecret()
  const body = { identityProviderId: northfield, challenge }
  const link = () => open.server.ask(linkIdentity.path, { token, body })
  expect(await (await link()).json()).toMatchObject({ code: 'factor.confirm' })
  const begun = await open.server.ask(`${confirmIdentity.path}/company`, {
    token,
    body: { challenge },
  })
  const { address } = linkIdentity.answer.parse(await begun.json())
  expect(new URL(address).searchParams.get('max_age')).toBe('0')
  const { code } = await open.follow(address)
  const done = await open.server.ask(finishCompany.path, { token, body: { code, secret } })
  expect(await done.json()).toEqual({ kind: 'confirm' })
  expect((await link()).status).toBe(200)
  const [entry] = await runSql(
    open.server.deps.management,
    "select actor_name, after->>'factor' as factor from audit_log where action = 'confirm' order by id desc limit 1",
  )
  expect(entry).toEqual({ actor_name: expect.stringMatching(/ann/), factor: 'company' })
})

test('back-channel sign-out ends the sessions of a person within five seconds, and no other', async () => {
  const of = async (subject: string) =>
    companySession.answer.parse(await (await open.come(northfield, subject)).json()).accessToken
  const [ann, ben] = [await of('ann'), await of('ben')]
  const holds = async (token: string) => (await open.server.ask(identities.path, { token })).status
  const { ahead } = open
  open.ahead = 0
  await open.company.signOut('ann')
  open.ahead = ahead + 3_000
  expect(await holds(ann)).toBe(401)
  expect(await holds(ben)).toBe(200)
  expect(await lastAudit('session')).toMatchObject({
    action: 'signOut',
    client_id: 1,
    after: { reason: 'backChannel' },
  })
})

test('a provider that is switched off ends its sessions; deleted, it leaves the accounts', async () => {
  const token = companySession.answer.parse(
    await (await open.come(northfield, 'ann')).json(),
  ).accessToken
  await open.update(northfield, { enabled: false })
  open.ahead += 3_000
  expect((await open.server.ask(identities.path, { token })).status).toBe(401)
  expect(await open.outcome(northfield, 'ann')).toBe('company.notOffered')
  await open.update(northfield)
})

test('nothing secret is in the log, in an answer or in an address that is logged', async () => {
  const { secret, challenge } = browserSecret()
  open.company.present = 'ann'
  const { code } = await open.follow(startOf(northfield, challenge))
  const answer = await open.server.ask(companySession.path, { body: { code, secret } })
  const { accessToken } = companySession.answer.parse(await answer.json())
  const listed = await open.server.ask(identityProviders.path, { token: await open.token('admin') })
  const shown = identityProviders.answer.parse(await listed.json())
  expect(shown.providers.find(({ id }) => id === northfield)).toMatchObject({
    secret: 'set',
    redirectUri: `${publicUrl}/api/auth/oidc/${northfield}/callback`,
  })
  const log = open.server.lines.join('\n')
  const said = JSON.stringify(shown)
  for (const hidden of [open.company.secret, accessToken, code, secret]) {
    expect(log.includes(hidden)).toBe(false)
    expect(said.includes(hidden)).toBe(false)
  }
  const stored = JSON.stringify(await db().selectFrom('identity_provider').selectAll().execute())
  expect(stored.includes(open.company.secret)).toBe(false)
})
