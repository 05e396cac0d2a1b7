import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { inside } from '../store.ts'
import { forgetOldBrowsers, noteBrowser } from './knownBrowsers.ts'

const start = Date.UTC(2026, 10, 21, 6)
const dayMs = 86_400_000
let opened: TestManagement
let now = start
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now = start
  await runSql(opened.management, 'delete from known_browser')
})

const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const note = (browser: string, address: string, userId = 1) =>
  noteBrowser(inside(opened.management).db, { userId, browser, address }, now)

test('another browser or another network is new, the first sign-in of an account and an update are not', async () => {
  expect(await note(chrome(140), '192.0.2.1')).toBe(false)
  expect(await note(chrome(141), '192.0.2.1')).toBe(false)
  expect(await note(firefox, '192.0.2.1')).toBe(true)
  expect(await note(chrome(141), '198.51.100.7')).toBe(true)
  expect(await note(chrome(141), '198.51.100.7')).toBe(false)
  // What one account knows another one does not.
  expect(await note(firefox, '192.0.2.1', 2)).toBe(false)
})

test('all addresses of one IPv6 network are one place', async () => {
  expect(await note(firefox, '2001:db8:1:2::1')).toBe(false)
  expect(await note(firefox, '2001:db8:1:2:ffff::9')).toBe(false)
  expect(await note(firefox, '2001:db8:1:3::1')).toBe(true)
})

test('after 90 days a place is new again, also for who comes back after everything was cleaned up', async () => {
  await note(firefox, '192.0.2.1')
  now += 89 * dayMs
  expect(await note(firefox, '192.0.2.1')).toBe(false)
  await note(chrome(140), '192.0.2.1')
  now += 90 * dayMs
  await note(firefox, '203.0.113.1', 2)
  await forgetOldBrowsers(opened.management)
  const rows = await runSql<{ user_id: number }>(
    opened.management,
    'select user_id from known_browser order by 1',
  )
  // Of the first account its newest are of one instant, and both stay.
  expect(rows.map(({ user_id }) => user_id)).toEqual([1, 1, 2])
  expect(await note(firefox, '192.0.2.1')).toBe(true)
})
