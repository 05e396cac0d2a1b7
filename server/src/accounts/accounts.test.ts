// @slow

import { outbox as outboxCall, provider, users } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { rawRequest } from '../../testing/rawRequest.ts'
import { limits } from '../http/limits.ts'
import { linkAddress } from './letters.ts'

/**
 * Two installations: one with a real mail server, longer passwords and no registration; one with the defaults, with its
 * outbox. The clock advances before each request that is limited by address.
 */
const screens = 'https://packboard.example'
let mails: MailServer
let strict: TestServer
let plain: TestServer
let ahead = 0

beforeAll(async () => {
  mails = await openMailServer()
  const now = () => Date.now() + ahead
  strict = await openTestServer({
    now,
    env: {
      SMTP_URL: mails.url,
      PUBLIC_URL: screens,
      MAIL_FROM: 'Packboard <packboard@test.example>',
      SIGNUP: 'off',
      PASSWORD_MIN_LENGTH: '6',
    },
  })
  plain = await openTestServer({ now })
}, 120_000)
afterAll(async () => {
  await strict?.close()
  await plain?.close()
  await mails?.close()
})

/** A person of client 1 who has no password yet. */
async function add(server: TestServer, username: string): Promise<number> {
  const { id } = await tables(server.deps.management)
    .insertInto('user_account')
    .values({
      username,
      email: `${username}@test.example`,
      first_name: 'Ann',
      group_id: 3,
      client_id: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function reported(answer: Response) {
  const body: unknown = await answer.json()
  return [answer.status, body] as const
}

function ask(server: TestServer, call: string, body: unknown) {
  ahead += 120_000
  return server.ask(`/api/auth/${call}`, { body })
}

const signIn = (server: TestServer, username: string, password: string) =>
  server.ask('/api/auth/packboard-signin', { body: { username, password } })

/** The newest link that was sent to a person. */
async function linkTo(username: string, form: RegExp): Promise<string> {
  const of = () =>
    mails.arrived
      .filter(({ to }) => to.includes(`${username}@test.example`))
      .map(({ text }) => form.exec(text)?.[1])
      .findLast((token) => token !== undefined)
  await expect.poll(of, { timeout: 10_000 }).toBeDefined()
  return of() ?? ''
}
const invitationLink = /https:\/\/packboard\.example\/auth\/reset-password\/([\w-]{43})\/create\n/
const resetLink = /https:\/\/packboard\.example\/auth\/reset-password\/([\w-]{43})\n/

test('an invitation arrives by a real mail server; its link sets the password with the terms, once', async () => {
  const id = await add(strict, 'invited')
  expect(await strict.deps.mail.invite(id)).toBe('sent')
  const resetToken = await linkTo('invited', invitationLink)
  const newPassword = 'chosen by me'

  expect(
    await reported(await ask(strict, 'resetPassword', { resetToken, newPassword })),
  ).toMatchObject([400, { message: 'Please check mark the Terms and Conditions!' }])
  const accepted = { resetToken, termsAccepted: true }
  expect(
    await reported(await ask(strict, 'resetPassword', { ...accepted, newPassword: '  ' })),
  ).toMatchObject([
    400,
    {
      message: 'Password cannot be empty or contain only spaces.',
      errors: [{ field: 'newPassword' }],
    },
  ])
  expect(
    await reported(await ask(strict, 'resetPassword', { ...accepted, newPassword: 'five5' })),
  ).toMatchObject([400, { message: 'Password must be at least 6 characters long.' }])

  expect(await reported(await ask(strict, 'resetPassword', { ...accepted, newPassword }))).toEqual([
    200,
    { message: 'Your password has been reset!' },
  ])
  expect((await signIn(strict, 'invited', newPassword)).status).toBe(200)
  expect(
    await tables(strict.deps.management)
      .selectFrom('terms_acceptance')
      .select('version')
      .where('user_id', '=', id)
      .execute(),
  ).toHaveLength(1)
  expect(
    await reported(await ask(strict, 'resetPassword', { ...accepted, newPassword })),
  ).toMatchObject([
    400,
    { code: 'reset.invalid', message: 'This link is no longer valid. Please ask for a new one.' },
  ])
})

test('forgot password answers the same whether or not the address is known, and only the known one gets a mail', async () => {
  const before = mails.arrived.length
  const answers = [
    await ask(strict, 'forgotPassword', { email: 'nobody@test.example' }),
    await ask(strict, 'forgotPassword', { email: 'no address at all' }),
    await ask(strict, 'forgotPassword', { email: 'invited@test.example' }),
  ]
  for (const answer of answers) {
    expect(await reported(answer)).toEqual([
      200,
      { message: 'A reset password link has been sent on the provided email!' },
    ])
  }
  const resetToken = await linkTo('invited', resetLink)
  expect(mails.arrived).toHaveLength(before + 1)
  const { accessToken: token } = await strict.signIn('invited', 'chosen by me')
  const look = async () => (await strict.ask('/api/admin/client_machines/1', { token })).status
  expect(await look()).toBe(200)
  const done = await ask(strict, 'resetPassword', { resetToken, newPassword: 'another one' })
  expect(done.status).toBe(200)
  // D40: everywhere within 5 s, of which a session may be remembered for two.
  ahead += 2_000
  await expect.poll(look, { timeout: 5_000, interval: 200 }).toBe(401)
  expect((await signIn(strict, 'invited', 'chosen by me')).status).toBe(400)
  expect((await signIn(strict, 'invited', 'another one')).status).toBe(200)
})

test('no token of a link and no password is in the log', async () => {
  const id = await add(strict, 'quiet')
  await strict.deps.mail.invite(id)
  const token = await linkTo('quiet', invitationLink)
  await strict.ask(`/auth/reset-password/${token}/create`)
  await strict.ask(`/auth//reset-password//${token}`)
  await ask(strict, 'resetPassword', { resetToken: token, newPassword: 'canary-pass' })
  expect(strict.lines.join('')).not.toContain(token)
  expect(strict.lines.join('')).not.toContain('canary-pass')
  expect(strict.lines.join('')).toContain('/auth/reset-password/[secret]/create')
})

test('a mail server that is away: the caller is told, and the mail goes out later', async () => {
  const id = await add(strict, 'patient')
  mails.refuse(1)
  expect(await strict.deps.mail.invite(id)).toBe('waiting')
  await linkTo('patient', invitationLink)
})

test('an administrator adds a user: the invitation goes out, or the answer says that it has to wait', async () => {
  const { accessToken: token } = await strict.signIn('admin')
  const addUser = (username: string) =>
    strict.ask('/api/admin/user', {
      token,
      body: {
        username,
        firstName: 'Ann',
        email: `${username}@test.example`,
        role: 3,
        clientId: 1,
      },
    })
  expect(await reported(await addUser('added1'))).toMatchObject([200, { message: 'Success!' }])
  const resetToken = await linkTo('added1', invitationLink)
  const use = { resetToken, newPassword: 'chosen by me', termsAccepted: true }
  expect((await ask(strict, 'resetPassword', use)).status).toBe(200)
  expect((await signIn(strict, 'added1', 'chosen by me')).status).toBe(200)

  mails.refuse(1)
  expect(await reported(await addUser('added2'))).toMatchObject([
    200,
    { message: 'Success! The invitation could not be sent yet; it will be tried again.' },
  ])
  await linkTo('added2', invitationLink)
})

test('what was never handed over is sent anew, once', async () => {
  const id = await add(strict, 'unlucky')
  const db = tables(strict.deps.management)
  await strict.deps.mail.invite(id)
  await linkTo('unlucky', invitationLink)
  await db.updateTable('password_link').set({ sent_at: null }).where('user_id', '=', id).execute()
  const count = () => mails.arrived.filter(({ to }) => to[0]?.startsWith('unlucky')).length
  ahead += 3_600_000
  await strict.deps.mail.inviteAgain()
  expect(count()).toBe(2)
  await strict.deps.mail.inviteAgain()
  expect(count()).toBe(2)
})

/** A person of client 1 with a password. */
async function addPerson(username: string, group: number): Promise<number> {
  const id = await add(strict, username)
  const db = tables(strict.deps.management)
  const known = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('username', '=', 'engineer')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('user_account')
    .set({ group_id: group, password_hash: known.password_hash })
    .where('id', '=', id)
    .execute()
  return id
}

async function changeEmail(by: string, id: number, email: string) {
  const { accessToken: token } = await strict.signIn(by)
  const body = { firstName: 'Ann', email }
  return strict.ask(`/api/admin/user/${id}`, { method: 'PUT', token, body })
}

const mailsTo = (address: string) => mails.arrived.filter(({ to }) => to.includes(address))
const confirmLink = /https:\/\/packboard\.example\/auth\/confirm-email\/([\w-]{43})\n/

test('nobody becomes somebody with more rights by changing an e-mail address (D82)', async () => {
  const id = await addPerson('engineer2', 4)
  for (const by of ['clientadmin', 'distributor']) {
    expect((await changeEmail(by, id, 'thief@test.example')).status).toBe(403)
  }
  // Everything but the address may be changed.
  expect((await changeEmail('clientadmin', id, 'engineer2@test.example')).status).toBe(200)
  await ask(strict, 'forgotPassword', { email: 'thief@test.example' })
  await ask(strict, 'forgotPassword', { email: 'engineer2@test.example' })
  await linkTo('engineer2', resetLink)
  expect(mailsTo('thief@test.example')).toEqual([])
})

test('a changed address takes effect by the link that is sent to it; the old one is informed and stays until then', async () => {
  const id = await addPerson('mover', 2)
  const [before, after] = ['mover@test.example', 'mover@new.example']
  expect((await changeEmail('clientadmin', id, after)).status).toBe(200)
  await expect.poll(() => mailsTo(before).at(-1)?.text, { timeout: 10_000 }).toContain('mover@new')
  await expect.poll(() => confirmLink.exec(mailsTo(after).at(-1)?.text ?? '')).not.toBeNull()
  const emailToken = confirmLink.exec(mailsTo(after).at(-1)?.text ?? '')?.[1] ?? ''

  // No reset link goes to it, and nobody signs in with it.
  const reset = async (email: string) => {
    await ask(strict, 'forgotPassword', { email })
    await ask(strict, 'forgotPassword', { email: `${email}.nobody` })
  }
  await reset(after)
  expect((await signIn(strict, after, 'packboard')).status).toBe(400)
  expect((await signIn(strict, before, 'packboard')).status).toBe(200)
  expect(mailsTo(after)).toHaveLength(1)
  const { accessToken: token } = await strict.signIn('clientadmin')
  const shown = users.answer.parse(await (await strict.ask(users.path, { token })).json()).users
  expect(shown.find((user) => user.id === id)).toMatchObject({ email: before, pendingEmail: after })
  const log = JSON.stringify(
    await tables(strict.deps.management)
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('entity_id', '=', id)
      .where('action', '=', 'changeEmail')
      .execute(),
  )
  expect(log).toContain('clientadmin')
  expect(log).toContain(after)

  expect((await ask(strict, 'confirmEmail', { emailToken })).status).toBe(200)
  expect((await ask(strict, 'confirmEmail', { emailToken })).status).toBe(400)
  expect((await signIn(strict, after, 'packboard')).status).toBe(200)
  expect((await signIn(strict, before, 'packboard')).status).toBe(400)
  await reset(after)
  await expect
    .poll(() => mailsTo(after).some(({ text }) => resetLink.test(text)), { timeout: 10_000 })
    .toBe(true)
})

test('the corrected address of an invitation gets a new invitation at once, the wrong one is void', async () => {
  const id = await add(strict, 'mistyped')
  await tables(strict.deps.management)
    .updateTable('user_account')
    .set({ group_id: 2 })
    .where('id', '=', id)
    .execute()
  await strict.deps.mail.invite(id)
  const old = await linkTo('mistyped', invitationLink)
  expect((await changeEmail('clientadmin', id, 'corrected@test.example')).status).toBe(200)
  const resetToken = await linkTo('corrected', invitationLink)
  const use = { newPassword: 'chosen by me', termsAccepted: true }
  expect((await ask(strict, 'resetPassword', { ...use, resetToken: old })).status).toBe(400)
  expect((await ask(strict, 'resetPassword', { ...use, resetToken })).status).toBe(200)
})

test('a role change ends sessions and open streams within five seconds', async () => {
  const { accessToken: token, id } = await plain.signIn('engineer')
  const stream = await plain.ask('/api/admin/machines-live/1', { token })
  const ended = stream.text()
  await tables(plain.deps.management)
    .updateTable('user_account')
    .set({ group_id: 3 })
    .where('id', '=', id)
    .execute()
  ahead += 2_000
  const look = async () => (await plain.ask('/api/admin/client_machines/1', { token })).status
  await expect.poll(look, { timeout: 5_000, interval: 200 }).toBe(401)
  expect(await ended).toContain('event: end')
})

const registered =
  'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.'
const registrationLink = /\/auth\/reset-password\/([\w-]{43})\/create\n/

/** The newest link to confirm a registration in the outbox. */
async function registrationTo(address: string): Promise<string> {
  const of = async () =>
    (await outbox()).flatMap(({ to, text }) =>
      to === address ? [registrationLink.exec(text)?.[1] ?? ''] : [],
    )[0]
  await expect.poll(of, { timeout: 10_000 }).toBeDefined()
  return (await of()) ?? ''
}

test('only who reads the mailbox gets the account of a registration, with a password chosen there (D82)', async () => {
  const person = { username: 'newcomer', email: 'newcomer@test.example', password: 'secret' }
  expect(await reported(await ask(plain, 'signup', person))).toEqual([200, { message: registered }])
  const { accessToken: token } = await plain.signIn('admin')
  const listed = async () => {
    const answer = await plain.ask(users.path, { token })
    return users.answer.parse(await answer.json()).users.map(({ email }) => email)
  }
  const resetToken = await registrationTo(person.email)
  expect(await listed()).not.toContain(person.email)
  expect((await signIn(plain, 'newcomer', 'secret')).status).toBe(400)

  const chosen = { resetToken, newPassword: 'chosen by me' }
  expect(await reported(await ask(plain, 'resetPassword', chosen))).toMatchObject([
    400,
    { code: 'terms.required' },
  ])
  const use = { ...chosen, termsAccepted: true }
  expect((await ask(plain, 'resetPassword', use)).status).toBe(200)
  expect((await ask(plain, 'resetPassword', use)).status).toBe(400)
  expect(await listed()).toContain(person.email)
  expect((await signIn(plain, 'newcomer', 'secret')).status).toBe(400)
  expect(await reported(await signIn(plain, 'newcomer', 'chosen by me'))).toMatchObject([
    400,
    { code: 'signin.pending' },
  ])
})

test('a registration with another person’s address does not keep that person out', async () => {
  const email = 'victim@test.example'
  const person = { username: 'attacker', email, password: 'secret' }
  expect((await ask(plain, 'signup', person)).status).toBe(200)
  const resetToken = await registrationTo(email)
  const { accessToken: token } = await plain.signIn('admin')
  const body = { username: 'victim', firstName: 'V', email, role: 3, clientId: 1 }
  expect((await plain.ask('/api/admin/user', { token, body })).status).toBe(200)
  const use = { resetToken, newPassword: 'secret', termsAccepted: true }
  expect((await ask(plain, 'resetPassword', use)).status).toBe(400)
})

test('what is wrong with a registration is told', async () => {
  const other = { username: 'Newcomer', email: 'other@test.example', password: 'secret' }
  expect(await reported(await ask(plain, 'signup', other))).toMatchObject([
    409,
    { message: 'This user name is already taken.' },
  ])
  expect(await reported(await ask(plain, 'signup', { ...other, password: 'ab' }))).toMatchObject([
    400,
    { message: 'Password must be at least 3 characters long.' },
  ])
  expect((await ask(plain, 'signup', { ...other, email: 'none' })).status).toBe(400)
})

test.each([
  ['a bidirectional control', 'admin\u202e', 400],
  ['a blank without width', 'ad\u200bmin', 400],
  ['letters of two scripts', '\u0430dmin', 400],
  ['a digit for a letter', 'distribut0r', 409],
  ['letters that look like those of another account', '\u0440\u0430\u0440\u0430', 409],
])('a user name with %s is refused, whoever makes the account', async (_, username, status) => {
  const body = { username, email: 'lookalike@test.example', password: 'secret' }
  if (/\u0440/.test(username)) await add(plain, 'papa')
  expect((await ask(plain, 'signup', body)).status).toBe(status)
  const { accessToken: token } = await plain.signIn('admin')
  const account = { ...body, firstName: 'A', role: 3, clientId: 1 }
  expect((await plain.ask('/api/admin/user', { token, body: account })).status).toBe(status)
})

test('a known address registers like an unknown one, and its owner is told by e-mail', async () => {
  const person = { username: 'somebody', email: 'user@packboard.example', password: 'secret' }
  expect(await reported(await ask(plain, 'signup', person))).toEqual([200, { message: registered }])
  await expect.poll(async () => (await outbox()).map(({ to }) => to)).toContain(person.email)
  expect((await signIn(plain, 'somebody', 'secret')).status).toBe(400)
  expect((await signIn(plain, 'user', 'packboard')).status).toBe(200)
})

test('registration that is switched off says so', async () => {
  const person = { username: 'late', email: 'late@test.example', password: 'secret enough' }
  expect(await reported(await ask(strict, 'signup', person))).toMatchObject([
    403,
    {
      code: 'signup.off',
      message: 'Registration is switched off here. Please ask your provider for an account.',
    },
  ])
})

async function outbox(headers: Record<string, string> = {}) {
  const answer = await plain.ask('/api/auth/outbox', { headers })
  return outboxCall.answer.parse(await answer.json()).mails
}

test('the outbox of the demo shows what would have been sent, on this machine alone', async () => {
  const id = await add(plain, 'outboxed')
  expect(await plain.deps.mail.invite(id)).toBe('outbox')
  const [newest] = await outbox()
  expect(newest).toMatchObject({ to: 'outboxed@test.example' })
  const link = /(http\S+)\/auth\/reset-password\/([\w-]{43})\/create/.exec(newest?.text ?? '')
  expect(link?.[1]).toBe(plain.url)
  const token = link?.[2] ?? ''
  expect(newest?.text).toContain(linkAddress(plain.url, { kind: 'invitation', token }))

  const proxied = await plain.ask('/api/auth/outbox', { headers: { 'x-forwarded-for': '1.2.3.4' } })
  expect(proxied.status).toBe(404)
  expect((await strict.ask('/api/auth/outbox')).status).toBe(404)
})

test('the screens are told where there is an outbox, and where nobody may register', async () => {
  const ways = async (server: TestServer, headers = {}) => {
    const answer = await server.ask('/api/provider', { headers })
    const { signUp, outbox: shown } = provider.answer.parse(await answer.json())
    return { signUp, shown }
  }
  expect(await ways(plain)).toEqual({ signUp: true, shown: true })
  expect(await ways(plain, { 'x-forwarded-for': '1.2.3.4' })).toMatchObject({ shown: false })
  expect(await ways(strict)).toEqual({ signUp: false, shown: false })
})

test.each([
  ['127.0.0.1', 200],
  ['localhost:8080', 200],
  ['[::1]:8080', 200],
  ['evil.example', 404],
  ['127.0.0.1.evil.example', 404],
])('the outbox asked as %s answers %i', async (host, status) => {
  ahead += 60_000
  const port = Number(new URL(plain.url).port)
  const answer = await rawRequest(
    port,
    `GET /api/auth/outbox HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test.each([
  ['signup', limits.signUps.burst, { username: 'admin', email: 'x@test.example', password: 'abc' }],
  ['forgotPassword', limits.forgots.burst, { email: 'nobody@test.example' }],
  ['resetPassword', limits.resets.burst, { resetToken: 'x', newPassword: 'abc' }],
])(
  '%s answers 429 with Retry-After to an address that asks too often',
  async (call, burst, body) => {
    ahead += 3_600_000
    let last = 0
    for (let tried = 0; tried <= burst + 20 && last !== 429; tried += 1) {
      const answer = await plain.ask(`/api/auth/${call}`, { body })
      last = answer.status
      if (last === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(tried).toBeGreaterThanOrEqual(burst)
      }
    }
    expect(last).toBe(429)
  },
)
