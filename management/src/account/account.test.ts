import { specifiedPasswordRules } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { signInWithPassword } from '../../testing/signInWithPassword.ts'
import { createSession, findSession } from '../sessions/sessions.ts'
import { changeOwnPassword, ownAccount, renameSelf, requestOwnEmail } from './account.ts'

let opened: TestManagement
let now = Date.UTC(2026, 10, 21, 6)
let ids: ReadonlyMap<string, number>
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now += 86_400_000
  await run('delete from sign_in_failure')
})

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const idOf = (username: string) => ids.get(username) ?? 0
const self = (username: string) => ({ userId: idOf(username), username })
const open = (userId: number, confirmedAt: Date | null = null) =>
  createSession(opened.management, {
    ...{ userId, role: 'user', browserSaved: true, way: 'password', confirmedAt },
  })
const change = (oldPassword: string, newPassword: string, confirmedAt: Date | null = null) =>
  changeOwnPassword(opened.management, self('user'), {
    oldPassword,
    newPassword,
    rules: specifiedPasswordRules,
    session: {
      ...{ role: 'user', way: 'password', browserSaved: true, confirmedAt },
      address: '192.0.2.1',
    },
  })
const come = (password: string) =>
  signInWithPassword(opened.management, { username: 'user', password, address: '192.0.2.1' })

test('one sees and renames oneself, and it is in the log', async () => {
  await renameSelf(opened.management, self('user'), { firstName: 'Anna', lastName: 'Berg' })
  expect(await ownAccount(opened.management, idOf('user'))).toMatchObject({
    ...{ username: 'user', firstName: 'Anna', lastName: 'Berg', pendingEmail: null },
    ...{ hasPassword: true, factors: { totpSince: null, passkeys: [], recoveryCodes: null } },
  })
  const [entry] = await run(
    'select actor_name, action, before, after from audit_log order by id desc limit 1',
  )
  expect(entry).toMatchObject({
    ...{ actor_name: 'user', action: 'update' },
    ...{ before: { firstName: 'Priya' }, after: { firstName: 'Anna' } },
  })
})

test('another address waits for its link, and the old one stays in force', async () => {
  const before = await ownAccount(opened.management, idOf('user'))
  const requested = await requestOwnEmail(opened.management, self('user'), 'new@test.example')
  expect(requested).toMatchObject({ newEmail: 'new@test.example', oldEmail: before.email })
  expect(await ownAccount(opened.management, idOf('user'))).toMatchObject({
    ...{ email: before.email, pendingEmail: 'new@test.example' },
  })
  const taken = requestOwnEmail(opened.management, self('user'), 'engineer@packboard.example')
  await expect(taken).rejects.toMatchObject({ code: 'name.taken' })
})

test('the present password and a good new one change it: every other session ends, one goes on', async () => {
  const before = await open(idOf('user'))
  const other = await open(idOf('engineer'))
  const { token, owner } = await change('packboard', 'another one')
  expect(owner).toMatchObject({ username: 'user' })
  expect(await findSession(opened.management, before)).toBeUndefined()
  expect(await findSession(opened.management, other)).toBeDefined()
  expect(await findSession(opened.management, token)).toMatchObject({ username: 'user' })
  await expect(come('packboard')).rejects.toMatchObject({ code: 'signin.failed' })
  expect(await come('another one')).toMatchObject({ username: 'user' })
  await change('another one', 'packboard')
})

test('a wrong present password changes nothing and is slowed down, a bad new one says what is wrong', async () => {
  await expect(change('packboard', '  ')).rejects.toMatchObject({
    code: 'password.refused',
    fields: [{ field: 'newPassword' }],
  })
  for (let index = 0; index < 5; index += 1) {
    await expect(change('guess', 'another one')).rejects.toMatchObject({ code: 'password.wrong' })
  }
  const slowed = change('packboard', 'another one')
  await expect(slowed).rejects.toMatchObject({ code: 'signin.throttled' })
  expect(await come('packboard')).toMatchObject({ username: 'user' })
})

test('the password alone confirms nothing: the session keeps the confirmation that it had', async () => {
  const kept = new Date(now - 3_600_000)
  for (const confirmedAt of [null, kept]) {
    const { token } = await change('packboard', 'packboard', confirmedAt)
    expect((await findSession(opened.management, token))?.confirmedAt).toEqual(confirmedAt)
  }
})
