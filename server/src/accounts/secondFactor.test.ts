// @slow

import {
  account,
  addPasskey,
  beginTotp,
  confirmIdentity,
  confirmOptions,
  failure,
  passkeyOptions,
  passkeyToAdd,
  provider,
  renewRecoveryCodes,
  resetFactors,
  secondFactorDue,
  session,
  setUpFactor,
  showSecondFactor,
  signInByPasskey,
  switchOffTotp,
  switchOnTotp,
} from '@packboard/contract'
import { oneTimeCode, runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { softPasskey } from '../../testing/softPasskey.ts'

/** One installation whose staff needs a second factor, at an address with a name and TLS; its clock can be set forward. */
const origin = 'https://packboard.test.example'
const dayMs = 86_400_000
let mails: MailServer
let server: TestServer
let ahead = 0
const now = () => Date.now() + ahead

beforeAll(async () => {
  mails = await openMailServer()
  server = await openTestServer({
    now,
    env: { MFA: 'staff', PUBLIC_URL: origin, SMTP_URL: mails.url, MAIL_FROM: 'p@test.example' },
  })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await mails?.close()
})

beforeEach(async () => {
  // Every limit of an address and of an account has its burst again, and no code of before counts.
  ahead += 3_600_000
  for (const table of ['totp_factor', 'passkey', 'recovery_code', 'factor_grace', 'session']) {
    await runSql(server.deps.management, `delete from ${table}`)
  }
})

type Call = { readonly method: string; readonly path: string }

async function ask(
  call: Call,
  { token, body, id }: { token?: string; body?: unknown; id?: number } = {},
) {
  const path = call.path.replace(':id', String(id))
  return reported(await server.ask(path, { method: call.method, token, body }))
}

/** Status and body; the code of a failure is read by name. */
async function reported(answer: Response) {
  const body: unknown = await answer.json()
  return { status: answer.status, body, code: failure.safeParse(body).data?.code }
}

const come = async (username: string, password = 'packboard') =>
  reported(await server.ask('/api/auth/packboard-signin', { body: { username, password } }))
const dueOf = async (username: string) =>
  secondFactorDue.parse((await come(username)).body).secondFactor

/** A person with an authenticator app: its token and its secret. */
async function withApp(username: string) {
  const { accessToken: token } = session.parse((await come(username)).body)
  const { secret } = beginTotp.answer.parse((await ask(beginTotp, { token })).body)
  const code = await oneTimeCode(secret, now())
  expect((await ask(switchOnTotp, { token, body: { code } })).status).toBe(200)
  ahead += 30_000
  return { token, secret, code: () => oneTimeCode(secret, now()) }
}

/** A person with a passkey. */
async function withPasskey(username: string) {
  const { accessToken: token } = session.parse((await come(username)).body)
  const creation = passkeyToAdd.answer.parse((await ask(passkeyToAdd, { token })).body)
  const device = softPasskey(origin)
  const body = { ...device.make(creation), name: 'Office PC' }
  expect(await ask(addPasskey, { token, body })).toMatchObject({ status: 200 })
  return { token, device }
}

const requestFor = async (ticket?: string) =>
  passkeyOptions.answer.parse((await ask(passkeyOptions, { body: { ticket } })).body)

const letterTo = (username: string, subject: RegExp) =>
  expect
    .poll(
      () =>
        mails.arrived.filter(
          ({ to, text }) => to.includes(`${username}@packboard.example`) && subject.test(text),
        ).length,
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)

test('password, then code: no session before the code, the usual answer after it', async () => {
  const { code } = await withApp('engineer')
  const first = await come('engineer')
  expect(first).toMatchObject({
    status: 200,
    body: {
      secondFactor: {
        ticket: expect.any(String),
        methods: ['totp'],
        until: expect.any(String),
      },
    },
  })
  const { ticket } = secondFactorDue.parse(first.body).secondFactor
  expect((await ask(account, { token: ticket })).status).toBe(401)
  expect(await ask(showSecondFactor, { body: { ticket, code: '000000' } })).toMatchObject({
    status: 400,
    body: { code: 'signIn.factorWrong' },
  })
  const right = await ask(showSecondFactor, { body: { ticket, code: await code() } })
  expect(right).toMatchObject({ status: 200, body: { username: 'engineer', role: 'engineer' } })
  const { accessToken: token } = session.parse(right.body)
  expect((await ask(account, { token })).status).toBe(200)
  await letterTo('engineer', /authenticator app/)
})

test('a code that was used is refused with a sentence of its own', async () => {
  const { code } = await withApp('engineer')
  const used = await code()
  const first = await dueOf('engineer')
  await ask(showSecondFactor, { body: { ticket: first.ticket, code: used } })
  const second = await dueOf('engineer')
  expect(
    await ask(showSecondFactor, { body: { ticket: second.ticket, code: used } }),
  ).toMatchObject({
    status: 400,
    body: { code: 'factor.codeUsed' },
  })
})

test('five wrong codes end the ticket and slow the next one', async () => {
  const { code } = await withApp('engineer')
  const { ticket } = await dueOf('engineer')
  for (let index = 0; index < 5; index += 1) {
    const given = await ask(showSecondFactor, { body: { ticket, code: '000000' } })
    expect(given.code).toBe('signIn.factorWrong')
  }
  const late = await ask(showSecondFactor, { body: { ticket, code: await code() } })
  expect(late.code).toBe('signIn.ticketOver')
  const next = await dueOf('engineer')
  const slowed = await ask(showSecondFactor, { body: { ticket: next.ticket, code: await code() } })
  expect(slowed).toMatchObject({ status: 429, body: { code: 'signin.throttled' } })
  ahead += 30_000
  const right = await ask(showSecondFactor, { body: { ticket: next.ticket, code: await code() } })
  expect(right.status).toBe(200)
})

test('what is nothing is a wrong request, and a session cannot be made of a ticket elsewhere', async () => {
  await withApp('engineer')
  const { ticket } = await dueOf('engineer')
  expect((await ask(showSecondFactor, { body: { ticket } })).code).toBe('request.invalid')
  expect((await ask(setUpFactor, { body: { ticket, method: 'totp' } })).code).toBe(
    'signIn.ticketOver',
  )
})

test('recovery codes are shown once and sign in once each', async () => {
  const { token } = await withApp('engineer')
  const { codes } = renewRecoveryCodes.answer.parse((await ask(renewRecoveryCodes, { token })).body)
  const show = async () => {
    const { ticket } = await dueOf('engineer')
    return ask(showSecondFactor, { body: { ticket, recoveryCode: codes[3] } })
  }
  expect((await show()).status).toBe(200)
  expect((await show()).code).toBe('signIn.factorWrong')
  const own = account.answer.parse((await ask(account, { token })).body)
  expect(own.factors.recoveryCodes).toMatchObject({ left: 9 })
})

/** The newest entry of the audit log about a sign-in by a passkey that failed, which there then is no more. */
async function newestFailure() {
  const [row] = await runSql<{ id: string }>(
    server.deps.management,
    `select id, actor_id, actor_name, client_id from audit_log where action = 'signInFailed'
       and after->>'factor' = 'passkey' and after->>'address' <> '' order by id desc limit 1`,
  )
  await runSql(server.deps.management, 'delete from audit_log where id = $1', [row?.id ?? 0])
  return row
}

test('a passkey signs in alone, by a challenge that is used once', async () => {
  const { device } = await withPasskey('engineer')
  const request = await requestFor()
  expect(request).toMatchObject({ rpId: 'packboard.test.example', allowCredentials: [] })
  const assertion = device.sign(request)
  const signedIn = await ask(signInByPasskey, { body: { assertion } })
  expect(signedIn).toMatchObject({ status: 200, body: { username: 'engineer' } })
  const again = await ask(signInByPasskey, { body: { assertion } })
  expect(again).toMatchObject({ status: 400, body: { code: 'passkey.refused' } })
  await letterTo('engineer', /passkey/)
})

test.each([
  ['another origin', { origin: 'https://packboard.test.example.evil.example' }],
  ['another place', { rpId: 'evil.example' }],
  ['a person who showed nothing', { verified: false }],
  ['a count of before', { counter: 1 }],
  ['the signature of a new passkey', { type: 'webauthn.create' }],
])('a passkey of %s is refused', async (_what, lies) => {
  const { device } = await withPasskey('engineer')
  await ask(signInByPasskey, { body: { assertion: device.sign(await requestFor()) } })
  const answer = await ask(signInByPasskey, {
    body: { assertion: device.sign(await requestFor(), lies) },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'passkey.refused' } })
  expect(await newestFailure()).toMatchObject({ actor_name: 'engineer', client_id: 1 })
})

