import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../signIn/signIn.ts'
import { openTestManagement, type TestManagement } from '../testing/openTestManagement.ts'
import { ensureFirstAdmin } from './ensureFirstAdmin.ts'

let empty: TestManagement

beforeAll(async () => {
  empty = await openTestManagement({ demo: false })
})
afterAll(() => empty.close())

test('an empty installation gets its first administrator once, and only with a password', async () => {
  const { management } = empty
  expect(await ensureFirstAdmin(management, undefined)).toBe('missing')
  const both = [
    ensureFirstAdmin(management, 'a first one'),
    ensureFirstAdmin(management, 'a second one'),
  ]
  expect((await Promise.all(both)).sort()).toEqual(['created', 'known'])
  expect(await ensureFirstAdmin(management, 'a later one')).toBe('known')

  const try1 = (password: string) =>
    signIn(management, { username: 'admin', password, browserSaved: true, address: '127.0.0.1' })
  const tries = await Promise.allSettled([try1('a first one'), try1('a second one')])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(try1('a later one')).rejects.toMatchObject({ code: 'signin.failed' })
})
