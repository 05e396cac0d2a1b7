import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { tables } from '../../testing/tables.ts'
import { readTouched, readVersion } from '../directory/directoryRows.ts'
import { directoryChanges } from './0004-directory-changes.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const none = { client: [], machineType: [], machine: [], device: [], recipe: [] }

test.each([
  ['a client', `update client set enabled = true where id = 2`, { client: [2] }],
  ['a machine type', `update machine_type set label = 'Other' where id = 2`, { machineType: [2] }],
  ['a machine', `update machine set topic_prefix = 'a/50' where id = 3`, { machine: [3] }],
  [
    'the password of a machine that is read',
    `insert into machine_opcua (machine_id, security) values (4, 'none')`,
    { machine: [4] },
  ],
  ['its removal', 'delete from machine_opcua where machine_id = 4', { machine: [4] }],
  ['a recipe', `update product_recipe set tare = 51 where client_id = 4`, { recipe: [4] }],
  ['a device', 'update device set enabled = true where id = 5', { device: [5] }],
  ['a token', 'delete from device_token where device_id = 5', { device: [5] }],
  ['a binding', 'delete from device_machine where device_id = 6', { device: [6] }],
])('a change of %s is noted with the number that its statement makes', async (_what, text, ids) => {
  expect(directoryChanges.version).toBe(4)
  const db = tables(opened.management)
  const before = await readVersion(db)
  await runSql(opened.management, text)
  const after = await readVersion(db)
  expect(after).toBeGreaterThan(before)
  expect(await readTouched(db, before)).toEqual({ ...none, ...ids })
  expect(await readTouched(db, after)).toEqual(none)
})

test('when a device was last seen is no change', async () => {
  const db = tables(opened.management)
  const before = await readVersion(db)
  await runSql(opened.management, 'update device set last_seen_at = now()')
  expect(await readTouched(db, before)).toEqual(none)
})

test('a change that is committed later has the larger number, whichever began first', async () => {
  const db = tables(opened.management)
  const isLocked = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (change) => {
    await change.updateTable('machine').set({ topic_prefix: 'a/61' }).where('id', '=', 7).execute()
    isLocked.resolve()
    await mayCommit.promise
  })
  await isLocked.promise
  const second = db
    .updateTable('machine')
    .set({ topic_prefix: 'a/62' })
    .where('id', '=', 8)
    .execute()
  mayCommit.resolve()
  await Promise.all([first, second])
  const rows = await db
    .selectFrom('directory_change')
    .select(['id', 'version'])
    .where('kind', '=', 'machine')
    .where('id', 'in', [7, 8])
    .orderBy('id')
    .execute()
  const [one, other] = rows.map(({ version }) => BigInt(version))
  expect(Number(other)).toBeGreaterThan(Number(one))
})
