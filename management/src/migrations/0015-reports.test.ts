import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { reports } from './0015-reports.ts'

let opened: TestManagement
const id = randomUUID()
beforeAll(async () => {
  opened = await openTestManagement()
  await run(`insert into report (id, client_id, place, report, enabled, since)
    values ('${id}', 1, 0, '{}', true, now())`)
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const sent = (origin: string, corrects = 'null') =>
  run<{
    id: string
  }>(`insert into report_sent (client_id, report_id, origin, corrects, name, language, files, begins_at, ends_at, fixed_at, content)
    values (1, '${id}', '${origin}', ${corrects}, 'Shift', 'en', '{}', '2026-11-20 06:00Z', '2026-11-20 18:00Z', now(), '{}')
    returning id`)

test('a period has one report and one correction, in any process; by hand there are many', async () => {
  expect(reports.version).toBe(15)
  const [first] = await sent('due')
  await expect(sent('due')).rejects.toMatchObject({ code: '23505' })
  await sent('correction', first?.id)
  await expect(sent('correction', first?.id)).rejects.toMatchObject({ code: '23505' })
  await expect(sent('correction')).rejects.toMatchObject({ code: '23514' })
  await sent('hand')
  await sent('hand')
})

test('a message of a report names what was sent', async () => {
  const message = (kind: string, of: string) =>
    run(`insert into outbox (key, kind, channel, client_id, report_sent_id, due_at, next_try_at, gives_up_at)
      select '${randomUUID()}', '${kind}', 'mail', 1, ${of}, now(), now(), now() from report_sent limit 1`)
  await message('report', 'id')
  await message('letter', 'null')
  await expect(message('report', 'null')).rejects.toMatchObject({ code: '23514' })
  await expect(message('letter', 'id')).rejects.toMatchObject({ code: '23514' })
})
