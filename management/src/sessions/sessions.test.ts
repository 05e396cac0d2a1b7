import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { inside, storeLimits } from '../store.ts'
import {
  createSession,
  endSession,
  findSession,
  forgetOldSessions,
  sessionLifetime,
  sessionsPerUser,
} from './sessions.ts'

const start = Date.UTC(2026, 10, 21, 6)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let opened: TestManagement
let now = start
let ids: ReadonlyMap<string, number>

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())

beforeEach(async () => {
  now = start
  await run('delete from session')
})

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const find = (token: string) => findSession(opened.management, token)
const idOf = (username: string) => ids.get(username) ?? 0

const roles = {
  admin: 'admin',
  distributor: 'distributor',
  user: 'user',
  engineer: 'engineer',
} as const

function open(username: keyof typeof roles, browserSaved = true) {
  return createSession(opened.management, {
    userId: idOf(username),
    role: roles[username],
    browserSaved,
    address: '192.0.2.1',
    browser: 'a browser',
    way: 'password',
    confirmedAt: new Date(now),
  })
}

test('the token is 256 random bits, and only its hash is kept', async () => {
  const token = await open('user')
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(await open('user')).not.toBe(token)
  const rows = await run<Record<string, unknown>>('select * from session')
  expect(rows.map((row) => row.token_hash)).toContainEqual(
    createHash('sha256').update(token).digest(),
  )
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a session tells who it is, with role and client as of now', async () => {
  const token = await open('user')
  expect(await find(token)).toEqual({
    userId: idOf('user'),
    username: 'user',
    firstName: 'Priya',
    role: 'user',
    clientId: 1,
    clientName: 'Northfield Confectionery',
    subscriptionLabel: 'premium',
    distributorId: null,
    expiresAt: new Date(start + 7 * day),
    sessionId: expect.any(Number),
    way: 'password',
    confirmedAt: new Date(start),
  })
  expect(await find(await open('distributor'))).toMatchObject({
    role: 'distributor',
    clientId: null,
    clientName: null,
    subscriptionLabel: null,
    distributorId: 1,
  })
})

test.each([
  ['user', true, 7 * day, 30 * day],
  ['user', false, 8 * hour, day],
  ['engineer', true, 7 * day, 30 * day],
  ['admin', true, 12 * hour, 7 * day],
  ['admin', false, 8 * hour, day],
  ['distributor', true, 12 * hour, 7 * day],
  ['distributor', false, 8 * hour, day],
] as const)('%s, kept by the browser: %s, lasts as D40 says', (role, saved, idleMs, longestMs) => {
  expect(sessionLifetime(role, saved)).toEqual({ idleMs, longestMs })
})

test('an unused session holds to the last millisecond of its idle time, and not one longer', async () => {
  const token = await open('user', false)
  now = start + 8 * hour
  expect(await find(token)).toBeUndefined()
  now = start + 8 * hour - 1
  expect(await find(token)).toBeDefined()
})

test('use keeps a session alive, but not past its longest time', async () => {
  const token = await open('user', false)
  for (now = start; now < start + day; now += 7 * hour) expect(await find(token)).toBeDefined()
  now = start + day - 1
  expect(await find(token)).toMatchObject({ expiresAt: new Date(start + day) })
  now = start + day
  expect(await find(token)).toBeUndefined()
})

test('use is written down once a minute, not oftener', async () => {
  const token = await open('user', false)
  const seen = async () =>
    (
      await run<{ last_seen_at: Date }>('select last_seen_at from session')
    )[0]?.last_seen_at.getTime()
  now = start + minute - 1
  await find(token)
  expect(await seen()).toBe(start)
  now = start + minute
  await find(token)
  expect(await seen()).toBe(start + minute)
})

test('a token that is none, or of no session, is nobody', async () => {
  await open('user')
  for (const token of ['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}'`, 'a'.repeat(100_000)]) {
    expect(await find(token)).toBeUndefined()
    expect(await endSession(opened.management, token)).toBe(false)
  }
})

test('sign-out ends one session and leaves the others', async () => {
  const [one, two, other] = [await open('user'), await open('user'), await open('engineer')]
  expect(await endSession(opened.management, one)).toBe(true)
  expect(await endSession(opened.management, one)).toBe(false)
  expect(await find(one)).toBeUndefined()
  expect(await find(two)).toBeDefined()
  expect(await find(other)).toBeDefined()
})

test('a session of a disabled or deleted account is nobody, whatever is in the table', async () => {
  const token = await open('user')
  await run('alter table user_account disable trigger end_sessions_of_user')
  for (const change of ['enabled = false', 'deleted_at = now()']) {
    await run(`update user_account set ${change} where username = 'user'`)
    expect(await find(token)).toBeUndefined()
    await run(`update user_account set enabled = true, deleted_at = null where username = 'user'`)
    expect(await find(token)).toBeDefined()
  }
  await run('alter table user_account enable trigger end_sessions_of_user')
})

test('a session of a disabled or deleted client is nobody, whatever is in the table', async () => {
  await run(`update user_account set client_id = 2 where username = 'user'`)
  const token = await open('user')
  await run('alter table client disable trigger end_sessions_of_client')
  for (const change of ['enabled = false', 'deleted_at = now()']) {
    await run(`update client set ${change} where id = 2`)
    expect(await find(token)).toBeUndefined()
    await run('update client set enabled = true, deleted_at = null where id = 2')
    expect(await find(token)).toBeDefined()
  }
  await run('alter table client enable trigger end_sessions_of_client')
  await run(`update user_account set client_id = 1 where username = 'user'`)
})

test('one person holds so many sessions; the next ends the one that was used least lately', async () => {
  const tokens: string[] = []
  for (let index = 0; index < sessionsPerUser; index += 1) {
    now += minute
    tokens.push(await open('user'))
  }
  const other = await open('engineer')
  now += minute
  // The oldest is used again, so the second oldest is the one that ends.
  expect(await find(tokens[0] ?? '')).toBeDefined()
  now += minute
  const newest = await open('user')
  expect(await find(tokens[1] ?? '')).toBeUndefined()
  for (const kept of [tokens[0], tokens[2], newest, other]) {
    expect(await find(kept ?? '')).toBeDefined()
  }
})

test('what has run out is swept away, and nothing else', async () => {
  await open('user', false)
  const kept = await open('user', true)
  now = start + 8 * hour - 1
  expect(await forgetOldSessions(opened.management)).toBe(0)
  now = start + 8 * hour
  expect(await forgetOldSessions(opened.management)).toBe(1)
  expect(await find(kept)).toBeDefined()
})

test('a session is found while everything else waits for connections', async () => {
  const token = await open('user')
  const { db } = inside(opened.management)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let taken = 0
  // As many as figures and the panel ever had, and some that wait behind them.
  const holders = Array.from({ length: 20 }, () =>
    db.connection().execute(async () => {
      taken += 1
      await released
    }),
  )
  await expect.poll(() => taken).toBe(storeLimits.connections)
  try {
    expect(await find(token)).toMatchObject({ username: 'user' })
    expect((await opened.management.health()).ok).toBe(true)
  } finally {
    release()
    await Promise.all(holders)
  }
})
