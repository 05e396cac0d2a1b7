import { acceptDamage, warnings } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** FW-101 is client 1's, FW-511 is client 2's; both have records of this month, 10 and 20. */
let server: TestServer
let token: string
const at = Date.now() - 3 * 3_600_000
const month = new Date(at).toISOString().slice(0, 7)

beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn('admin')).accessToken
  for (const [serialNo, count] of [
    ['FW-101', 10],
    ['FW-511', 20],
  ] as const) {
    const records = Array.from({ length: count }, (_, second) =>
      factory.at(at + second * 1_000).sample(serialNo, { state: 10 }),
    )
    expect((await server.send(serialNo, records)).status).toBe(200)
  }
})
afterAll(() => server.close())

const json = async (path: string, as = token, body?: unknown) =>
  (await server.ask(path, { token: as, body })).json()
const sql = (text: string) =>
  server.deps.telemetry.context.connection.writer().command({ query: text })

test('what the store holds is recorded in the management store', async () => {
  await server.deps.telemetry.lookForDamage()
  const rows = await runSql<{ parts: number[][] }>(
    server.deps.management,
    `select parts from telemetry_month where table_name = 'sample' and month = ${month.replace('-', '')}`,
  )
  expect(rows[0]?.parts.reduce((sum, [, , count = 0]) => sum + count, 0)).toBe(30)
})

test('lost records are on health, on the panel and on the pages of each client, until an admin goes on without them', async () => {
  await sql(`ALTER TABLE sample DETACH PARTITION ${month.replace('-', '')}`)
  await server.deps.telemetry.lookForDamage()
  const lost = { table: 'sample', month, rows: 30, cause: 'lost' }
  const health = await server.ask('/health/ready')
  expect([health.status, await health.json()]).toMatchObject([
    200,
    { ready: true, parts: { telemetry: 'damaged' }, damage: [lost] },
  ])
  const metrics = await (await server.ask('/metrics')).text()
  expect(metrics).toContain('packboard_telemetry_damaged_rows 30')
  // What the alert PackboardRecordsDamaged looks at.
  expect(metrics).toContain('packboard_telemetry_damaged_months 1')
  expect(await json(warnings.path)).toEqual({ warnings: [{ code: 'records.damaged', ...lost }] })
  expect(server.lines.join('\n')).toContain('Records are damaged')

  // The month and nothing else: whose records they were is nothing for another client.
  const neighbour = (await server.signIn('user')).accessToken
  expect(await json('/api/admin/incomplete-months/1', neighbour)).toEqual({ months: [month] })

  expect(await json(acceptDamage.path, token, { month })).toEqual({
    message: 'Success!',
    damage: [lost],
  })
  expect(await json('/api/admin/incomplete-months/1')).toEqual({ months: [] })
  expect(await json(acceptDamage.path, token, { month })).toMatchObject({ code: 'damage.notFound' })
  await server.deps.telemetry.lookForDamage()
  expect(await json('/health/ready')).toMatchObject({ parts: { telemetry: 'ok' }, damage: [] })
  expect(
    await runSql(
      server.deps.management,
      `select action, entity_id, actor_name, client_id from audit_log where entity = 'damage'`,
    ),
  ).toEqual([
    {
      action: 'update',
      entity_id: Number(month.replace('-', '')),
      actor_name: 'admin',
      client_id: null,
    },
  ])
})
