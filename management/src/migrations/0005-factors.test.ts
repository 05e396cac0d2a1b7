import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { factors } from './0005-factors.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const session = (column: string, value: string) =>
  `insert into session (token_hash, user_id, created_at, last_seen_at, idle_ms, expires_at, browser_saved, ${column})
   select sha256('x'), id, now(), now(), 1, now() + interval '1 day', false, ${value}
   from user_account where username = 'user'`

test.each([
  ['a session that came about in a way that there is not', session('way', `'guess'`)],
  [
    'a name of the provider for a session that is too long',
    session('provider_session', `repeat('x', 257)`),
  ],
])('%s is refused by the store itself', async (_what, text) => {
  expect(factors.version).toBe(5)
  await expect(runSql(opened.management, text)).rejects.toMatchObject({ code: '23514' })
})
