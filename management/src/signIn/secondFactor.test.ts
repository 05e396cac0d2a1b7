import { factorLimits } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneTimeCode } from '../../testing/oneTimeCode.ts'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { renewRecoveryCodes, switchOnTotp } from '../factors/changeFactors.ts'
import type { FactorRule } from '../factors/factorsOf.ts'
import { acceptRecoveryCode } from '../factors/recoveryCodes.ts'
import { acceptTotp, beginTotp } from '../factors/totp.ts'
import { findSession } from '../sessions/sessions.ts'
import { showSecondFactor, signInByPasskey, ticketHolder } from './secondFactor.ts'
import { signIn } from './signIn.ts'

const start = Date.UTC(2026, 10, 21, 6)
const dayMs = 86_400_000
let opened: TestManagement
let now = start
let ids: ReadonlyMap<string, number>
let secret = ''

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())

beforeEach(async () => {
  now += dayMs
  for (const table of [
    ...['sign_in_failure', 'sign_in_place', 'sign_in_ticket', 'session', 'factor_grace'],
    ...['totp_factor', 'recovery_code'],
  ]) {
    await run(`delete from ${table}`)
  }
  const about = { userId: idOf('user'), label: 'user', issuer: 'Packboard' }
  secret = (await beginTotp(opened.management, about)).secret
  await switchOnTotp(opened.management, editorOf('user'), await oneTimeCode(secret, now))
  now += 30_000
})

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const idOf = (username: string) => ids.get(username) ?? 0
const editorOf = (username: string) => ({ userId: idOf(username), username })
const optional: FactorRule = { mode: 'optional', passkeys: true }

function come(
  username: string,
  { rule = optional, password = 'packboard', address = '192.0.2.1' } = {},
) {
  return signIn(opened.management, { username, password, browserSaved: false, address, rule })
}

/** The ticket of a sign-in whose second factor is due. */
async function ticketOf(username: string, more: Parameters<typeof come>[1] = {}) {
  const step = await come(username, more)
  if (!('secondFactor' in step)) throw new Error('no second factor is due')
  return step.secondFactor
}

function show(ticket: string, code: string, address = '192.0.2.1') {
  return showSecondFactor(opened.management, {
    ticket,
    factor: 'totp',
    address,
    browser: 'a browser',
    accept: (userId) => acceptTotp(opened.management, userId, code),
  })
}
const wrong = { code: 'signIn.factorWrong' }
const over = { code: 'signIn.ticketOver', status: 400 }

test('a right password of a person with a factor gives a ticket and no session', async () => {
  const due = await ticketOf('user')
  expect(due).toEqual({
    ticket: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    methods: ['totp'],
    until: new Date(now + 5 * 60_000),
  })
  const rows = [
    ...(await run('select * from sign_in_ticket')),
    ...(await run('select * from session')),
  ]
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(due.ticket)
  // The ticket is no session.
  expect(await findSession(opened.management, due.ticket)).toBeUndefined()
})

test('ticket and code begin the session that the password asked for, once', async () => {
  const { ticket } = await ticketOf('user')
  const code = await oneTimeCode(secret, now)
  const signedIn = await show(ticket, code)
  expect(signedIn).toMatchObject({ username: 'user', role: 'user', clientId: 1 })
  const session = await findSession(opened.management, signedIn.token)
  expect(session).toMatchObject({
    way: 'password',
    browserSaved: false,
    confirmedAt: new Date(now),
  })
  const [entry] = await run<{ after: unknown }>(
    `select after from audit_log where action = 'signIn' order by id desc limit 1`,
  )
  expect(entry?.after).toEqual({ address: '192.0.2.1', way: 'password', factor: 'totp' })
  await expect(show(ticket, code)).rejects.toMatchObject(over)
})

