import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { programKeys } from './0007-program-keys.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const insert = (columns: string, values: string) =>
  `insert into program_key (name, groups, created_by, expires_at${columns})
    values ('Power BI', ${values})`

test.each([
  [
    'a key of a client and a distributor',
    insert(', client_id, distributor_id', "'{stops}', 1, now(), 1, 1"),
  ],
  ['a key without a group', insert('', "'{}', 1, now()")],
  ['a key of another group', insert('', "'{people}', 1, now()")],
  ['a hash that is none', "insert into program_key_hash values ('abc', 1, 'k', null)"],
])('%s is refused by the store itself', async (_what, text) => {
  expect(programKeys.version).toBe(7)
  await expect(runSql(opened.management, text)).rejects.toMatchObject({ code: '23514' })
})
