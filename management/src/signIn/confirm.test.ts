import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneTimeCode } from '../../testing/oneTimeCode.ts'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { switchOnTotp } from '../factors/changeFactors.ts'
import type { FactorRule } from '../factors/factorsOf.ts'
import { acceptTotp, beginTotp } from '../factors/totp.ts'
import { createSession, findSession } from '../sessions/sessions.ts'
import { acceptPassword, confirmMethods, confirmSession } from './confirm.ts'

let opened: TestManagement
let now = Date.UTC(2026, 10, 21, 6)
let ids: ReadonlyMap<string, number>
let token = ''
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now += 86_400_000
  await run('delete from sign_in_failure')
  await run('delete from totp_factor')
  token = await createSession(opened.management, {
    userId,
    role: 'user',
    browserSaved: true,
    way: 'password',
    confirmedAt: null,
  })
})

const run = (text: string) => runSql(opened.management, text)
const userId = 5
const rule: FactorRule = { mode: 'optional', passkeys: true }
const person = { userId, way: 'password', rule } as const
const confirmedAt = async () => (await findSession(opened.management, token))?.confirmedAt
const byPassword = (password: string, way: 'password' | 'company' = 'password') =>
  confirmSession(opened.management, {
    ...{ ...person, way, token, address: '192.0.2.1', method: 'password' },
    accept: () => acceptPassword(opened.management, userId, password),
  })

test('without a factor the password confirms, and only the right one', async () => {
  expect(ids.get('user')).toBe(userId)
  expect(await confirmMethods(opened.management, person)).toEqual(['password'])
  await expect(byPassword('guess')).rejects.toMatchObject({ code: 'password.wrong', status: 400 })
  expect(await confirmedAt()).toBeNull()
  await byPassword('packboard')
  expect(await confirmedAt()).toEqual(new Date(now))
  const entries = await run(
    `select actor_id, actor_name, action, entity, entity_id, client_id, after from audit_log
     where action in ('confirm', 'confirmFailed') order by id`,
  )
  const about = { entity: 'session', entity_id: userId, client_id: 1, actor_name: 'user' }
  const after = { address: '192.0.2.1', factor: 'password' }
  expect(entries).toEqual([
    { ...about, after, actor_id: null, action: 'confirmFailed' },
    { ...about, after, actor_id: userId, action: 'confirm' },
  ])
})

test('of one account sixty failures are written down at once', async () => {
  await run('delete from audit_log')
  for (let n = 0; n < 65; n += 1) {
    await run('delete from sign_in_failure')
    await expect(byPassword('guess')).rejects.toMatchObject({ code: 'password.wrong' })
  }
  const [row] = await run('select count(*)::int as count from audit_log')
  expect(row).toEqual({ count: 60 })
})

test('who has a factor confirms with it, and not with the password', async () => {
  const { secret } = await beginTotp(opened.management, {
    ...{ userId, label: 'user', issuer: 'Packboard' },
  })
  const username = 'user'
  await switchOnTotp(opened.management, { userId, username }, await oneTimeCode(secret, now))
  now += 30_000
  expect(await confirmMethods(opened.management, person)).toEqual(['totp'])
  await expect(byPassword('packboard')).rejects.toMatchObject({ code: 'factor.other' })
  expect(await confirmedAt()).toBeNull()
  const code = await oneTimeCode(secret, now)
  await confirmSession(opened.management, {
    ...{ ...person, token, address: '192.0.2.1', method: 'totp' },
    accept: () => acceptTotp(opened.management, userId, code),
  })
  expect(await confirmedAt()).toEqual(new Date(now))
  // Where factors are off, the password alone confirms.
  const off: FactorRule = { mode: 'off', passkeys: true }
  expect(await confirmMethods(opened.management, { ...person, rule: off })).toEqual(['password'])
})

test('a session of a company sign-in is confirmed by that sign-in alone', async () => {
  const way = 'company'
  expect(await confirmMethods(opened.management, { ...person, way })).toEqual(['company'])
  await expect(byPassword('packboard', way)).rejects.toMatchObject({ code: 'factor.other' })
})

test('wrong tries are slowed down, and leave the sign-in of the owner as it is', async () => {
  for (let index = 0; index < 5; index += 1) {
    await expect(byPassword('guess')).rejects.toMatchObject({ code: 'password.wrong' })
  }
  await expect(byPassword('packboard')).rejects.toMatchObject({ code: 'signin.throttled' })
  now += 1_000
  await byPassword('packboard')
})
