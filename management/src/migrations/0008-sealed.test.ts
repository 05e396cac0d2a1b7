import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { sealed } from './0008-sealed.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)

test('an entry waits for its signature from the moment of its commit, and goes with what signed it', async () => {
  expect(sealed.version).toBe(8)
  const insert = "insert into audit_log (actor_name, action, entity) values ('a', 'update', 'b')"
  const [entry] = await run<{ id: string }>(`${insert} returning id`)
  const waits = `select id from audit_unsealed where id = ${entry?.id}`
  expect(await run(waits)).toHaveLength(1)
  await run(`insert into audit_link (id, client_id, no, key_id, name_digest, link)
    values (${entry?.id}, 0, 1000, 'k', '', '')`)
  await run(`delete from audit_log where id = ${entry?.id}`)
  expect(await run(waits)).toEqual([])
  expect(await run(`select id from audit_link where id = ${entry?.id}`)).toEqual([])
})

test.each([
  [
    'a second key in force',
    "insert into secrets_key (single, key_id) values (false, 'abcdefabcdef')",
  ],
  ['a key without a name', "insert into secrets_key (key_id) values ('')"],
  [
    'a sealed password without a user',
    "insert into machine_opcua (machine_id, security, sealed_password) values (2, 'none', 'v1')",
  ],
])('%s is refused by the store itself', async (_what, text) => {
  await expect(run(text)).rejects.toMatchObject({ code: '23514' })
})
