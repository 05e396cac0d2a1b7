import * as contract from '@packboard/contract'
import { signIn } from '@packboard/ingest/testing/floor'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { liveReader } from '../../testing/liveReader.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
/** The requests of one person are limited. */
let ahead = 0
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  tokens = await server.people('admin', 'clientadmin', 'engineer', 'distributor2')
})
beforeEach(() => {
  ahead += 60_000
})
afterAll(() => server?.close())

const db = () => tables(server.deps.management)
async function path(serialNo: string) {
  const { id } = await db()
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  return `/api/admin/machine/${id}`
}
const tags = (address: string, dictionary: unknown = 'iso-tr88') => ({
  ...{ door: 'packmlTags', address, dictionary },
})
async function connect(serialNo: string, body: object) {
  const at = `${await path(serialNo)}/connection`
  const answer = await server.ask(at, { method: 'PUT', token: tokens.get('admin'), body })
  expect(answer.status).toBe(200)
}
async function finding(serialNo: string) {
  const at = `${await path(serialNo)}/connection/recent`
  const answer = await server.ask(at, { token: tokens.get('admin') })
  return contract.connectionMessages.answer.parse(await answer.json()).finding
}
async function confirm(serialNo: string, body: object, name = 'admin') {
  const at = `${await path(serialNo)}/dictionary`
  const answer = await server.ask(at, { method: 'POST', token: tokens.get(name), body })
  const text: unknown = await answer.json()
  return { status: answer.status, ...(typeof text === 'object' && text) }
}
async function say(serialNo: string, topic: string, states: readonly (number | string)[]) {
  const client = await signIn(server.deps.ingest?.mqttPort ?? 0, serialNo)
  try {
    for (const state of states) {
      await client.publishAsync(topic, String(state), { qos: 1 })
    }
  } finally {
    await client.endAsync(true)
  }
}
/** Serial numbers of a client's machines whose cards carry the mark. */
async function provisional(clientId = 1, name = 'clientadmin') {
  const answer = await server.ask(`/api/admin/client_machines/${clientId}`, {
    token: tokens.get(name),
  })
  const { machines } = contract.clientMachines.answer.parse(await answer.json())
  return machines.flatMap(({ machineId, isProvisional }) => (isProvisional ? [machineId] : []))
}
async function source(serialNo: string, clientId = 1, name = 'clientadmin') {
  const answer = await server.ask(`${contract.dataSources.path}?clientId=${clientId}`, {
    token: tokens.get(name),
  })
  const { sources } = contract.dataSources.answer.parse(await answer.json())
  return sources.find((one) => one.serialNo === serialNo)
}
/** Around now: in an hour of the night it is another day in the zone of the client than in UTC. */
function days() {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  return { start_date: day(-1), end_date: day(1) }
}
async function explained() {
  const query = new URLSearchParams({ clientId: '1', machineId: 'All', figure: 'run', ...days() })
  const answer = await server.ask(`${contract.explain.path}?${query}`, {
    token: tokens.get('clientadmin'),
  })
  expect(answer.status).toBe(200)
  return contract.explain.answer.parse(await answer.json()).provisional
}
async function exported(table: string) {
  const query = new URLSearchParams({ clientId: '1', ...days() })
  const answer = await server.ask(`/api/admin/export/${table}/csv?${query}`, {
    token: tokens.get('clientadmin'),
  })
  expect(answer.status).toBe(200)
  return `${answer.headers.get('content-disposition')} ${await answer.text()}`
}

test('numbers are watched, a dictionary is proposed, a person sets it; a neighbour is in none of it', async () => {
  expect(await finding('FW-101')).toBeNull()
  await connect('FW-101', tags('doctor/1'))
  await connect('FW-511', tags('doctor/2', 'tmc'))
  expect(await finding('FW-101')).toMatchObject({
    ...{ inUse: 'iso-tr88', verdict: 'watching', proposal: null, pairs: 0, isProvisional: true },
    ...{ confirmedAt: null, confirmedBy: null },
  })
  // The neighbour's hold, then one start of our machine with the numbers of libremfg.
  await say('FW-511', 'doctor/2/Status/StateCurrent', [4, 14, 15, 16, 4])
  await say('FW-101', 'doctor/1/Status/StateCurrent', [2, 15, 1, 3, 6])
  const found = {
    ...{ inUse: 'iso-tr88', verdict: 'found', proposal: 'libremfg', pairs: 4, isProvisional: true },
    scores: [
      { dictionary: 'libremfg', legal: 4, of: 4 },
      { dictionary: 'iso-tr88', legal: 2, of: 4 },
      { dictionary: 'tmc', legal: 0, of: 4 },
    ],
  }
  expect(await finding('FW-101')).toMatchObject(found)
  expect((await source('FW-101'))?.finding).toMatchObject(found)
  expect(await finding('FW-511')).toMatchObject({ proposal: 'tmc', pairs: 4 })
  expect((await source('FW-102'))?.finding).toBeNull()
  expect(await provisional()).toEqual(['FW-101'])
  expect(await explained()).toEqual(['FW-101'])
  const footnote = 'Provisional: the state dictionary of FW-101 was not confirmed yet.'
  const file = await exported('states')
  expect(file).toContain('_provisional.csv')
  expect(file).toContain(footnote)
  expect(await exported('audit-trail')).not.toContain('rovisional')

  expect(await confirm('FW-101', { dictionary: 'libremfg' })).toMatchObject({ status: 200 })
  const entry = await db()
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    ...{ actor_name: 'admin', action: 'update', entity: 'machine', client_id: 1 },
    before: { dictionary: 'iso-tr88', dictionaryConfirmed: false },
    after: { dictionary: 'libremfg', dictionaryConfirmed: true },
  })
  expect(await finding('FW-101')).toMatchObject({
    ...{ inUse: 'libremfg', proposal: 'libremfg', isProvisional: false, confirmedBy: 'admin' },
    confirmedAt: expect.any(Date),
  })
  expect(await provisional()).toEqual([])
  expect(await explained()).toBeUndefined()
  expect(await exported('states')).not.toContain('rovisional')
  // The neighbour's is as it was.
  expect(await provisional(2, 'admin')).toEqual(['FW-511'])

  // The next number is read with the dictionary that was set: Idle, not Clearing.
  const { accessToken } = await server.signIn('user')
  const reader = await liveReader(server, accessToken, 1)
  const states = () =>
    reader.events
      .filter(({ event }) => event === 'machine')
      .map(({ data }) => contract.machineNow.parse(JSON.parse(data)))
      .filter(({ machineId }) => machineId === 'FW-101')
      .map(({ Recipe }) => Recipe)
  try {
    await say('FW-101', 'doctor/1/Status/StateCurrent', [1])
    await expect.poll(states, { timeout: 5_000, interval: 20 }).toContain(8)
  } finally {
    reader.close()
  }
})