test('a passkey that is not known, of a deleted person or of another person is refused', async () => {
  const { device } = await withPasskey('engineer')
  const stranger = softPasskey(origin)
  const sign = async (from: typeof device) =>
    (await ask(signInByPasskey, { body: { assertion: from.sign(await requestFor()) } })).code
  expect(await sign(stranger)).toBe('passkey.unknown')
  expect(await newestFailure()).toMatchObject({ actor_name: 'unknown', client_id: null })
  const set = (text: string) =>
    runSql(server.deps.management, `update user_account set ${text} where username = 'engineer'`)
  await set('deleted_at = now()')
  expect(await sign(device)).toBe('passkey.unknown')
  expect(await newestFailure()).toMatchObject({ actor_name: 'unknown' })
  await set('deleted_at = null')
  expect(await sign(device)).toBeUndefined()

  await withApp('user')
  const { ticket } = await dueOf('user')
  const { challenge, ...rest } = await requestFor(ticket)
  const assertion = device.sign({ challenge, ...rest })
  const foreign = await ask(showSecondFactor, { body: { ticket, assertion } })
  expect(foreign.code).toBe('passkey.unknown')
})

test('a passkey is the second factor of a password, too', async () => {
  const { device } = await withPasskey('engineer')
  const { ticket, methods } = await dueOf('engineer')
  expect(methods).toEqual(['passkey'])
  const request = await requestFor(ticket)
  expect(request.allowCredentials).toEqual([
    { id: device.id, type: 'public-key', transports: ['internal'] },
  ])
  // A challenge for any person is not one for this ticket.
  const loose = device.sign(await requestFor())
  const refused = await ask(showSecondFactor, { body: { ticket, assertion: loose } })
  expect(refused.code).toBe('passkey.refused')
  const assertion = device.sign(await requestFor(ticket))
  expect((await ask(showSecondFactor, { body: { ticket, assertion } })).status).toBe(200)
})

