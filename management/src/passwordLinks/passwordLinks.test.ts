import { createHash } from 'node:crypto'
import { grantPanelScope, specifiedPasswordRules, termsVersion } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { confirmEmail, forgetEmailChanges } from '../emailChanges/emailChanges.ts'
import { createSession, findSession } from '../sessions/sessions.ts'
import { signIn } from '../signIn/signIn.ts'
import { inside } from '../store.ts'
import { changeUser } from '../users/changeUsers.ts'
import { managedUsers } from '../users/users.ts'
import { invite, linkWasSent, unsentInvitations } from './invite.ts'
import { forgetOldLinks, forgotPassword, resetPassword } from './resetPassword.ts'

const start = Date.UTC(2026, 10, 21, 6)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let opened: TestManagement
let now = start
let turn = 0
let person = { id: 0, username: '', email: '' }

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

beforeEach(async () => {
  now = start
  turn += 1
  person = await add(`person${turn}`)
})

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)

/** A person of client 1 who was added without a password. */
async function add(username: string) {
  const email = `${username}@test.example`
  const [row] = await run<{ id: number }>(
    `insert into user_account (username, email, first_name, group_id, client_id, created_at)
     values ($1, $2, 'Ann', 3, 1, $3) returning id`,
    [username, email, new Date(start - day)],
  )
  return { id: row?.id ?? 0, username, email }
}

const givePassword = () =>
  run(
    `update user_account set password_hash =
       (select password_hash from user_account where username = 'user') where id = $1`,
    [person.id],
  )

const reset = (
  token: string,
  { newPassword = 'a new one', termsAccepted = false, rules = specifiedPasswordRules } = {},
) => resetPassword(opened.management, { token, newPassword, termsAccepted, rules })

const come = (password: string, username = person.username) =>
  signIn(opened.management, { username, password, browserSaved: true, address: '192.0.2.7' })

async function invited(): Promise<string> {
  return (await invite(opened.management, person.id))?.token ?? ''
}
async function forgotten(email = person.email): Promise<string | undefined> {
  return (await forgotPassword(opened.management, email))?.token
}

const outdated = {
  code: 'reset.invalid',
  status: 400,
  message: 'This link is no longer valid. Please ask for a new one.',
}

test('an invitation sets the password once, with the terms accepted and recorded', async () => {
  const link = await invite(opened.management, person.id)
  expect(link).toMatchObject({ kind: 'invitation', email: person.email, firstName: 'Ann' })
  const token = link?.token ?? ''
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)

  await expect(reset(token)).rejects.toMatchObject({
    code: 'terms.required',
    message: 'Please check mark the Terms and Conditions!',
  })
  await reset(token, { termsAccepted: true })
  expect((await come('a new one')).userId).toBe(person.id)
  expect(
    await run('select version, accepted_at from terms_acceptance where user_id = $1', [person.id]),
  ).toEqual([{ version: termsVersion, accepted_at: new Date(start) }])
  await expect(reset(token, { termsAccepted: true })).rejects.toMatchObject(outdated)
  expect(await invite(opened.management, person.id)).toBeUndefined()
})

test('only the hash of a token is kept', async () => {
  const token = await invited()
  const rows = await run<Record<string, unknown>>(
    'select * from password_link where user_id = $1',
    [person.id],
  )
  expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(token).digest()])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test.each([
  ['', 3, 'Password cannot be empty or contain only spaces.'],
  ['   ', 3, 'Password cannot be empty or contain only spaces.'],
  ['ab', 3, 'Password must be at least 3 characters long.'],
  ['eleven char', 12, 'Password must be at least 12 characters long.'],
])(
  'the password "%s" is refused, and the link stays good',
  async (newPassword, minLength, message) => {
    await givePassword()
    const token = (await forgotten()) ?? ''
    const rules = { minLength, refuseCommon: false }
    await expect(reset(token, { newPassword, rules })).rejects.toMatchObject({
      code: 'password.refused',
      status: 400,
      message,
      fields: [{ field: 'newPassword', message }],
    })
    await reset(token, { newPassword: 'long enough now', rules })
    await come('long enough now')
  },
)

test('of two uses at one moment one wins', async () => {
  await givePassword()
  const token = (await forgotten()) ?? ''
  // The row of the account is locked until both uses have found the link valid and wait for the lock.
  const waiting = async () => {
    const [row] = await run<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row?.count
  }
  const tries = await inside(opened.management)
    .db.transaction()
    .execute(async (holder) => {
      await holder
        .selectFrom('user_account')
        .select('id')
        .where('id', '=', person.id)
        .forUpdate()
        .execute()
      const both = Promise.allSettled(
        ['one', 'two'].map((newPassword) => reset(token, { newPassword })),
      )
      await expect.poll(waiting, { timeout: 4_000 }).toBe(2)
      return { both }
    })
  const outcomes = await tries.both
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const tried of outcomes) {
    if (tried.status === 'rejected') expect(tried.reason).toMatchObject({ code: 'reset.invalid' })
  }
})

