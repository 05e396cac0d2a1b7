import { connectionMessages } from '@packboard/contract'
import { edgeNode, metrics, wireTypes } from '@packboard/ingest/testing/edgeNode'
import { signIn } from '@packboard/ingest/testing/floor'
import { type PackmlServer, packmlServer } from '@packboard/ingest/testing/packmlServer'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

// What the person who connects a machine sees of the ways that bring no text.

let server: TestServer
let plant: PackmlServer
let admin = ''

beforeAll(async () => {
  plant = await packmlServer({})
  server = await openTestServer({ env: { OPCUA_HOSTS: '127.0.0.1' } })
  await addNeighbours(server.deps.management)
  admin = (await server.signIn('admin')).accessToken
})
afterAll(async () => {
  await server?.close()
  await plant?.close()
})

async function pathOf(serialNo: string) {
  const { id } = await tables(server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  return `/api/admin/machine/${id}/connection`
}
async function set(serialNo: string, body: object) {
  const answer = await server.ask(await pathOf(serialNo), { method: 'PUT', token: admin, body })
  expect(answer.status).toBe(200)
}
async function recent(serialNo: string) {
  const answer = await server.ask(`${await pathOf(serialNo)}/recent`, { token: admin })
  return connectionMessages.answer.parse(await answer.json())
}

test('a message of Sparkplug B is one line with its topic and its metrics by name', async () => {
  const { state, packs } = metrics
  await set('FW-101', { door: 'sparkplug', address: 'Plant/Edge', dictionary: { Run: 10 } })
  expect((await recent('FW-101')).light).toBe('waiting')
  const edge = edgeNode('Plant', 'Edge')
  const client = await signIn(server.deps.ingest?.mqttPort ?? 0, 'FW-101')
  try {
    const say = async ({ topic, payload }: { topic: string; payload: Buffer }) => {
      await client.publishAsync(topic, payload, { qos: 1 })
    }
    const now = Date.now()
    const born = [state('Run', { alias: 1 }), packs(7n, { alias: 2 })]
    await say(edge.birth(now - 900, 0, born))
    // Two moments, each a record: one message.
    const { string, uint64 } = wireTypes
    await say(
      edge.send('NDATA', now - 800, [
        { alias: 2, type: uint64, long: 8n, at: now - 800 },
        { alias: 2, type: uint64, long: 9n, at: now - 700 },
      ]),
    )
    expect(await recent('FW-101')).toMatchObject({
      light: 'good',
      messages: [
        {
          source: 'sparkplug',
          topic: 'spBv1.0/Plant/NDATA/Edge',
          raw: 'Admin/ProdProcessedCount/0/AccCount = 8, Admin/ProdProcessedCount/0/AccCount = 9',
          became: 'stored',
        },
        {
          topic: 'spBv1.0/Plant/NBIRTH/Edge',
          raw: 'Status/StateCurrentStr = Run, Admin/ProdProcessedCount/0/AccCount = 7, bdSeq = 0',
          became: 'stored',
        },
      ],
    })
    await say(edge.send('NDATA', now - 600, [{ alias: 1, type: string, text: 'Turbo' }]))
    expect(await recent('FW-101')).toMatchObject({
      light: 'wrong',
      messages: [
        { raw: 'Status/StateCurrentStr = Turbo', why: { advice: 'unknownState' } },
        {},
        {},
      ],
    })
    // What is no payload of Sparkplug B is shown as it came.
    await say({ topic: 'spBv1.0/Plant/NDATA/Edge', payload: Buffer.from('{"state":"Run"}') })
    expect((await recent('FW-101')).messages[0]).toMatchObject({
      raw: '{"state":"Run"}',
      became: 'quarantined',
    })
    // A birth of a device that no machine is: at the machine of the credential.
    await say(edge.send('DBIRTH', now - 500, [packs(1n)], 'Line 9'))
    expect((await recent('FW-101')).messages[0]).toMatchObject({
      topic: 'spBv1.0/Plant/DBIRTH/Edge/Line 9',
      raw: 'Admin/ProdProcessedCount/0/AccCount = 1',
      why: { reason: 'unknownMachine' },
    })
    expect((await recent('FW-102')).messages).toEqual([])
  } finally {
    await client.endAsync(true)
  }
})

test('what an OPC UA server says is listed as it is read, and the light is green', async () => {
  plant.say('Execute')
  await set('FW-102', { door: 'opcua', address: plant.url, opcUa: { security: 'none' } })
  await expect.poll(async () => (await recent('FW-102')).light).toBe('good')
  plant.say('Held')
  await expect.poll(async () => (await recent('FW-102')).messages[0]?.raw).toContain('Held')
  const { messages } = await recent('FW-102')
  expect(messages[0]).toMatchObject({ source: 'opcua', topic: null, became: 'stored' })
  expect((await recent('FW-201')).messages).toEqual([])
  await set('FW-102', { door: 'http' })
})
