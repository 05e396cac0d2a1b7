import { specifiedPasswordRules } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { signInWithPassword } from '../../testing/signInWithPassword.ts'
import {
  checkRegistration,
  forgetRegistrations,
  register as keep,
  registrationLimits,
} from './register.ts'
import { resetPassword } from './resetPassword.ts'

const start = Date.UTC(2026, 10, 21, 6)
let opened: TestManagement
let now = start

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
beforeEach(async () => {
  now = start
  await run('delete from registration')
})
afterAll(() => opened?.close())

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)

async function register(username: string, email = `${username}@new.example`, password = 'secret') {
  const checked = { username, email, password, rules: specifiedPasswordRules }
  return keep(opened.management, await checkRegistration(opened.management, checked))
}
async function linked(username: string, email?: string): Promise<string> {
  const outcome = await register(username, email)
  return outcome && 'link' in outcome ? outcome.link.token : ''
}
const confirm = (token: string, { newPassword = 'chosen', termsAccepted = true } = {}) =>
  resetPassword(opened.management, {
    token,
    newPassword,
    termsAccepted,
    rules: specifiedPasswordRules,
  })

const come = (username: string, password = 'chosen') =>
  signInWithPassword(opened.management, { username, password, address: '192.0.2.9' })

const outdated = { code: 'reset.invalid', status: 400 }

test('an account exists when its address is confirmed, without role and client, and signs in to nothing', async () => {
  const token = await linked('newcomer')
  const find = () =>
    run(
      `select group_id, client_id, distributor_id, enabled from user_account where username = 'newcomer'`,
    )
  expect(await find()).toEqual([])
  await expect(come('newcomer', 'secret')).rejects.toMatchObject({ code: 'signin.failed' })
  await expect(confirm(token, { termsAccepted: false })).rejects.toMatchObject({
    code: 'terms.required',
  })
  await expect(confirm(token, { newPassword: 'x' })).rejects.toMatchObject({
    code: 'password.refused',
  })
  await confirm(token)
  expect(await find()).toEqual([
    { group_id: null, client_id: null, distributor_id: null, enabled: true },
  ])
  await expect(come('newcomer')).rejects.toMatchObject({ code: 'signin.pending' })
  await expect(come('newcomer', 'secret')).rejects.toMatchObject({ code: 'signin.failed' })
  await expect(confirm(token)).rejects.toMatchObject(outdated)
})

test('a link is valid for a day; what was not confirmed by then is deleted', async () => {
  const token = await linked('sleeper')
  now = start + registrationLimits.lifeMs - 1
  await forgetRegistrations(opened.management)
  expect(await run('select from registration')).toHaveLength(1)
  now += 1
  await expect(confirm(token)).rejects.toMatchObject(outdated)
  await forgetRegistrations(opened.management)
  expect(await run('select from registration')).toEqual([])
})

test('a taken user name is said, in any letter case, and one that looks like it', async () => {
  for (const name of ['admin', ' ADMIN ', 'distribut0r']) {
    await expect(register(name, 'free@new.example')).rejects.toMatchObject({
      code: 'signup.nameTaken',
      status: 409,
    })
  }
})

test('a known address is not said, makes nothing, and its owner can be told', async () => {
  expect(await register('somebody', 'User@Packboard.example')).toEqual({
    owner: { email: 'user@packboard.example', username: 'user' },
  })
  expect(await run('select from registration')).toEqual([])
})

test("nobody takes another person's address as a user name", async () => {
  await expect(register('user@packboard.example', 'thief@new.example')).rejects.toMatchObject({
    code: 'request.invalid',
    fields: [{ field: 'username' }],
  })
  await confirm(await linked('own@new.example', 'Own@new.example'))
})

test.each([
  [' ', 'Password cannot be empty or contain only spaces.'],
  ['ab', 'Password must be at least 3 characters long.'],
])('the password "%s" is refused', async (password, message) => {
  await expect(register('short', 'short@new.example', password)).rejects.toMatchObject({
    code: 'password.refused',
    message,
    fields: [{ field: 'password', message }],
  })
})

test('a stranger’s registration of an address ends no other one, is bounded, and ends with the owner’s', async () => {
  const email = 'shared@new.example'
  const own = await linked('owner', email)
  const strangers = await linked('stranger', 'Shared@new.example')
  expect(await linked('stranger', email)).not.toBe('')
  expect(await register('stranger', email)).toBeUndefined()
  await confirm(own)
  await expect(confirm(strangers)).rejects.toMatchObject(outdated)
  expect(await run('select from registration')).toEqual([])
})

test('an address that an administrator added meanwhile has its own account', async () => {
  const token = await linked('early', 'meanwhile@new.example')
  await run(
    `insert into user_account (username, email, group_id, client_id) values ('late', 'Meanwhile@new.example', 3, 2)`,
  )
  await expect(confirm(token)).rejects.toMatchObject(outdated)
})

test('two with one name: the first to confirm has it, the other is told and keeps the link', async () => {
  const [one, other] = [
    await linked('twin', 'twin1@new.example'),
    await linked('Twin', 'twin2@new.example'),
  ]
  const tries = await Promise.allSettled([confirm(one), confirm(other)])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'signup.nameTaken' },
  })
  expect(await run('select from registration')).toHaveLength(1)
})

test('so many registrations may await confirmation, and no more', async () => {
  await run(
    `insert into registration (token_hash, username, email, created_at, expires_at)
     select sha256(n::text::bytea), 'x', n || '@many.example', $2, $3 from generate_series(1, $1::int) n`,
    [registrationLimits.unconfirmed, new Date(start), new Date(start + 1)],
  )
  await expect(register('onemore')).rejects.toMatchObject({ code: 'signup.full', status: 429 })
  now = start + 1
  await register('onemore')
})

test('so many accounts may wait for approval, and no more', async () => {
  const token = await linked('onemore')
  await run(
    `insert into user_account (username)
     select 'waiting ' || n from generate_series(1, $1::int - (
       select count(*)::int from user_account where group_id is null and deleted_at is null)) n`,
    [registrationLimits.pendingAccounts],
  )
  await expect(register('another')).rejects.toMatchObject({ code: 'signup.full', status: 429 })
  await expect(confirm(token)).rejects.toMatchObject({ code: 'signup.full', status: 429 })
  await run(`delete from user_account where username = 'waiting 1'`)
  await confirm(token)
})