test('a reset link is good for an hour, an invitation for seven days, and not a millisecond longer', async () => {
  const invitation = await invited()
  now = start + 7 * day
  await expect(reset(invitation, { termsAccepted: true })).rejects.toMatchObject(outdated)
  now = start + 7 * day - 1
  await reset(invitation, { termsAccepted: true })

  now = start + 8 * day
  const token = (await forgotten()) ?? ''
  now += hour
  await expect(reset(token)).rejects.toMatchObject(outdated)
  now -= 1
  await reset(token)
})

test('a link is void after any change of the password, the address or the account', async () => {
  await givePassword()
  const changes = [
    `password_hash = (select password_hash from user_account where username = 'user') || ' '`,
    `email = 'elsewhere${turn}@test.example'`,
    'enabled = false',
    'deleted_at = now()',
  ]
  const undo = `update user_account set enabled = true, deleted_at = null, email = $2 where id = $1`
  for (const change of changes) {
    now += 2 * hour
    const token = (await forgotten()) ?? ''
    await run(`update user_account set ${change} where id = $1`, [person.id])
    await run(undo, [person.id, person.email])
    await expect(reset(token)).rejects.toMatchObject(outdated)
  }
})

test('a used link ends the others and every session', async () => {
  await givePassword()
  const [first, second] = [(await forgotten()) ?? '', (await forgotten()) ?? '']
  const session = await createSession(opened.management, {
    way: 'password',
    confirmedAt: null,
    userId: person.id,
    role: 'user',
    browserSaved: true,
  })
  expect(await findSession(opened.management, session)).toBeDefined()
  await reset(second)
  expect(await findSession(opened.management, session)).toBeUndefined()
  await expect(reset(first)).rejects.toMatchObject(outdated)
})

test('people of a disabled or deleted place get no link, and no use of one', async () => {
  await givePassword()
  const token = (await forgotten()) ?? ''
  await run(`update user_account set client_id = 2 where id = $1`, [person.id])
  await run('update client set deleted_at = now() where id = 2')
  await expect(reset(token)).rejects.toMatchObject(outdated)
  expect(await forgotten()).toBeUndefined()
  await run('update client set deleted_at = null where id = 2')
  expect(await forgotten()).toBeDefined()
  await run('update user_account set enabled = false where id = $1', [person.id])
  expect(await forgotten()).toBeUndefined()
})

test('a deleted account gets no link, and nobody is invited who is gone, disabled or has a password', async () => {
  expect(await invited()).not.toBe('')
  for (const change of ['deleted_at = now()', 'enabled = false']) {
    await run(`update user_account set ${change} where id = $1`, [person.id])
    expect(await forgotten()).toBeUndefined()
    expect(await invited()).toBe('')
    await run('update user_account set deleted_at = null, enabled = true where id = $1', [
      person.id,
    ])
  }
  await givePassword()
  expect(await invited()).toBe('')
})

test('a link of a deleted or disabled account is no good, whatever is in the table', async () => {
  await givePassword()
  const token = (await forgotten()) ?? ''
  await run('alter table user_account disable trigger void_password_links')
  for (const change of ['deleted_at = now()', 'enabled = false']) {
    await run(`update user_account set ${change} where id = $1`, [person.id])
    await expect(reset(token)).rejects.toMatchObject(outdated)
    await run('update user_account set deleted_at = null, enabled = true where id = $1', [
      person.id,
    ])
  }
  await run('alter table user_account enable trigger void_password_links')
  await reset(token)
})

test('an unknown address gets nothing; letter case does not matter', async () => {
  await givePassword()
  expect(await forgotten('nobody@test.example')).toBeUndefined()
  expect(await forgotten("' or true --")).toBeUndefined()
  expect(await forgotten(` ${person.email.toUpperCase()} `)).toBeDefined()
})

test('one account is sent three links an hour for the asking, however many ask at once', async () => {
  await givePassword()
  const other = await add(`other${turn}`)
  const requested = await Promise.all(Array.from({ length: 6 }, () => forgotten()))
  expect(requested.filter((token) => token !== undefined)).toHaveLength(3)
  now += hour - 1
  expect(await forgotten()).toBeUndefined()
  expect(await forgotten(other.email)).toBeDefined()
  now += 1
  expect(await forgotten()).toBeDefined()
})

test('whoever never had a password is invited again by forgetting it, three times an hour', async () => {
  const first = await invited()
  const again = await forgotPassword(opened.management, person.email)
  expect(again?.kind).toBe('invitation')
  await forgotten()
  expect(await forgotten()).toBeUndefined()
  // A stranger's request does not end the invitation.
  await reset(first, { termsAccepted: true })
})

test('a new invitation ends the one before', async () => {
  const first = await invited()
  const second = await invited()
  await expect(reset(first, { termsAccepted: true })).rejects.toMatchObject(outdated)
  await reset(second, { termsAccepted: true })
})

