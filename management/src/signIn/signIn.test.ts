import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { signInWithPassword } from '../../testing/signInWithPassword.ts'
import { findSession } from '../sessions/sessions.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

beforeEach(async () => {
  await run('truncate sign_in_failure, sign_in_place')
})

const run = (text: string) => runSql(opened.management, text)

const come = (username: string, password = 'packboard') =>
  signInWithPassword(opened.management, { username, password, address: '192.0.2.1' })

test('signs in by user name or address, in any letter case, with what the screen needs to know', async () => {
  for (const name of [
    'clientadmin',
    'CLIENTADMIN',
    ' clientadmin ',
    'ClientAdmin@Packboard.example',
  ]) {
    const signedIn = await come(name)
    expect(signedIn).toEqual({
      token: expect.any(String),
      userId: expect.any(Number),
      username: 'clientadmin',
      firstName: 'Helen',
      role: 'clientAdmin',
      clientId: 1,
      clientName: 'Northfield Confectionery',
      subscriptionLabel: 'premium',
      distributorId: null,
      isNewPlace: false,
      email: 'clientadmin@packboard.example',
    })
    expect(await findSession(opened.management, signedIn.token)).toMatchObject({
      role: 'clientAdmin',
    })
  }
})

test('every demo account signs in', async () => {
  for (const name of ['admin', 'distributor', 'clientadmin', 'engineer', 'user']) {
    expect((await come(name)).username).toBe(name)
  }
})

test('a wrong password, an unknown name and a deleted account sound the same', async () => {
  const failed = { code: 'signin.failed', message: 'Invalid username or password!', status: 400 }
  await expect(come('user', 'Packboard')).rejects.toMatchObject(failed)
  await expect(come('nobody')).rejects.toMatchObject(failed)
  await expect(come('', '')).rejects.toMatchObject(failed)
  await run(`insert into user_account (username, deleted_at, password_hash)
             select 'gone', now(), password_hash from user_account where username = 'user'`)
  await expect(come('gone')).rejects.toMatchObject(failed)
})

test('a disabled account sounds like a wrong password', async () => {
  await run(`update user_account set enabled = false where username = 'engineer'`)
  await expect(come('engineer')).rejects.toMatchObject({ code: 'signin.failed' })
  await run(`update user_account set enabled = true where username = 'engineer'`)
})

test('an account that awaits approval is told so, to whoever knows its password', async () => {
  await run(`insert into user_account (username, password_hash)
             select 'new', password_hash from user_account where username = 'user'`)
  await expect(come('new')).rejects.toMatchObject({
    code: 'signin.pending',
    message: 'Your account awaits approval.',
  })
  await expect(come('new', 'guess')).rejects.toMatchObject({ code: 'signin.failed' })
})

test('an account without a password signs in with none', async () => {
  await run(`insert into user_account (username) values ('invited')`)
  for (const password of ['', 'null', 'packboard']) {
    await expect(come('invited', password)).rejects.toMatchObject({ code: 'signin.failed' })
  }
})

test('a device does not sign in to a screen', async () => {
  await expect(come('FW-101')).rejects.toMatchObject({ code: 'signin.failed' })
  await expect(come('FW-101', 'guess')).rejects.toMatchObject({ code: 'signin.failed' })
})

test('people of a disabled client are told so after the right password alone', async () => {
  await run(`update user_account set client_id = 2 where username = 'user'`)
  await run('update client set enabled = false where id = 2')
  await expect(come('user')).rejects.toMatchObject({
    code: 'signin.clientDisabled',
    status: 400,
    message: 'Your company account is disabled. Please contact your provider.',
  })
  await expect(come('user', 'guess')).rejects.toMatchObject({ code: 'signin.failed' })
  await run('update client set deleted_at = now() where id = 2')
  await expect(come('user')).rejects.toMatchObject({ code: 'signin.failed' })
  await run('update client set enabled = true, deleted_at = null where id = 2')
  await run(`update user_account set client_id = 1 where username = 'user'`)
})

test('too many wrong passwords are slowed down, the right one after them too', async () => {
  for (let index = 0; index < 5; index += 1) {
    await expect(come('user', 'guess')).rejects.toMatchObject({ code: 'signin.failed' })
  }
  await expect(come('user')).rejects.toMatchObject({ code: 'signin.throttled', retryAfter: 1 })
  expect((await come('engineer')).username).toBe('engineer')
})