test('only who manages the installation confirms; a machine that is out of sight does not exist', async () => {
  const body = { dictionary: 'tmc' }
  await connect('FW-511', tags('doctor/2', 'tmc'))
  for (const name of ['clientadmin', 'engineer', 'distributor2']) {
    expect(await confirm('FW-511', body, name)).toMatchObject({ status: 403 })
  }
  const absent = await server.ask('/api/admin/machine/999999/dictionary', {
    method: 'POST',
    token: tokens.get('admin'),
    body,
  })
  expect(absent.status).toBe(404)
  expect(await finding('FW-511')).toMatchObject({ isProvisional: true })
})

test('what a person confirmed stays while the machine is read alike, and begins anew when it is not', async () => {
  await connect('FW-201', tags('doctor/3', 'tmc'))
  expect(await confirm('FW-201', { dictionary: 'tmc' })).toMatchObject({ status: 200 })
  await connect('FW-201', { ...tags('doctor/3', 'tmc'), holdSeconds: 300 })
  expect(await finding('FW-201')).toMatchObject({ isProvisional: false, confirmedBy: 'admin' })
  await connect('FW-201', tags('doctor/3', 'libremfg'))
  expect(await finding('FW-201')).toMatchObject({ isProvisional: true, confirmedAt: null })
  expect(await confirm('FW-201', { dictionary: 'libremfg' })).toMatchObject({ status: 200 })
  await connect('FW-201', tags('doctor/4', 'libremfg'))
  expect(await finding('FW-201')).toMatchObject({ isProvisional: true, confirmedAt: null })
})

test('another address is another machine: what was seen before counts for nothing', async () => {
  await connect('FW-202', tags('doctor/5'))
  await say('FW-202', 'doctor/5/Status/StateCurrent', [2, 15, 4, 3, 6])
  expect(await finding('FW-202')).toMatchObject({ verdict: 'found', proposal: 'iso-tr88' })
  await connect('FW-202', tags('doctor/6'))
  await say('FW-202', 'doctor/6/Status/StateCurrent', [6, 10])
  expect(await finding('FW-202')).toMatchObject({ verdict: 'watching', pairs: 1 })
})

test('a machine that names its states is not provisional, and one with a table of its own is not either', async () => {
  await connect('FW-301', tags('doctor/7'))
  await say('FW-301', 'doctor/7/Status/StateCurrentStr', ['Idle', 'Starting', 'Execute'])
  expect(await finding('FW-301')).toMatchObject({ verdict: 'words', isProvisional: false })
  await connect('FW-301', tags('doctor/7', { '6': 10, '2': 5 }))
  expect(await finding('FW-301')).toMatchObject({ inUse: null, isProvisional: false })
  expect(await confirm('FW-301', { dictionary: 'tmc' })).toMatchObject({
    status: 400,
    errors: [{ field: 'dictionary', message: expect.stringContaining('table of its own') }],
  })
})

test.each([
  [{ dictionary: 'morse' }, 400],
  [{}, 400],
  [{ dictionary: 'tmc', version: 999 }, 409],
])('%j is answered %i', async (body, status) => {
  await connect('FW-302', tags('doctor/8'))
  expect(await confirm('FW-302', body)).toMatchObject({ status })
  expect(await finding('FW-302')).toMatchObject({ inUse: 'iso-tr88', isProvisional: true })
})

test('a machine without a dictionary has none to confirm', async () => {
  await connect('FW-302', { door: 'http' })
  expect(await confirm('FW-302', { dictionary: 'tmc' })).toMatchObject({
    status: 400,
    errors: [{ field: 'dictionary', message: expect.stringContaining('Only PackML') }],
  })
  expect(await finding('FW-302')).toBeNull()
})