test('who was added and never got an invitation is found, until one is handed over or a month is over', async () => {
  const found = () => unsentInvitations(opened.management)
  const other = await add(`other${turn}`)
  expect(await found()).toContain(other.id)
  const token = await invited()
  await linkWasSent(opened.management, token)
  await invite(opened.management, other.id)
  // Its e-mail may still be in the queue.
  expect(await found()).not.toContain(other.id)
  now += hour
  expect(await found()).toContain(other.id)
  expect(await found()).not.toContain(person.id)
  // It was sent to the wrong address, not yet to the right one.
  await run(`update user_account set email = 'right${turn}@test.example' where id = $1`, [
    person.id,
  ])
  expect(await found()).toContain(person.id)
  now = start + 29 * day
  expect(await found()).not.toContain(other.id)
})

test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}'`, 'a'.repeat(100_000)])(
  'the token "%.50s" is no link',
  async (token) => {
    await expect(reset(token)).rejects.toMatchObject(outdated)
  },
)

test('the change is in the audit log, without the password', async () => {
  await reset(await invited(), { termsAccepted: true, newPassword: 'canary-secret' })
  const rows = await run(
    `select actor_name, action, client_id, after from audit_log where entity_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([
    {
      actor_name: person.username,
      action: 'setPassword',
      client_id: 1,
      after: { termsAccepted: termsVersion },
    },
  ])
})

test('old links are forgotten thirty days after their end', async () => {
  const count = () => run('select from password_link where user_id = $1', [person.id])
  await invited()
  now = start + 37 * day
  await forgetOldLinks(opened.management)
  expect(await count()).toHaveLength(1)
  now += 1
  await forgetOldLinks(opened.management)
  expect(await count()).toHaveLength(0)
})

const everybody = grantPanelScope({ reach: 'all' })
const anybody = { scope: everybody, mayActOn: () => true, mayChangeEmail: () => true }
const move = (email: string, rights = anybody) =>
  changeUser(opened.management, { userId: 1, username: 'admin' }, rights, person.id, {
    firstName: 'Ann',
    email,
  })
const moved = async (email: string) => (await move(email)).emailChange?.token ?? ''
const confirm = (token: string) => confirmEmail(opened.management, token)
const shown = async () =>
  (await managedUsers(opened.management, everybody)).find(({ id }) => id === person.id)

test('the link to a new address works once, for 24 hours; a second change ends the first (D82)', async () => {
  await givePassword()
  const first = await moved(`first${turn}@test.example`)
  const second = await moved(`second${turn}@test.example`)
  await expect(confirm(first)).rejects.toMatchObject(outdated)
  expect(await shown()).toMatchObject({
    email: person.email,
    pendingEmail: `second${turn}@test.example`,
  })
  now = start + day
  await expect(confirm(second)).rejects.toMatchObject(outdated)
  expect(await shown()).toMatchObject({ email: person.email, pendingEmail: null })
  await forgetEmailChanges(opened.management)
  expect(await run('select from email_change')).toHaveLength(0)
  const third = await moved(`third${turn}@test.example`)
  now += day - 1
  const stored = JSON.stringify(await run('select * from email_change, audit_log'))
  expect(stored).not.toContain(third)
  await confirm(third)
  expect(await shown()).toMatchObject({ email: `third${turn}@test.example`, pendingEmail: null })
  await expect(confirm(third)).rejects.toMatchObject(outdated)
})

test.each([
  ['a new password', "password_hash = 'x'"],
  ['deletion', 'deleted_at = now()'],
  ['disabling', 'enabled = false'],
])('%s of the account ends the link to its new address', async (_, change) => {
  await givePassword()
  const token = await moved(`ended${turn}@test.example`)
  await run(`update user_account set ${change} where id = $1`, [person.id])
  await run('update user_account set enabled = true, deleted_at = null where id = $1', [person.id])
  await expect(confirm(token)).rejects.toMatchObject(outdated)
})

test('the new address of a person of a deleted client is not confirmed', async () => {
  await givePassword()
  await run('update user_account set client_id = 2 where id = $1', [person.id])
  const token = await moved(`gone${turn}@test.example`)
  await run('update client set deleted_at = now() where id = 2')
  await expect(confirm(token)).rejects.toMatchObject(outdated)
  await run('update client set deleted_at = null where id = 2')
  await confirm(token)
})

test('an address that another account has is neither requested nor confirmed', async () => {
  await givePassword()
  await expect(move('USER@packboard.example')).rejects.toMatchObject({ code: 'name.taken' })
  const token = await moved(`late${turn}@test.example`)
  await run(
    'insert into user_account (username, email, group_id, client_id) values ($1, $2, 3, 2)',
    [`neighbour${turn}`, `late${turn}@test.example`],
  )
  await expect(confirm(token)).rejects.toMatchObject({ code: 'user.notAvailable' })
  expect(await shown()).toMatchObject({ email: person.email })
})

test('without a password there is nothing to take over: the address is corrected, by who may change it', async () => {
  const token = await invited()
  await expect(
    move('thief@test.example', { ...anybody, mayChangeEmail: () => false }),
  ).rejects.toMatchObject({ code: 'request.notAllowed', status: 403 })
  await move(person.email, { ...anybody, mayChangeEmail: () => false })
  expect(await move(`right${turn}@test.example`)).toEqual({ invite: true, emailChange: null })
  await expect(reset(token, { termsAccepted: true })).rejects.toMatchObject(outdated)
})
