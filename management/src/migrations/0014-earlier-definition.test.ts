import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { earlierDefinition } from './0014-earlier-definition.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const insert = (values: string) =>
  run(`insert into earlier_definition (client_id, divides_by, speed, packs, set_at)
    values (${values}, now())`)

test('no client has an earlier definition before one is entered', async () => {
  expect(earlierDefinition.version).toBe(14)
  expect(await run('select * from earlier_definition')).toEqual([])
})

test('a rule is whole or absent, and names terms that are known', async () => {
  await insert(`1, 'shift', 'nameplate', 'all'`)
  await insert('2, null, null, null')
  for (const values of [
    `3, 'shift', 'nameplate', null`,
    `3, 'week', 'target', 'good'`,
    `3, 'shift', 'best', 'good'`,
    `3, 'shift', 'target', 'bad'`,
  ]) {
    await expect(insert(values)).rejects.toMatchObject({ code: '23514' })
  }
})

test('the version rises with the rule, and not when the account of its author is gone', async () => {
  await run(`update earlier_definition set packs = 'good', set_by = 1 where client_id = 1`)
  await run('update earlier_definition set set_by = null where client_id = 1')
  expect(await run('select version from earlier_definition where client_id = 1')).toEqual([
    { version: 2 },
  ])
})
