// @slow

import { countName, erasedNames, eraseName } from '@packboard/contract'
import { erasureList } from '@packboard/management'
import { clientsToErase } from '@packboard/telemetry/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** FW-101 is client 1's, FW-511 is client 2's; both have an operator of this name. */
const name = 'Anna "Ö" Berg'
let server: TestServer
let token: string

const at = Date.now() - 60_000
const sample = (serialNo: string, i: number, user = name) =>
  factory.at(at + i * 1_000).sample(serialNo, { state: 10, user })

beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn('clientadmin')).accessToken
  for (const serialNo of ['FW-101', 'FW-511']) {
    const answer = await server.send(serialNo, [sample(serialNo, 0), sample(serialNo, 1, 'Bo')])
    expect(answer.status).toBe(200)
  }
})
afterAll(() => server.close())

const ask = (path: string, body?: unknown) =>
  server.ask(`/api/admin/erased-names/${path}`, { token, body })
const list = async () => erasedNames.answer.parse(await (await ask('1')).json()).names
const records = async () => countName.answer.parse(await (await ask('1/count', { name })).json())
const usersOf = async (clientId: number) => {
  const answer = await server.deps.telemetry.context.connection.writer().query({
    query: `SELECT DISTINCT user FROM sample WHERE client_id = ${clientId} ORDER BY user`,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ user: string }>()).map(({ user }) => user)
}

test('a client administrator counts and erases a name of its own client; the neighbour keeps its own', async () => {
  expect(await records()).toEqual({ records: 1 })
  expect((await ask('2/count', { name })).status).toBe(404)
  const answer = await ask('1/erase', { name })
  const { message, pseudonym } = eraseName.answer.parse(await answer.json())
  expect(message).toBe('Success!')
  await expect
    .poll(list, { timeout: 30_000 })
    .toMatchObject([{ pseudonym, erasedBy: 'clientadmin', doneAt: expect.any(Date) }])
  expect(await records()).toEqual({ records: 0 })
  expect(await usersOf(1)).toEqual(['Bo', pseudonym])
  expect(await usersOf(2)).toEqual([name, 'Bo'])
  // A start would search nothing.
  const { telemetry, management } = server.deps
  expect(await clientsToErase(telemetry, await erasureList(management))).toEqual([])
})

test('what the machine sends again or late holds the pseudonym, and no log holds the name', async () => {
  const pseudonym = (await list())[0]?.pseudonym
  const answer = await server.send('FW-101', [sample('FW-101', 0), sample('FW-101', -5)])
  expect(answer.status).toBe(200)
  expect(await usersOf(1)).toEqual(['Bo', pseudonym])
  expect(server.lines.join('\n')).not.toContain('Berg')
})
