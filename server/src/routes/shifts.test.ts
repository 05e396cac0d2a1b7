import { clientTimes, setShifts } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { absentClient, addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  tokens = await server.people()
})
afterAll(() => server?.close())

const at = (path: string, clientId: number) => path.replace(':clientId', String(clientId))
const read = async (name: string, clientId: number) => {
  const answer = await server.ask(at(clientTimes.path, clientId), { token: tokens.get(name) })
  return answer.status === 200 ? clientTimes.answer.parse(await answer.json()) : answer.status
}
const send = (name: string, clientId: number, body: object) =>
  server.ask(at(setShifts.path, clientId), { method: 'PUT', token: tokens.get(name), body })

const monday = [
  { weekday: 1, start: '06:00', name: 'Early' },
  { weekday: 1, start: '18:00', name: 'Late' },
]

test('everybody of the client reads its zone and shifts, nobody else', async () => {
  for (const name of ['admin', 'distributor', 'clientadmin', 'engineer', 'user']) {
    expect(await read(name, 1)).toMatchObject({ timezone: 'Europe/London', version: 1 })
  }
  for (const name of ['distributor2', 'neighbour']) {
    expect([name, await read(name, 1)]).toEqual([name, 404])
  }
  expect(await read('neighbour', 2)).toMatchObject({ timezone: 'Europe/Oslo' })
})

test.each([
  ['admin', 200, 200, 404],
  ['distributor', 200, 404, 404],
  ['distributor2', 404, 200, 404],
  ['clientadmin', 200, 404, 404],
  ['engineer', 403, 403, 403],
  ['user', 403, 403, 403],
  ['neighbour', 403, 403, 403],
])('%s sets shifts of client 1: %d, of client 2: %d, of nobody: %d', async (name, ...expected) => {
  const statuses = []
  for (const clientId of [1, 2, absentClient]) {
    const before = await read('admin', clientId)
    const answer = await send(name, clientId, { shifts: [...monday, day(name)] })
    statuses.push(answer.status)
    // A caller without the right changes nothing.
    if (answer.status !== 200) expect(await read('admin', clientId)).toEqual(before)
  }
  expect(statuses).toEqual(expected)
})

const day = (name: string) => ({ weekday: 2, start: '05:00', name })

test('a second person who saw the same plan is told, and the first one’s plan stays', async () => {
  const seen = await read('clientadmin', 1)
  const version = typeof seen === 'number' ? -1 : seen.version
  const first = await send('clientadmin', 1, { shifts: monday, version })
  expect(await first.json()).toEqual({ message: 'Success!', version: version + 1 })
  const second = await send('distributor', 1, { shifts: [], version })
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ code: 'edit.conflict' })
  expect(await read('user', 1)).toEqual({
    timezone: 'Europe/London',
    shifts: monday,
    version: version + 1,
  })
})

test('who changed what is in the administrative audit log', async () => {
  const entry = await tables(server.deps.management)
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'client_id', 'after'])
    .where('entity', '=', 'shifts')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({
    actor_name: 'clientadmin',
    action: 'update',
    client_id: 1,
    after: { shifts: monday },
  })
})

test.each([
  ['no time of day', [{ weekday: 1, start: '24:00', name: 'A' }]],
  ['no day of the week', [{ weekday: 8, start: '06:00', name: 'A' }]],
  ['a shift without a name', [{ weekday: 1, start: '06:00', name: '  ' }]],
  ['a name that is too long', [{ weekday: 1, start: '06:00', name: 'x'.repeat(41) }]],
  ['two starts at one time', [monday[0], { ...monday[1], start: '06:00' }]],
  ['too many starts', Array.from({ length: 85 }, () => monday[0])],
])('%s is refused with 400', async (_what, shifts) => {
  const answer = await send('admin', 1, { shifts })
  expect(answer.status).toBe(400)
  expect(await read('admin', 1)).toMatchObject({ shifts: monday })
})
