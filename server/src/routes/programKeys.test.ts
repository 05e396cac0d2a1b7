import {
  addProgramKey,
  clientMachines,
  clientNames,
  deleteProgramKey,
  exportFile,
  machinesData,
  programKeys,
  rotateProgramKey,
  stopList,
} from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { dayWindow, windowOf } from '../../testing/rights/aimAtClient.ts'

let server: TestServer
let tokens: Map<string, string>
/** The clock advances before each test: calls of a key, refused calls and sessions are limited by time. */
let ahead = 0

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  tokens = await server.people('admin', 'distributor', 'clientadmin', 'user')
})
afterAll(() => server?.close())
beforeEach(async () => {
  ahead += 60_000
  await runSql(server.deps.management, 'update session set confirmed_at = $1', [
    new Date(Date.now() + ahead),
  ])
})

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

async function made(body: object, who = 'admin') {
  const answer = await server.ask(addProgramKey.path, {
    token: tokens.get(who),
    body: { name: 'Power BI', groups: ['figures', 'machines'], ...body },
  })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null])
  return addProgramKey.answer.parse(await answer.json())
}
const codeOf = async (answer: Response) => {
  const said: { code?: string } = JSON.parse(await answer.text())
  return [answer.status, said.code]
}
const machinesOf = (clientId: number) => clientMachines.path.replace(':clientId', String(clientId))
const rowOf = async (id: number) => {
  const answer = await server.ask(programKeys.path, { token: tokens.get('admin') })
  return programKeys.answer.parse(await answer.json()).keys.find((key) => key.id === id)
}

test('a key of a client reads that client, by the calls of its groups alone', async () => {
  const { key } = await made({ clientId: 1 }, 'clientadmin')
  const own = await server.ask(machinesOf(1), bearer(key))
  expect(own.status).toBe(200)
  expect(await own.text()).toContain('FW-101')
  expect(
    (await server.ask(machinesData.path, { body: windowOf(1, ['FW-101']), ...bearer(key) })).status,
  ).toBe(200)
  for (const clientId of [2, 999_999]) {
    expect(await codeOf(await server.ask(machinesOf(clientId), bearer(key)))).toEqual([
      404,
      'client.notFound',
    ])
  }
  const stops = `${stopList.path}?${new URLSearchParams({ clientId: '1', machine: 'All', ...dayWindow })}`
  expect(await codeOf(await server.ask(stops, bearer(key)))).toEqual([403, 'key.group'])
  const { clients } = clientNames.answer.parse(
    await (await server.ask(clientNames.path, bearer(key))).json(),
  )
  expect(clients.map(({ id }) => id)).toEqual([1])
  // It writes nothing, makes no keys and sees no people.
  for (const [method, path] of [
    ['GET', '/api/admin/user'],
    ['GET', programKeys.path],
    ['POST', programKeys.path],
    ['GET', '/api/admin/audit-log/1/10'],
    ['PUT', '/api/admin/shifts/1'],
    ['POST', '/api/auth/signout'],
    ['POST', '/api/ingest/records'],
  ] as const) {
    const body = method === 'GET' ? {} : { body: {} }
    const answer = await server.ask(path, { method, ...body, ...bearer(key) })
    expect([path, ...(await codeOf(answer))]).toEqual([path, 403, 'key.group'])
  }
})

test('a key of a distributor reads its clients, one of the installation all, and their clients see it in the log', async () => {
  const ofDistributor = await made({ name: 'Fleet', distributorId: 1 }, 'distributor')
  const ofAll = await made({ name: 'Warehouse' })
  const names = async (key: string) =>
    clientNames.answer
      .parse(await (await server.ask(clientNames.path, bearer(key))).json())
      .clients.map(({ id }) => id)
      .sort()
  expect(await names(ofDistributor.key)).toEqual([1, 3])
  expect(await names(ofAll.key)).toEqual([1, 2, 3, 4])
  for (const _ of ['first', 'second']) {
    expect((await server.ask(machinesOf(1), bearer(ofDistributor.key))).status).toBe(200)
  }
  expect((await server.ask(machinesOf(2), bearer(ofDistributor.key))).status).toBe(404)
  expect((await server.ask(machinesOf(2), bearer(ofAll.key))).status).toBe(200)
  const reads = await runSql<{ actor_name: string; client_id: number }>(
    server.deps.management,
    `select actor_name, client_id from audit_log where action = 'read' and entity = 'programKey' order by id`,
  )
  expect(reads).toEqual([
    { actor_name: 'Fleet', client_id: 1 },
    { actor_name: 'Warehouse', client_id: 2 },
  ])
})