test('five wrong codes end the ticket, also at a time, and the right one comes too late', async () => {
  const { ticket } = await ticketOf('user')
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => show(ticket, '000000')))
  const codes = tries.map((each) => (each.status === 'rejected' ? each.reason.code : 'in'))
  expect(codes.filter((code) => code === 'signIn.factorWrong').length).toBeLessThanOrEqual(5)
  const refusals = ['signIn.factorWrong', 'signIn.ticketOver', 'signin.throttled']
  expect(codes.filter((code) => !refusals.includes(code))).toEqual([])
  await run('delete from sign_in_failure')
  await expect(show(ticket, await oneTimeCode(secret, now))).rejects.toMatchObject(over)
})

test('wrong codes slow the next tickets of the account down, from every address, and the right one ends that', async () => {
  const { ticket } = await ticketOf('user')
  for (let index = 0; index < factorLimits.ticketTries; index += 1) {
    await expect(show(ticket, '000000')).rejects.toMatchObject(wrong)
  }
  const next = await ticketOf('user')
  await expect(show(next.ticket, '000000')).rejects.toMatchObject({
    code: 'signin.throttled',
    retryAfter: 1,
  })
  const elsewhere = await ticketOf('user', { address: '198.51.100.7' })
  const slowed = show(elsewhere.ticket, '000000', '198.51.100.7')
  await expect(slowed).rejects.toMatchObject({ code: 'signin.throttled' })
  // It is slowed and not locked.
  now += 30_000
  await show(next.ticket, await oneTimeCode(secret, now))
  const after = await ticketOf('user')
  await expect(show(after.ticket, '000000')).rejects.toMatchObject(wrong)
})

test('a stranger without the password has no ticket, and does not slow the second step down', async () => {
  for (let index = 0; index < 40; index += 1) {
    const address = `203.0.113.${index}`
    await come('user', { password: 'guess', address }).catch(() => undefined)
    await come(String(idOf('user')), { password: 'guess', address }).catch(() => undefined)
    await show('x'.repeat(43), '000000', address).catch(() => undefined)
  }
  expect(await run('select * from sign_in_ticket')).toEqual([])
  // At most the 30 s of the password itself.
  now += 30_000
  const { ticket } = await ticketOf('user')
  await show(ticket, await oneTimeCode(secret, now))
})

test('a ticket ends after five minutes, by another password, and with the account', async () => {
  const late = await ticketOf('user')
  now += 5 * 60_000
  await expect(show(late.ticket, await oneTimeCode(secret, now))).rejects.toMatchObject(over)

  const voided = await ticketOf('user')
  await run(`update user_account set password_hash = password_hash || ' ' where username = 'user'`)
  await expect(ticketHolder(opened.management, voided.ticket)).rejects.toMatchObject(over)
  await run(`update user_account set password_hash = rtrim(password_hash) where username = 'user'`)

  const disabled = await ticketOf('user')
  await run(`update user_account set enabled = false where username = 'user'`)
  await expect(ticketHolder(opened.management, disabled.ticket)).rejects.toMatchObject(over)
  await run(`update user_account set enabled = true where username = 'user'`)
  for (const ticket of ['', 'guess', 'x'.repeat(43)]) {
    await expect(ticketHolder(opened.management, ticket)).rejects.toMatchObject(over)
  }
})

test('a recovery code stands in for the app, once', async () => {
  const { codes } = await renewRecoveryCodes(opened.management, editorOf('user'))
  const [code = ''] = codes
  const byCode = async () => {
    const { ticket, methods } = await ticketOf('user')
    expect(methods).toEqual(['totp', 'recoveryCode'])
    return showSecondFactor(opened.management, {
      ticket,
      factor: 'recoveryCode',
      address: '192.0.2.1',
      accept: (userId) => acceptRecoveryCode(opened.management, userId, code),
    })
  }
  expect((await byCode()).username).toBe('user')
  await expect(byCode()).rejects.toMatchObject(wrong)
})

