import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import {
  demandLinkable,
  identitiesOf,
  isIdentityOf,
  linkIdentity,
  unlinkIdentity,
} from './identities.ts'
import { providerForSignIn, type SignInProvider } from './identityProviders.ts'

/** A company of client 1, one of client 2, one of distributor 1, and one of the installation. */
let opened: TestManagement
const companies = new Map<string, SignInProvider>()
let ids: ReadonlyMap<string, number>

beforeAll(async () => {
  opened = await openTestManagement()
  for (const [name, client, distributor] of [
    ['one', '1', 'null'],
    ['two', '2', 'null'],
    ['of distributor', 'null', '1'],
    ['of staff', 'null', 'null'],
  ]) {
    const [made] = await run<{ id: number }>(`insert into identity_provider
      (name, client_id, distributor_id, issuer, oidc_client_id, scopes, role_claim, first_sign_in, created_at, enabled)
      values ('${name}', ${client}, ${distributor}, 'https://${name?.replace(' ', '-')}.example', 'packboard', 'openid',
        'groups', 'approval', now(), true) returning id`)
    const found = await providerForSignIn(opened.management, made?.id ?? 0)
    if (found && name) companies.set(name, found)
  }
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(() => run('delete from identity'))

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const company = (name: string): SignInProvider => {
  const found = companies.get(name)
  if (!found) throw new Error(name)
  return found
}
const idOf = (username: string) => ids.get(username) ?? 0

test.each([
  ['user', ['one']],
  ['clientadmin', ['one']],
  ['engineer', ['one']],
  ['distributor', ['of distributor', 'of staff']],
  ['admin', ['of staff']],
])('%s may join %j and nothing else', async (username, expected) => {
  const userId = idOf(username)
  const { providers } = await identitiesOf(opened.management, userId)
  expect(providers.map(({ name }) => name)).toEqual(expected)
  for (const [name, provider] of companies) {
    const joining = demandLinkable(opened.management, provider, userId)
    if (expected.includes(name)) expect((await joining).id).toBe(provider.id)
    else await expect(joining).rejects.toMatchObject({ code: 'company.notFound', status: 404 })
  }
})

test('issuer and subject are one account’s, for ever', async () => {
  const join = (username: string) =>
    linkIdentity(opened.management, company('one'), {
      subject: 'ann',
      email: 'ann@one.example',
      userId: idOf(username),
    })
  await join('user')
  await join('user')
  await expect(join('engineer')).rejects.toMatchObject({ code: 'company.linkTaken' })
  const isOf = (username: string, issuer = company('one').issuer) =>
    isIdentityOf(opened.management, { issuer, subject: 'ann', userId: idOf(username) })
  expect([
    await isOf('user'),
    await isOf('engineer'),
    await isOf('user', 'https://evil.example'),
  ]).toEqual([true, false, false])
  // A deleted company leaves it as it is.
  const [kept] = (await identitiesOf(opened.management, idOf('user'))).identities
  expect(kept).toMatchObject({ name: 'one', email: 'ann@one.example', lastAt: null })
})

test('nobody parts the company of another, and the only way in is not cut off', async () => {
  await linkIdentity(opened.management, company('one'), {
    subject: 'ann',
    email: null,
    userId: idOf('user'),
  })
  const [mine] = (await identitiesOf(opened.management, idOf('user'))).identities
  const part = (username: string) =>
    unlinkIdentity(opened.management, { userId: idOf(username), username }, mine?.id ?? 0)
  await expect(part('engineer')).rejects.toMatchObject({ code: 'identity.notFound', status: 404 })
  const [before] = await run<{ password_hash: string }>(
    `select password_hash from user_account where username = 'user'`,
  )
  await run(`update user_account set password_hash = null where username = 'user'`)
  await expect(part('user')).rejects.toMatchObject({ code: 'company.onlyWay' })
  await runSql(
    opened.management,
    `update user_account set password_hash = $1 where username = 'user'`,
    [before?.password_hash],
  )
  await run(`insert into session (token_hash, user_id, created_at, last_seen_at, idle_ms, expires_at, browser_saved, way, identity_provider_id)
    select sha256(way::bytea), ${idOf('user')}, now(), now(), 1000, now() + interval '1 day', true, way, provider
    from (values ('company', ${company('one').id}), ('password', null::int)) as t (way, provider)`)
  await part('user')
  expect(await run('select way from session')).toEqual([{ way: 'password' }])
  expect((await identitiesOf(opened.management, idOf('user'))).identities).toEqual([])
  expect(
    await run(`select action from audit_log where entity = 'identity' order by id desc limit 1`),
  ).toEqual([{ action: 'delete' }])
})