test('what names of operators it sees is what a user sees', async () => {
  const { key } = await made({ clientId: 1, groups: ['stops', 'audit', 'figures'] })
  await runSql(server.deps.management, `update client set operator_rows = 'forbidden' where id = 1`)
  const query = new URLSearchParams({ clientId: '1', machine: 'All', by: 'operator', ...dayWindow })
  const ask = async (token: object) =>
    (await server.ask(`/api/admin/compare?${query}`, token)).text()
  const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
  expect(strip(await ask(bearer(key)))).toEqual(strip(await ask({ token: tokens.get('user') })))
  await runSql(server.deps.management, `update client set operator_rows = 'notSet' where id = 1`)
})

test('calls are counted and shown with the last address', async () => {
  const { id, key } = await made({ clientId: 1 })
  for (let call = 0; call < 3; call += 1) await server.ask(machinesOf(1), bearer(key))
  await expect.poll(async () => (await rowOf(id))?.callsToday).toBe(3)
  expect(await rowOf(id)).toMatchObject({ lastAddress: '127.0.0.1', lastUsedAt: expect.any(Date) })
})

test('a second key holds at once beside the first; a revoked one is refused within five seconds', async () => {
  const { id, key } = await made({ clientId: 1 })
  const path = rotateProgramKey.path.replace(':id', String(id))
  const rotated = await server.ask(path, { method: 'POST', token: tokens.get('admin') })
  const second = rotateProgramKey.answer.parse(await rotated.json())
  const status = async (held: string) => (await server.ask(machinesOf(1), bearer(held))).status
  expect([await status(key), await status(second.key)]).toEqual([200, 200])
  const revoked = await server.ask(deleteProgramKey.path.replace(':id', String(id)), {
    ...{ method: 'DELETE', token: tokens.get('admin') },
  })
  expect(revoked.status).toBe(200)
  ahead += 5_000
  expect([await status(key), await status(second.key)]).toEqual([401, 401])
})

test.each([
  ['in a query', (key: string) => `/api/admin/client-names?key=${key}`],
  ['in the path of nothing', (key: string) => `/api/v1/${key}`],
  ['spelled with numbers', (key: string) => `/health/live?k=%70bk_${key.slice(4)}`],
])(
  'a key %s is refused and revoked, its maker is told, and no log has it',
  async (_where, pathOf) => {
    const { id, key } = await made({ name: 'Old Excel', clientId: 1 })
    expect((await server.ask(machinesOf(1), bearer(key))).status).toBe(200)
    const answer = await server.ask(pathOf(key), bearer(key))
    expect(await codeOf(answer)).toEqual([400, 'key.inAddress'])
    expect((await server.ask(machinesOf(1), bearer(key))).status).toBe(401)
    expect(await rowOf(id)).toBeUndefined()
    await expect
      .poll(() => server.deps.mail.outbox()?.[0])
      .toMatchObject({ subject: expect.stringContaining('a key was revoked') })
    expect(server.deps.mail.outbox()?.[0]?.text).toContain('"Old Excel"')
    expect(server.lines.filter((line) => line.includes(key.slice(4)))).toEqual([])
    expect(server.lines.some((line) => line.includes('"key.inAddress"'))).toBe(true)
  },
)

test('who made a key is told by letter', async () => {
  await made({ name: 'Told', clientId: 1 })
  await expect
    .poll(() => server.deps.mail.outbox()?.find(({ text }) => text.includes('“Told”')))
    .toMatchObject({ subject: expect.stringContaining('a key for a program was made') })
})

test('a file for a program needs the group of its table and has at most 10,000 rows', async () => {
  const { key } = await made({ clientId: 1, groups: ['alarms'] })
  const query = new URLSearchParams({ clientId: '1', machine: 'All', ...dayWindow })
  const file = (table: string) =>
    server.ask(
      `${exportFile.path.replace(':table', table).replace(':format', 'csv')}?${query}`,
      bearer(key),
    )
  const alarms = await file('alarm-info')
  expect([alarms.status, alarms.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/csv'),
  ])
  await alarms.text()
  expect(await codeOf(await file('states'))).toEqual([403, 'key.group'])
})

test('OpenAPI says of which group a call is', async () => {
  const answer = await server.ask('/api/docs/json')
  const { paths, components }: { paths: Record<string, unknown>; components: object } = JSON.parse(
    await answer.text(),
  )
  expect(components).toMatchObject({
    securitySchemes: { program: { type: 'http', scheme: 'bearer' } },
  })
  expect(paths[stopList.path]).toMatchObject({
    get: {
      security: [{ session: [] }, { program: ['stops'] }],
      description: 'A key for programs needs the group stops.',
    },
  })
  expect(paths[programKeys.path]).toMatchObject({ get: { security: [{ session: [] }] } })
})
