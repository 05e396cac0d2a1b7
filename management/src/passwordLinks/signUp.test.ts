import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { signIn } from '../signIn/signIn.ts'
import { mostPendingAccounts, signUp } from './signUp.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)

const register = (username: string, email = `${username}@new.example`, password = 'secret') =>
  signUp(opened.management, { username, email, password, minLength: 3 })

const come = (username: string, password = 'secret') =>
  signIn(opened.management, { username, password, browserSaved: true, address: '192.0.2.9' })

test('a registered account has no role and no client and signs in to nothing', async () => {
  expect(await register('newcomer')).toBeUndefined()
  expect(
    await run(
      `select group_id, client_id, distributor_id, enabled from user_account where username = 'newcomer'`,
    ),
  ).toEqual([{ group_id: null, client_id: null, distributor_id: null, enabled: true }])
  await expect(come('newcomer')).rejects.toMatchObject({ code: 'signin.pending' })
  await expect(come('newcomer', 'guess')).rejects.toMatchObject({ code: 'signin.failed' })
})

test('a taken user name is said, in any letter case', async () => {
  for (const name of ['admin', ' ADMIN ']) {
    await expect(register(name, 'free@new.example')).rejects.toMatchObject({
      code: 'signup.nameTaken',
      status: 409,
    })
  }
})

test('a known address is not said, makes nothing, and its owner can be told', async () => {
  const before = await run('select from user_account')
  expect(await register('somebody', 'User@Packboard.example')).toEqual({
    email: 'user@packboard.example',
    username: 'user',
  })
  expect(await run('select from user_account')).toHaveLength(before.length)
})

test("nobody takes another person's address as a user name", async () => {
  await expect(register('user@packboard.example', 'thief@new.example')).rejects.toMatchObject({
    code: 'request.invalid',
    fields: [{ field: 'username' }],
  })
  await register('own@new.example', 'Own@new.example')
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

test('two at once with one name: one is registered, the other is told', async () => {
  const tries = await Promise.allSettled([
    register('twin', 'twin1@new.example'),
    register('Twin', 'twin2@new.example'),
  ])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('so many accounts may wait for approval, and no more', async () => {
  await run(
    `insert into user_account (username)
     select 'waiting ' || n from generate_series(1, $1::int - (
       select count(*)::int from user_account where group_id is null and deleted_at is null)) n`,
    [mostPendingAccounts],
  )
  await expect(register('onemore')).rejects.toMatchObject({ code: 'signup.full', status: 429 })
  await run(`delete from user_account where username = 'waiting 1'`)
  await register('onemore')
})
