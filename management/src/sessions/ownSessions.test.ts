import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor, people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { changeSignInSettings, signInSettings } from '../signInSettings/signInSettings.ts'
import { endOtherSessions, endOwnSession, sessionsOfUser } from './ownSessions.ts'
import { createSession, findSession } from './sessions.ts'

const start = Date.UTC(2026, 10, 21, 6)
const minuteMs = 60_000
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
  await runSql(opened.management, 'delete from session')
  await runSql(opened.management, 'delete from sign_in_setting')
})

const idOf = (username: string) => ids.get(username) ?? 0
const self = (username: string) => ({ userId: idOf(username), username, clientId: 1 })
const open = (username: 'user' | 'engineer', browser = 'a browser') =>
  createSession(opened.management, {
    userId: idOf(username),
    role: username,
    browserSaved: true,
    address: '192.0.2.1',
    browser,
    way: 'password',
    confirmedAt: null,
  })
const isOpen = async (token: string) => (await findSession(opened.management, token)) !== undefined
const listed = async (username: string) =>
  (await sessionsOfUser(opened.management, idOf(username))).map(({ browser }) => browser)

test('a person sees its own sessions, the last used first, and neither tokens nor those of others', async () => {
  await open('user', 'first')
  now += minuteMs
  const second = await open('user', 'second')
  await open('engineer', 'other')
  expect(await listed('user')).toEqual(['second', 'first'])
  const [newest] = await sessionsOfUser(opened.management, idOf('user'))
  expect(newest).toEqual({
    id: (await findSession(opened.management, second))?.sessionId,
    way: 'password',
    browser: 'second',
    address: '192.0.2.1',
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
  })
})

test('a session is ended by its number, by its person alone', async () => {
  const token = await open('user')
  const { sessionId = 0 } = (await findSession(opened.management, token)) ?? {}
  const foreign = endOwnSession(opened.management, self('engineer'), sessionId)
  await expect(foreign).rejects.toMatchObject({ code: 'session.notFound', status: 404 })
  expect(await isOpen(token)).toBe(true)
  await endOwnSession(opened.management, self('user'), sessionId)
  expect(await isOpen(token)).toBe(false)
})

test('all others are ended at once, those of other people stay', async () => {
  const [own, second, third] = [await open('user'), await open('user'), await open('user')]
  const other = await open('engineer')
  expect(await endOtherSessions(opened.management, self('user'), own)).toBe(2)
  expect(await Promise.all([own, second, third, other].map(isOpen))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('a shorter time without use holds for open sessions too, and a longer one opens none again', async () => {
  const set = (idleMinutes: number | null) =>
    changeSignInSettings(opened.management, editor, { notice: 'Authorised use only', idleMinutes })
  const token = await open('user')
  await set(15)
  expect(await signInSettings(opened.management)).toEqual({
    ...{ notice: 'Authorised use only', idleMinutes: 15, version: 1 },
  })
  now += 15 * minuteMs - 1
  expect(await isOpen(token)).toBe(true)
  now += 15 * minuteMs
  expect(await isOpen(token)).toBe(false)
  expect(await listed('user')).toEqual([])
  await set(null)
  expect(await isOpen(token)).toBe(false)
  // It never lengthens: the own time of the session is a week.
  const week = await open('user')
  await set(10_080)
  now += 7 * 24 * 60 * minuteMs
  expect(await isOpen(week)).toBe(false)
})

test('of two people who set it at a time the second is refused', async () => {
  const set = (notice: string, version: number) =>
    changeSignInSettings(opened.management, editor, { notice, idleMinutes: null, version })
  expect(await set('one', 0)).toBe(1)
  await expect(set('two', 0)).rejects.toMatchObject({ code: 'edit.conflict' })
  expect(await set('two', 1)).toBe(2)
  expect((await signInSettings(opened.management)).notice).toBe('two')
})