test('a new passkey is checked, and one device is added once', async () => {
  const { token, device } = await withPasskey('engineer')
  const creation = async () => passkeyToAdd.answer.parse((await ask(passkeyToAdd, { token })).body)
  const add = async (made: object) =>
    await ask(addPasskey, { token, body: { ...made, name: 'Another' } })
  const first = await creation()
  expect(first.excludeCredentials).toMatchObject([{ id: device.id }])
  const other = softPasskey(origin)
  for (const lies of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { verified: false },
  ]) {
    expect((await add(other.make(await creation(), lies))).code).toBe('passkey.refused')
  }
  const made = other.make(await creation())
  expect(await add(made)).toMatchObject({ status: 200 })
  // Its challenge is used up.
  expect((await add(made)).code).toBe('passkey.refused')
})

test('what erases, opens or hands on wants the factor again after ten minutes, and a password is not enough', async () => {
  const { token, code } = await withApp('engineer')
  ahead += 10 * 60_000
  const off = () => ask(switchOffTotp, { token })
  expect(await off()).toMatchObject({ status: 403, body: { code: 'factor.confirm' } })
  expect((await ask(confirmOptions, { token })).body).toEqual({ methods: ['totp'], passkey: null })
  const byPassword = await ask(confirmIdentity, { token, body: { password: 'packboard' } })
  expect(byPassword).toMatchObject({ status: 400, body: { code: 'factor.other' } })
  const byCode = await ask(confirmIdentity, { token, body: { code: await code() } })
  expect(byCode.status).toBe(200)
  expect((await off()).status).toBe(200)
  await letterTo('engineer', /no longer asks/)
})

