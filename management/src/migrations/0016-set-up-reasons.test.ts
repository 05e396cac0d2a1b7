import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { setUpReasons } from './0016-set-up-reasons.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)

test('the reasons of the templates for changeover, change of film or tool and cleaning are marked, and no other', async () => {
  expect(setUpReasons.version).toBe(16)
  await run('alter table reason drop column set_up')
  await run(
    `insert into reason_book (client_id, changed_at) values (1, now()) on conflict do nothing`,
  )
  const names = [
    ['Tool change', 'operator'],
    ['Film change', 'operator'],
    ['Film change', 'machine'],
    ['Film break', 'machine'],
  ]
  for (const [index, [name, cause]] of names.entries()) {
    await run(`insert into reason (client_id, id, name, icon, planned, cause, rank, alarms, states)
      values (1, gen_random_uuid(), '{"en":"${name}"}', 'film', false, '${cause}', ${900 + index}, '[]', '[]')`)
  }
  await run(setUpReasons.sql)
  const marked = await run<{ set_up: boolean }>(
    'select set_up from reason where client_id = 1 and rank >= 900 order by rank',
  )
  expect(marked.map(({ set_up }) => set_up)).toEqual([true, true, false, false])
})
