import { addDevice, deleteDevice, heartbeat, installations } from '@packboard/contract'
import { installationsPerDevice } from '@packboard/management'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let ahead = 0
beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
})
afterAll(() => server?.close())

async function newDevice(clientId: number, name: string) {
  const { accessToken } = await server.signIn('admin')
  const answer = await server.ask(addDevice.path, {
    token: accessToken,
    body: { clientId, name, machines: 'all' },
  })
  const { id, token } = addDevice.answer.parse(await answer.json())
  return { id, credential: `${name}:${token}` }
}

const beat = (credential: string, said: object = {}) =>
  server.ask(heartbeat.path, {
    token: credential,
    body: {
      ...{ name: 'Hall 1', version: '0.1.0', sentAt: new Date(Date.now() + ahead).toISOString() },
      ...{ queueRecords: 3_000_000_000, queueBytes: 1.9e12, maxBytes: 2e12 },
      ...{ oldestAt: '2026-11-25T10:00:00.000Z', isFull: false, quarantined: 2 },
      ...said,
    },
  })

async function shown(clientId: number, who = 'admin') {
  const { accessToken } = await server.signIn(who)
  const path = installations.path.replace(':clientId', String(clientId))
  const answer = await server.ask(path, { token: accessToken })
  return answer.status === 200
    ? installations.answer.parse(await answer.json()).installations
    : answer.status
}

test('a heartbeat is listed for its own client, the newest in the place of the one before', async () => {
  const { credential, id } = await newDevice(1, 'gateway a')
  expect((await beat(credential, { version: '0.0.9' })).status).toBe(200)
  const late = new Date(Date.now() + ahead - 30_000).toISOString()
  const answer = heartbeat.answer.parse(await (await beat(credential, { sentAt: late })).json())
  const [only, ...more] = (await shown(1)) as Exclude<Awaited<ReturnType<typeof shown>>, number>
  expect(more).toEqual([])
  expect(only).toMatchObject({
    ...{ name: 'Hall 1', device: 'gateway a', version: '0.1.0', address: '127.0.0.1' },
    ...{ queueRecords: 3_000_000_000, queueBytes: 1.9e12, maxBytes: 2e12, quarantined: 2 },
    ...{ oldestAt: new Date('2026-11-25T10:00:00.000Z'), isFull: false, heardAt: answer.now },
  })
  expect(Math.round((only?.clockSkewMs ?? 0) / 10_000)).toBe(3)

  expect(await shown(2)).toEqual([])
  expect(await shown(1, 'clientadmin')).toHaveLength(1)
  expect(await shown(2, 'clientadmin')).toBe(404)
  expect(await shown(1, 'engineer')).toBe(403)

  const { accessToken } = await server.signIn('admin')
  const path = deleteDevice.path.replace(':id', String(id))
  expect((await server.ask(path, { method: 'DELETE', token: accessToken })).status).toBe(200)
  expect(await shown(1)).toEqual([])
  expect((await beat(credential)).status).toBe(401)
})

test('of one device the longest silent recorders are forgotten; a flood of heartbeats is slowed', async () => {
  const { credential } = await newDevice(2, 'gateway b')
  const other = await newDevice(2, 'gateway c')
  await beat(other.credential, { name: 'Other' })
  for (let n = 0; n < installationsPerDevice + 5; n += 1) {
    ahead += 1_000
    expect((await beat(credential, { name: `Hall ${String(n).padStart(2, '0')}` })).status).toBe(
      200,
    )
  }
  const names = async () => ((await shown(2)) as { name: string }[]).map(({ name }) => name)
  expect(await names()).toHaveLength(installationsPerDevice + 1)
  expect(await names()).not.toContain('Hall 04')
  expect(await names()).toContain('Hall 05')
  expect(await names()).toContain('Other')

  const answers = await Promise.all(Array.from({ length: 60 }, () => beat(credential)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
})

test.each([
  { queueRecords: -1 },
  { name: '' },
  { version: 'x'.repeat(41) },
  { sentAt: 'yesterday' },
  { queueBytes: 1e300 },
])('a heartbeat that is none is refused: %j', async (wrong) => {
  expect((await beat('FW-101:packboard', wrong)).status).toBe(400)
})
