import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { companySignIn } from './0006-company-sign-in.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
  await runSql(opened.management, provider('first', 1))
  await runSql(opened.management, provider('second', 2))
  await runSql(opened.management, domain('first', 'one.example', true))
})
afterAll(() => opened?.close())

const provider = (name: string, client: number, columns = '', values = '') =>
  `insert into identity_provider (name, client_id, issuer, oidc_client_id, scopes, role_claim, first_sign_in, created_at ${columns})
   values ('${name}', ${client}, 'https://login.example', 'packboard', 'openid', 'groups', 'approval', now() ${values})`
const domain = (name: string, of: string, isProven: boolean) =>
  `insert into identity_provider_domain (identity_provider_id, domain, proof, proven_at)
   select id, '${of}', 'text', ${isProven ? 'now()' : 'null'} from identity_provider where name = '${name}'`
const person = (subject: string, username: string) =>
  `insert into identity (issuer, subject, user_id, linked_at)
   select 'https://login.example', '${subject}', id, now() from user_account where username = '${username}'`

const check = '23514'
const unique = '23505'

test.each([
  ['a provider of two owners', provider('both', 1, ', distributor_id', ', 1'), check],
  [
    'a forced domain without an account that stays open',
    provider('hard', 1, ', forced', ', true'),
    check,
  ],
  ['a domain that another provider has proven', domain('second', 'one.example', true), unique],
  ['a domain in capital letters', domain('second', 'Two.example', false), check],
  ['a person without a subject', person('', 'user'), check],
])('%s is refused by the store itself', async (_what, text, code) => {
  expect(companySignIn.version).toBe(6)
  await expect(runSql(opened.management, text)).rejects.toMatchObject({ code })
})

test('two providers may wait for one domain, and issuer and subject are one account', async () => {
  await runSql(opened.management, domain('second', 'one.example', false))
  await runSql(opened.management, person('ann', 'user'))
  await expect(runSql(opened.management, person('ann', 'engineer'))).rejects.toMatchObject({
    code: unique,
  })
})

test('a deleted provider ends its sessions and keeps who is whose account', async () => {
  const run = (text: string) => runSql<{ count: number }>(opened.management, text)
  await run(
    `update identity set identity_provider_id = (select id from identity_provider where name = 'second')`,
  )
  await run(`insert into session (token_hash, user_id, created_at, last_seen_at, idle_ms, expires_at, browser_saved, way, identity_provider_id)
    select sha256('x'), u.id, now(), now(), 1, now() + interval '1 day', false, 'company', p.id
    from user_account u, identity_provider p where u.username = 'user' and p.name = 'second'`)
  await run(`delete from identity_provider where name = 'second'`)
  expect(await run('select count(*)::int from session')).toEqual([{ count: 0 }])
  expect(
    await run('select count(*)::int from identity where identity_provider_id is null'),
  ).toEqual([{ count: 1 }])
})
