import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { createSession, findSession } from '../sessions/sessions.ts'
import {
  companyConfirmed,
  endSessionsByCompany,
  endUnanswered,
  keepCompanySession,
  providerOfSession,
  takeDueSessions,
} from './companySessions.ts'
import { providerForSignIn, type SignInProvider } from './identityProviders.ts'

/** Sessions of two companies, each with a person of its own client. */
let opened: TestManagement
let now = Date.now()
const minute = 60_000
let first: SignInProvider
let second: SignInProvider

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  await run(`insert into user_account (username, group_id, client_id) values ('neighbour', 3, 2)`)
  for (const client of [1, 2]) {
    await run(`insert into identity_provider (name, client_id, issuer, oidc_client_id, scopes, role_claim, roles, first_sign_in, created_at, enabled)
      values ('Company', ${client}, 'https://login${client}.example', 'packboard', 'openid', 'groups',
        '[{"value":"leads","role":"clientAdmin","distributorId":null},{"value":"all","role":"user","distributorId":null}]', 'approval', now(), true)`)
  }
  await run(`insert into identity (issuer, subject, user_id, identity_provider_id, linked_at)
    select 'https://login1.example', 'ann', id, 1, now() from user_account where username = 'user'
    union all select 'https://login2.example', 'ann', id, 2, now() from user_account where username = 'neighbour'`)
  const found = await Promise.all([1, 2].map((id) => providerForSignIn(opened.management, id)))
  if (!found[0] || !found[1]) throw new Error('no providers')
  ;[first, second] = [found[0], found[1]]
})
afterAll(() => opened?.close())
beforeEach(() => run('delete from session'))

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const idOf = async (username: string) =>
  (await run<{ id: number }>(`select id from user_account where username = '${username}'`))[0]
    ?.id ?? 0

async function open(username: string, provider: SignInProvider, refreshToken: string | null = 'r') {
  const token = await createSession(opened.management, {
    userId: await idOf(username),
    role: 'user',
    browserSaved: true,
    way: 'company',
    confirmedAt: null,
    identityProviderId: provider.id,
    providerSession: `sid of ${username}`,
  })
  await keepCompanySession(opened.management, { token, refreshToken })
  return token
}
const holds = async (token: string) => (await findSession(opened.management, token)) !== undefined

test('a session that is used is due once in fifteen minutes, for one process alone', async () => {
  const token = await open('user', first)
  expect(await providerOfSession(opened.management, token)).toBe(first.id)
  now += 15 * minute + 1
  // Nobody has used it since.
  expect(await takeDueSessions(opened.management)).toEqual([])
  expect(await holds(token)).toBe(true)
  const taken = await Promise.all([1, 2, 3].map(() => takeDueSessions(opened.management)))
  expect(taken.flat()).toMatchObject([{ identityProviderId: first.id, refreshToken: 'r' }])
  now += 14 * minute
  expect(await holds(token)).toBe(true)
  expect(await takeDueSessions(opened.management)).toEqual([])
  const stored = JSON.stringify(await run('select k::text from company_session k'))
  expect(stored).not.toContain('"r"')
})

test('what the company says now is given: another role ends the sessions, another person ends this one', async () => {
  const token = await open('user', first)
  now += 15 * minute + 1
  await holds(token)
  const [due] = await takeDueSessions(opened.management)
  if (!due) throw new Error('none is due')
  const answer = { subject: 'ann', roleValues: ['all'], refreshToken: 'next' }
  expect(await companyConfirmed(opened.management, first, due, answer)).toBe(true)
  expect(await holds(token)).toBe(true)
  const stranger = { ...answer, subject: 'eve' }
  expect(await companyConfirmed(opened.management, first, due, stranger)).toBe(false)
  expect(await holds(token)).toBe(false)

  const other = await open('user', first)
  now += 15 * minute + 1
  await holds(other)
  const [again] = await takeDueSessions(opened.management)
  if (!again) throw new Error('none is due')
  const raised = { ...answer, roleValues: ['leads'] }
  expect(await companyConfirmed(opened.management, first, again, raised)).toBe(false)
  expect(await holds(other)).toBe(false)
  expect(await run(`select group_id from user_account where username = 'user'`)).toEqual([
    { group_id: 2 },
  ])
  await run(`update user_account set group_id = 3 where username = 'user'`)
})

test('a company ends its own sessions alone: those of a person, or one', async () => {
  const [one, two] = [await open('user', first), await open('user', first)]
  const neighbour = await open('neighbour', second)
  const end = (provider: SignInProvider, providerSession: string | null, subject: string | null) =>
    endSessionsByCompany(opened.management, provider, { providerSession, subject })
  expect(await end(first, null, null)).toBe(0)
  expect(await end(first, null, 'nobody')).toBe(0)
  expect(await end(first, 'sid of neighbour', null)).toBe(0)
  expect(await end(first, null, 'ann')).toBe(2)
  expect([await holds(one), await holds(two), await holds(neighbour)]).toEqual([false, false, true])
  expect(await end(second, 'sid of neighbour', null)).toBe(1)
})

test('without an answer of its company a session ends after eight hours', async () => {
  const silent = await open('user', first, null)
  const neighbour = await open('neighbour', second)
  now += 8 * 60 * minute - 1
  await holds(silent)
  await holds(neighbour)
  expect(await endUnanswered(opened.management)).toBe(0)
  const [due] = await takeDueSessions(opened.management)
  if (!due) throw new Error('none is due')
  const answer = { subject: 'ann', roleValues: ['all'], refreshToken: null }
  expect(await companyConfirmed(opened.management, second, due, answer)).toBe(true)
  now += 1
  expect(await endUnanswered(opened.management)).toBe(1)
  expect([await holds(silent), await holds(neighbour)]).toEqual([false, true])
})
