import { connectionMessages, dataSources, failure, machineToken } from '@packboard/contract'
import { signIn } from '@packboard/ingest/testing/floor'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let admin = ''

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  admin = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

async function path(serialNo: string) {
  const { id } = await tables(server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  return `/api/admin/machine/${id}/connection/recent`
}
async function recent(serialNo: string) {
  const answer = await server.ask(await path(serialNo), { token: admin })
  expect(answer.status).toBe(200)
  return connectionMessages.answer.parse(await answer.json())
}
const sample = (fields: object) => ({ kind: 'sample', time: Date.now(), ...fields })

test('a machine that never sent is waiting, and each of its messages says what became of it', async () => {
  expect(await recent('FW-302')).toMatchObject({ light: 'waiting', goodAt: null, messages: [] })
  const one = sample({ serialNo: 'FW-302', state: 'Execute', packs: 5 })
  await server.send('FW-302', [one])
  await server.send('FW-302', [one])
  await server.send('FW-302', [{ ...one, packs: 6 }])
  await server.send('FW-302', [{ ...one, time: one.time - 60_000 }])
  await server.send('FW-302', [sample({ serialNo: 'FW-302', state: 'Dancing' })])
  const wrong = await recent('FW-302')
  expect(wrong.light).toBe('wrong')
  expect(wrong.messages.map(({ became }) => became)).toEqual([
    ...['quarantined', 'late', 'conflicting', 'duplicate', 'stored'],
  ])
  expect(wrong.messages[0]).toMatchObject({
    source: 'http',
    topic: null,
    isCut: false,
    why: { reason: 'malformed', mend: 'Write the field as the detail says.' },
  })
  expect(wrong.messages[0]?.why?.detail).toContain('Dancing')
  expect(JSON.parse(wrong.messages[4]?.raw ?? '')).toEqual(one)
  await server.send('FW-302', [sample({ serialNo: 'FW-302', packs: 7 })])
  expect((await recent('FW-302')).light).toBe('good')
  // Others send, too: they are at their own machines alone.
  await server.send('FW-301', [sample({ serialNo: 'FW-301', packs: 1 })])
  expect((await recent('FW-302')).messages).toHaveLength(6)
  expect((await recent('FW-301')).messages).toHaveLength(1)
})

test('a sign-in that was refused under the name of a machine is on its page, and on no other', async () => {
  const refused = async (serialNo: string) => (await recent(serialNo)).refusedSignIns
  expect(await refused('FW-301')).toEqual([])
  const answer = await server.send('FW-301', [sample({ serialNo: 'FW-301' })], 'no token')
  expect(answer.status).toBe(401)
  await expect.poll(() => refused('FW-301')).toMatchObject([{ address: '127.0.0.1' }])
  expect(await refused('FW-302')).toEqual([])
})

test('of a long call the last ten records are there, each cut to 500 characters', async () => {
  const begin = Date.now() - 60_000
  const many = Array.from({ length: 60 }, (_, i) =>
    factory.at(begin + i).sample('FW-201', { packs: i, product: 'x'.repeat(490) }),
  )
  // The last but one is there twice.
  await server.send('FW-201', [...many, many[58]])
  const { messages } = await recent('FW-201')
  expect(messages).toHaveLength(10)
  expect(messages.map(({ became }) => became)).toEqual(['duplicate', ...Array(9).fill('stored')])
  for (const { raw, isCut } of messages) expect([raw.length, isCut]).toEqual([500, true])
  expect(messages[1]?.raw).toContain(`"packs":59`)
})

test('a record for a machine that does not exist is shown where its device belongs, and nowhere else', async () => {
  const made = await server.ask((await path('FW-202')).replace('/connection/recent', '/token'), {
    method: 'POST',
    token: admin,
  })
  const { token } = machineToken.answer.parse(await made.json())
  // One that exists for nobody, one of the same client, one of another client.
  for (const serialNo of ['FW-2O2', 'FW-201', 'FW-511']) {
    await server.send('FW-202', [sample({ serialNo, packs: 1 })], token)
  }
  const { messages, light } = await recent('FW-202')
  expect(light).toBe('wrong')
  expect(messages.map(({ why }) => why?.reason)).toEqual([
    ...['unknownMachine', 'notBound', 'unknownMachine'],
  ])
  expect((await recent('FW-511')).messages).toEqual([])
})

test('of MQTT the topic and the text are as they came; a state that no table holds is red', async () => {
  const set = { door: 'packmlTags', address: 'plant/7', dictionary: { Run: 10 } }
  const connection = (await path('FW-102')).replace('/recent', '')
  const put = await server.ask(connection, { method: 'PUT', token: admin, body: set })
  expect(put.status).toBe(200)
  const client = await signIn(server.deps.ingest?.mqttPort ?? 0, 'FW-102')
  try {
    const publish = (topic: string, text: string) => client.publishAsync(topic, text, { qos: 1 })
    await publish('packboard/FW-102/sample', '{"state":"Execute"}')
    await publish('plant/7/Status/StateCurrentStr', 'Warm up')
    const { messages, light } = await recent('FW-102')
    expect(light).toBe('wrong')
    expect(messages).toMatchObject([
      { topic: 'plant/7/Status/StateCurrentStr', raw: 'Warm up', why: { advice: 'unknownState' } },
      { topic: 'packboard/FW-102/sample', raw: '{"state":"Execute"}', became: 'stored' },
    ])
    await publish('plant/7/Status/StateCurrentStr', 'Run')
    expect((await recent('FW-102')).light).toBe('good')
    await publish('plant/8/Status/StateCurrentStr', 'Run')
    expect((await recent('FW-102')).messages[0]).toMatchObject({
      topic: 'plant/8/Status/StateCurrentStr',
      why: { reason: 'unknownMachine' },
    })
  } finally {
    await client.endAsync(true)
  }
})

test('a session that ended within the hold limit is silent to the light as to Data Sources', async () => {
  const set = { door: 'packmlTags', address: 'plant/8', dictionary: { Run: 10 } }
  const connection = (await path('VF-401')).replace('/recent', '')
  await server.ask(connection, { method: 'PUT', token: admin, body: set })
  const port = server.deps.ingest?.mqttPort ?? 0
  // With a will a session of less than 10 s is the machine's own.
  const will = { topic: 'plant/8/Status/StateCurrentStr', payload: Buffer.from('Stopped') }
  const client = await signIn(port, 'VF-401', { will: { ...will, qos: 1, retain: false } })
  const state = async () => {
    const answer = await server.ask(`${dataSources.path}?clientId=1`, { token: admin })
    const { sources } = dataSources.answer.parse(await answer.json())
    return sources.find(({ serialNo }) => serialNo === 'VF-401')?.state
  }
  await client.publishAsync('plant/8/Status/StateCurrentStr', 'Run', { qos: 1 })
  expect([await state(), (await recent('VF-401')).light]).toEqual(['fine', 'good'])
  await client.endAsync(true)
  await expect.poll(state).toBe('silent')
  expect(await recent('VF-401')).toMatchObject({ light: 'quiet', goodAt: expect.any(Date) })
})

test('an erased name is in no message, whether it came before or comes later', async () => {
  const say = (user: string, more = {}) =>
    server.send('FW-611', [sample({ serialNo: 'FW-611', user, ...more })])
  await say('Rossi')
  expect(JSON.stringify(await recent('FW-611'))).toContain('Rossi')
  const erased = await server.ask('/api/admin/erased-names/3/erase', {
    token: admin,
    body: { name: 'Rossi' },
  })
  expect(erased.status).toBe(200)
  const text = async () => JSON.stringify((await recent('FW-611')).messages)
  await expect.poll(text).not.toContain('Rossi')
  await say('Rossi')
  await say('Bianchi', { note: 'Rossi' })
  expect(await text()).not.toContain('Rossi')
  expect(await text()).toContain('erased')
})

test("another client's machine answers as one that does not exist, and only who may connect machines sees", async () => {
  const absent = await server.ask('/api/admin/machine/999999/connection/recent', { token: admin })
  expect(absent.status).toBe(404)
  expect(failure.parse(await absent.json()).code).toBe('machine.notFound')
  for (const name of ['neighbour', 'distributor2', 'user']) {
    const { accessToken } = await server.signIn(name)
    const answer = await server.ask(await path('FW-302'), { token: accessToken })
    expect([name, answer.status]).toEqual([name, 403])
  }
})
