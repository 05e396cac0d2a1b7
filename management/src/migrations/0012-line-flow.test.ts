import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { lineFlow } from './0012-line-flow.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const flow = (values: string) =>
  run(`insert into line_flow (client_id, line_id, valid_from, stations, entered_at)
    select client_id, id, ${values}, now() from line where client_id = 1 and name = 'Line 1'`)
const root = (values: string) =>
  run(`insert into line_root (client_id, machine_id, at, kind, root_machine_id, set_at)
    select client_id, id, now(), ${values}, now() from machine where serial_no = 'FW-101'`)

test('no line has a flow before one is entered', async () => {
  expect(lineFlow.version).toBe(12)
  expect(await run('select * from line_flow')).toEqual([])
})

test('what no entry can be is refused by the store itself', async () => {
  await flow(`null, '[]'`)
  await flow(`'2026-11-20 06:00Z', null`)
  await expect(flow(`'2026-11-20 06:00:01Z', '[]'`)).rejects.toMatchObject({ code: '23514' })
  await expect(flow(`null, '{}'`)).rejects.toMatchObject({ code: '23514' })
  await expect(
    run(`insert into line_flow (client_id, line_id, entered_at)
      select 2, id, now() from line where client_id = 1 and name = 'Line 1'`),
  ).rejects.toMatchObject({ code: '23503' })
  await root(`'outside', null`)
  await expect(root(`'outside', id`)).rejects.toMatchObject({ code: '23514' })
  await expect(root(`'machine', null`)).rejects.toMatchObject({ code: '23514' })
})

test('an entry is never changed; who entered it may be gone', async () => {
  await run('update line_flow set entered_by = null')
  await run('update line_root set set_by = null')
  for (const change of ['line_flow set valid_from = null', 'line_root set at = now()']) {
    await expect(run(`update ${change}`)).rejects.toMatchObject({ code: 'PB004' })
  }
})