test('the mode says of whom a factor is wanted', async () => {
  const stepOf = async (username: string, mode: FactorRule['mode']) => {
    const step = await come(username, { rule: { mode, passkeys: true } })
    if ('secondFactor' in step) return step.secondFactor.methods
    return step.factorDueAt ? 'in grace' : 'in'
  }
  // Who has a factor shows it wherever factors are on.
  expect(await stepOf('user', 'off')).toBe('in')
  for (const mode of ['optional', 'staff', 'all'] as const) {
    expect(await stepOf('user', mode)).toEqual(['totp'])
  }
  expect(await stepOf('admin', 'optional')).toBe('in')
  expect(await stepOf('engineer', 'staff')).toBe('in')
  expect(await stepOf('admin', 'staff')).toBe('in grace')
  expect(await stepOf('distributor', 'staff')).toBe('in grace')
  expect(await stepOf('engineer', 'all')).toBe('in grace')
})

test('the grace is 14 days from the first sign-in at which a factor is wanted; then the sign-in leads to setting one up', async () => {
  const rule = { mode: 'staff', passkeys: true } as const
  await come('admin', { rule: optional })
  now += 100 * dayMs
  const first = now
  const end = new Date(first + factorLimits.graceDays * dayMs)
  expect(await come('admin', { rule })).toMatchObject({ factorDueAt: end })
  now = end.getTime() - 1
  expect(await come('admin', { rule })).toMatchObject({ username: 'admin', factorDueAt: end })
  now = end.getTime()
  const due = await ticketOf('admin', { rule })
  expect(due.methods).toEqual(['setUp'])
  expect(await ticketHolder(opened.management, due.ticket)).toMatchObject({
    username: 'admin',
    setsUp: true,
  })
  // A code of an app that was never on sets nothing up.
  const shown = show(due.ticket, '000000')
  await expect(shown).rejects.toMatchObject(wrong)
  const made = await beginTotp(opened.management, {
    ...{ userId: idOf('admin'), label: 'admin', issuer: 'Packboard' },
  })
  const code = await oneTimeCode(made.secret, now)
  const signedIn = await showSecondFactor(opened.management, {
    ticket: due.ticket,
    factor: 'totp',
    address: '192.0.2.1',
    accept: () => switchOnTotp(opened.management, editorOf('admin'), code),
  })
  expect(signedIn.username).toBe('admin')
  expect((await ticketOf('admin', { rule })).methods).toEqual(['totp'])
})

test('an account that may not sign in gets no ticket, and none that was disabled meanwhile a session', async () => {
  await run('update user_account set client_id = 2 where username = $1', ['user'])
  await run('update client set enabled = false where id = 2')
  await expect(come('user')).rejects.toMatchObject({ code: 'signin.clientDisabled' })
  await run('update client set enabled = true where id = 2')
  const { ticket } = await ticketOf('user')
  await run('update client set enabled = false where id = 2')
  const shown = show(ticket, await oneTimeCode(secret, now))
  await expect(shown).rejects.toMatchObject({ code: 'signin.clientDisabled' })
  await run('update client set enabled = true where id = 2')
  await run('update user_account set client_id = 1 where username = $1', ['user'])
  expect(await run('select * from session')).toEqual([])
})

test('a passkey alone signs in, and not for a deleted or disabled person', async () => {
  const come = () =>
    signInByPasskey(opened.management, {
      userId: idOf('engineer'),
      browserSaved: true,
      address: '192.0.2.1',
    })
  const { token } = await come()
  const session = await findSession(opened.management, token)
  expect(session).toMatchObject({ way: 'passkey', confirmedAt: new Date(now) })
  const unknown = { code: 'passkey.unknown', status: 400 }
  for (const change of ['enabled = false', 'deleted_at = now()']) {
    await run(`update user_account set ${change} where username = 'engineer'`)
    await expect(come()).rejects.toMatchObject(unknown)
    await run(
      `update user_account set enabled = true, deleted_at = null where username = 'engineer'`,
    )
  }
})
