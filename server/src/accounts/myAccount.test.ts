import {
  account,
  endOtherSessions,
  endOwnSession,
  failure,
  ownSessions,
  provider,
  session,
  setAccount,
  setAccountEmail,
  setAccountPassword,
  setSignInSettings,
} from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let mails: MailServer
let server: TestServer
let ahead = 0

beforeAll(async () => {
  mails = await openMailServer()
  server = await openTestServer({
    now: () => Date.now() + ahead,
    env: {
      ...{ PUBLIC_URL: 'http://10.0.0.7:8080', SMTP_URL: mails.url },
      ...{ MAIL_FROM: 'p@test.example', PASSWORD_MIN_LENGTH: '6' },
    },
  })
})
afterAll(async () => {
  await server?.close()
  await mails?.close()
})

const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1'

async function come(username: string, browser = linux, password = 'packboard') {
  const answer = await server.ask('/api/auth/packboard-signin', {
    body: { username, password },
    headers: { 'user-agent': browser },
  })
  return session.parse(await answer.json()).accessToken
}

type Call = { readonly method: string; readonly path: string }
async function ask(call: Call, token: string, { body, id }: { body?: unknown; id?: number } = {}) {
  const path = call.path.replace(':id', String(id))
  const answer = await server.ask(path, { method: call.method, token, body })
  const given: unknown = await answer.json()
  return { status: answer.status, body: given, code: failure.safeParse(given).data?.code }
}
const sessionsOf = async (token: string) =>
  ownSessions.answer.parse((await ask(ownSessions, token)).body).sessions
const textsTo = (username: string) =>
  mails.arrived
    .filter(({ to }) => to.includes(`${username}@packboard.example`))
    .map(({ text }) => text)
    .join('\n')

test('one reads and renames oneself; an address in a name is refused, because it stands in letters', async () => {
  const token = await come('engineer')
  const own = account.answer.parse((await ask(account, token)).body)
  expect(own).toMatchObject({
    ...{ username: 'engineer', hasPassword: true, pendingEmail: null },
    // The demo asks for no factor, and passkeys need a name.
    factors: { mode: 'off', wanted: false, dueAt: null, passkeysAt: null, passkeyObstacle: 'name' },
  })
  const rename = (firstName: string) =>
    ask(setAccount, token, { body: { firstName, lastName: 'Berg' } })
  expect((await rename('see https://evil.example')).code).toBe('request.invalid')
  expect((await rename('')).code).toBe('request.invalid')
  expect((await rename('Anna')).status).toBe(200)
  expect((await ask(account, token)).body).toMatchObject({ firstName: 'Anna', lastName: 'Berg' })
})

test('another address gets a link and the old one a notice; it wants a confirmation', async () => {
  const token = await come('engineer')
  const change = () => ask(setAccountEmail, token, { body: { email: 'new@test.example' } })
  expect((await change()).status).toBe(200)
  await expect
    .poll(() => mails.arrived.some(({ to }) => to.includes('new@test.example')))
    .toBe(true)
  await expect.poll(() => textsTo('engineer')).toContain('new@test.example')
  ahead += 10 * 60_000
  expect((await change()).code).toBe('factor.confirm')
})

test('sessions have browser, system and network; one is ended, and then all others', async () => {
  const token = await come('user')
  const other = await come('user', phone)
  const third = await come('user', '')
  const neighbour = await come('engineer')
  const [foreign] = await sessionsOf(neighbour)
  const found = await sessionsOf(token)
  expect(found.map(({ browser, system, device }) => [browser, system, device])).toEqual(
    expect.arrayContaining([
      ['Firefox', 'Linux', 'computer'],
      ['Safari', 'iOS', 'phone'],
    ]),
  )
  expect(found.filter(({ current }) => current)).toMatchObject([
    { browser: 'Firefox', way: 'password', address: '127.0.0.1', network: '127.0.0.1' },
  ])
  const id = found.find(({ system }) => system === 'iOS')?.id ?? 0
  expect((await ask(endOwnSession, token, { id: foreign?.id ?? 0 })).code).toBe('session.notFound')
  expect((await ask(endOwnSession, token, { id })).status).toBe(200)
  ahead += 5_000
  expect((await ask(account, other)).status).toBe(401)
  expect((await ask(endOtherSessions, token)).body).toMatchObject({ ended: 1 })
  ahead += 5_000
  expect((await ask(account, third)).status).toBe(401)
  expect((await ask(account, token)).status).toBe(200)
  expect((await ask(account, neighbour)).status).toBe(200)
})

test('the present password chooses the next one by the rules of new ones, and goes on under a new token', async () => {
  const token = await come('user')
  const other = await come('user', phone)
  const change = (oldPassword: string, newPassword: string) =>
    ask(setAccountPassword, token, { body: { oldPassword, newPassword } })
  expect((await change('guess', 'another secret')).code).toBe('password.wrong')
  expect((await change('packboard', 'five5')).code).toBe('password.refused')
  const changed = await change('packboard', 'another secret')
  const { accessToken: next, username } = session.parse(changed.body)
  expect(username).toBe('user')
  ahead += 5_000
  for (const ended of [token, other]) expect((await ask(account, ended)).status).toBe(401)
  expect((await ask(account, next)).status).toBe(200)
  await expect.poll(() => textsTo('user')).toContain('password of your account was changed')
  const back = { oldPassword: 'another secret', newPassword: 'packboard' }
  expect((await ask(setAccountPassword, next, { body: back })).status).toBe(200)
})

test('a sign-in from a new place is written to the owner, the usual one is not', async () => {
  await come('clientadmin')
  await come('clientadmin')
  await come('clientadmin', phone)
  await expect
    .poll(() => textsTo('clientadmin'))
    .toContain('Safari on iOS from the address 127.0.0.1')
  expect(textsTo('clientadmin')).not.toContain('Firefox')
})

test('a notice is read before the sign-in, and a shorter time without use ends open sessions', async () => {
  const token = await come('admin')
  const body = { notice: 'Authorised use only.', idleMinutes: 5 }
  expect((await ask(setSignInSettings, token, { body })).status).toBe(200)
  expect((await ask(provider, '')).body).toMatchObject({ notice: 'Authorised use only.' })
  ahead += 5 * 60_000 + 5_000
  expect((await ask(account, token)).status).toBe(401)
  const long = { ...body, notice: 'x'.repeat(2_001) }
  const fresh = await come('admin')
  expect((await ask(setSignInSettings, fresh, { body: long })).code).toBe('request.invalid')
})
