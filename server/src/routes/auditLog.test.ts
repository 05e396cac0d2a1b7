import { auditLog } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer()
  tokens = await server.people('admin', 'distributor', 'clientadmin', 'engineer', 'user')
})
afterAll(() => server.close())

const get = (name: string, query = '', page = '1/200') =>
  server.ask(`/api/admin/audit-log/${page}${query}`, { token: tokens.get(name) })

async function rows(name: string, query = '') {
  const answer = await get(name, query)
  expect(answer.status).toBe(200)
  return auditLog.answer.parse(await answer.json()).rows
}

test.each(['distributor', 'engineer', 'user'])('%s does not read the audit log', async (name) => {
  for (const query of ['', '?clientId=1', '?clientId=2', '?clientId=999999']) {
    expect((await get(name, query)).status).toBe(403)
  }
})

test('a client administrator reads the part of its own client; others are not there', async () => {
  const own = await rows('clientadmin')
  expect(own.length).toBeGreaterThan(0)
  expect(new Set(own.map(({ clientName }) => clientName))).toEqual(
    new Set(['Northfield Confectionery']),
  )
  expect(await rows('clientadmin', '?clientId=1')).toEqual(own)
  for (const clientId of [2, 999_999]) {
    const answer = await get('clientadmin', `?clientId=${clientId}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'client.notFound' }])
  }
})

test('an admin reads everything, or one client', async () => {
  const all = await rows('admin')
  expect(all.map(({ action }) => action)).toContain('seed')
  expect(all.map(({ actor }) => actor)).toContain('distributor')
  const one = await rows('admin', '?clientId=1&action=signIn')
  expect(one.map(({ actor }) => actor).sort()).toEqual(['clientadmin', 'engineer', 'user'])
  expect(await rows('admin', '?clientId=2&action=signIn')).toEqual([])
  const found = await rows('admin', '?search=ENGIN&action=signIn')
  expect(found.map(({ actor }) => actor)).toEqual(['engineer'])
})

test('sign-ins, failed ones, sign-outs and files are in it, for the client to see', async () => {
  const { accessToken } = await server.signIn('user')
  await server.ask('/api/auth/signout', { method: 'POST', token: accessToken })
  const body = { username: 'user', password: 'wrong' }
  await server.ask('/api/auth/packboard-signin', { body })
  const day = new Date().toISOString().slice(0, 10)
  const file = await server.ask(
    `/api/admin/export/products/csv?clientId=1&start_date=${day}&end_date=${day}`,
    { token: tokens.get('engineer') },
  )
  expect(file.status).toBe(200)
  await file.text()

  const seen = (await rows('clientadmin')).map(({ actor, action, entity }) => [
    actor,
    action,
    entity,
  ])
  expect(seen).toContainEqual(['user', 'signOut', 'session'])
  expect(seen).toContainEqual(['user', 'signInFailed', 'session'])
  expect(seen).toContainEqual(['engineer', 'export', 'products'])
})

test('a look of the staff is in it once an hour, one of the own people is not', async () => {
  for (const name of ['distributor', 'distributor', 'admin', 'user', 'engineer']) {
    const token = tokens.get(name)
    expect((await server.ask('/api/admin/client_machines/1', { token })).status).toBe(200)
  }
  await server.ask('/api/admin/client_machines/3', { token: tokens.get('distributor') })
  const looks = await rows('clientadmin', '?action=read')
  const hourly = looks.map(({ actor, at }) => `${actor} ${at.toISOString().slice(0, 13)}`)
  expect(hourly).toEqual([...new Set(hourly)])
  expect(new Set(looks.map(({ actor }) => actor))).toEqual(new Set(['admin', 'distributor']))
  // A refused call is no read of the data.
  await server.ask('/api/admin/client_machines/2', { token: tokens.get('distributor') })
  const looksAtOther = await rows('admin', '?action=read&search=norsk')
  expect(looksAtOther.map(({ actor }) => actor)).not.toContain('distributor')
})

test.each(['0/10', '1/0', '1/201', 'x/10', '1/10?from=yesterday', '1/10?clientId=0'])(
  '%s is refused',
  async (requested) => {
    const [page = '', query] = requested.split('?')
    const answer = await get('admin', query === undefined ? '' : `?${query}`, page)
    expect(answer.status).toBe(400)
  },
)