test('staff has 14 days; then the sign-in leads to setting up a factor, and to nothing else', async () => {
  const early = await come('distributor')
  expect(early).toMatchObject({ status: 200, body: { factorDueAt: expect.any(String) } })
  ahead += 14 * dayMs
  const { ticket, methods } = await dueOf('distributor')
  expect(methods).toEqual(['setUp'])
  expect((await ask(account, { token: ticket })).status).toBe(401)
  const begun = await ask(setUpFactor, { body: { ticket, method: 'totp' } })
  const { totp } = setUpFactor.answer.parse(begun.body)
  const code = await oneTimeCode(totp?.secret ?? '', now())
  const done = await ask(showSecondFactor, { body: { ticket, code } })
  expect(done.status).toBe(200)
  const { recoveryCodes } = showSecondFactor.answer.parse(done.body)
  expect(recoveryCodes).toHaveLength(10)
  expect((await dueOf('distributor')).methods).toEqual(['totp', 'recoveryCode'])
})

test('after the grace a passkey can be set up in the place of an app', async () => {
  await come('distributor')
  ahead += 14 * dayMs
  const { ticket } = await dueOf('distributor')
  const begun = await ask(setUpFactor, { body: { ticket, method: 'passkey' } })
  const { passkey: creation } = setUpFactor.answer.parse(begun.body)
  if (!creation) throw new Error('no passkey can be made')
  const passkey = { ...softPasskey(origin).make(creation), name: 'My device' }
  const done = await ask(showSecondFactor, { body: { ticket, passkey } })
  expect(done).toMatchObject({ status: 200, body: { role: 'distributor' } })
})

test('a lost device is reset by somebody who may give that role; the person is informed, both are in the log', async () => {
  await withApp('clientadmin')
  const { accessToken: token } = session.parse((await come('admin')).body)
  const [row] = await runSql<{ id: number }>(
    server.deps.management,
    `select id from user_account where username = 'clientadmin'`,
  )
  const id = row?.id ?? 0
  const engineer = session.parse((await come('engineer')).body).accessToken
  expect((await ask(resetFactors, { token: engineer, id })).status).toBe(403)
  expect((await ask(resetFactors, { token, id })).status).toBe(200)
  expect(await come('clientadmin')).toMatchObject({ body: { username: 'clientadmin' } })
  await letterTo('clientadmin', /removed the second factors/)
  const [entry] = await runSql<object>(
    server.deps.management,
    `select actor_name, action, entity, entity_id from audit_log where entity = 'factors'`,
  )
  expect(entry).toEqual({
    ...{ actor_name: 'admin', action: 'revoke', entity: 'factors', entity_id: id },
  })
})

test('no secret, code or ticket is in the log', async () => {
  const { secret, code } = await withApp('engineer')
  const { ticket } = await dueOf('engineer')
  const used = await code()
  await ask(showSecondFactor, { body: { ticket, code: used } })
  const log = server.lines.join('\n')
  for (const each of [secret, ticket, `"${used}"`]) expect(log).not.toContain(each)
})

test('the login page learns where passkeys work', async () => {
  expect((await ask(provider)).body).toMatchObject({ passkeysAt: origin, notice: '' })
})
