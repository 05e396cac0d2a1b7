import * as contract from '@packboard/contract'
import { signIn } from '@packboard/ingest/testing/floor'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { liveReader } from '../../testing/liveReader.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let ahead = 0
let admin = ''

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  admin = (await server.signIn('admin')).accessToken
})
beforeEach(() => {
  ahead += 60_000
})
afterAll(() => server?.close())

const db = () => tables(server.deps.management)
async function machine(serialNo: string) {
  const { id } = await db()
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  return `/api/admin/machine/${id}/connection`
}
const token = async (serialNo: string, by = admin) =>
  server.ask((await machine(serialNo)).replace('/connection', '/token'), {
    method: 'POST',
    token: by,
  })
const put = async (serialNo: string, body: object, token = admin) =>
  server.ask(await machine(serialNo), { method: 'PUT', token, body })
async function refusal(answer: Response) {
  const { message, code, errors } = contract.failure.parse(await answer.json())
  return { status: answer.status, code, message, errors }
}
const edge = { door: 'sparkplug', address: 'Plant/Hall 1/Status', dictionary: 'tmc' }
const tags = { door: 'packmlTags', address: 'plant/hall/1', dictionary: 'iso-tr88' }

test('a connection is read as it was set, and the audit log says by whom', async () => {
  const read = async () => {
    const answer = await server.ask(await machine('FW-102'), { token: admin })
    return contract.machineConnection.answer.parse(await answer.json())
  }
  const before = await read()
  expect(before).toEqual({
    serialNo: 'FW-102',
    clientName: 'Northfield Confectionery',
    machineTypeName: 'Flow Wrapper FW-3',
    lineName: 'Line 1',
    door: 'mqttJson',
    address: null,
    dictionary: null,
    opcUa: null,
    tokenMadeAt: expect.any(Date),
    holdSeconds: null,
    designPpm: null,
    ofType: { holdSeconds: 90, designPpm: 220 },
    reach: {
      publicUrl: null,
      broker: {
        ...{ host: '127.0.0.1', isTls: false, isLoopback: true },
        port: server.deps.ingest?.mqttPort,
      },
      externalBroker: null,
    },
    version: before.version,
  })
  const dictionary = { Held: 11, '6': 9 }
  const set = {
    door: 'packmlTags',
    address: 'a/b',
    dictionary,
    holdSeconds: 300,
    designPpm: 90.5,
  }
  expect((await put('FW-102', { ...set, version: before.version })).status).toBe(200)
  const after = await read()
  expect(after).toMatchObject(set)
  // The second of two people who both read the first version.
  expect(await refusal(await put('FW-102', { ...tags, version: before.version }))).toMatchObject({
    status: 409,
    code: 'edit.conflict',
  })
  const entry = await db()
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_name: 'admin', action: 'update', entity: 'machine' })
  expect(entry.before).toMatchObject({ connector: 'mqttJson', holdMs: null })
  expect(entry.after).toMatchObject({ connector: 'packmlTags', address: 'a/b', holdMs: 300_000 })
  // What is left out is not set.
  expect((await put('FW-102', { door: 'http' })).status).toBe(200)
  expect(await read()).toMatchObject({ door: 'http', address: null, holdSeconds: null })
})

test.each([
  [{ door: 'profinet' }, 'door', 'does not exist yet'],
  [{ door: 'opcua' }, 'address', 'address of the server'],
  [{ ...edge, address: 'Plant' }, 'address', 'group/edge node'],
  [{ ...edge, address: 'Plant/1/2/3' }, 'address', 'group/edge node'],
  [{ ...edge, address: undefined }, 'address', 'needs the address'],
  [{ ...edge, address: 'Plant/+' }, 'address', 'no +'],
  [{ ...edge, address: 'Plant//2' }, 'address', 'two slashes'],
  [{ ...edge, address: 'STATE/packboard' }, 'address', 'called STATE'],
  [{ ...edge, dictionary: undefined }, 'dictionary', 'needs a state dictionary'],
  [{ ...tags, address: 'spBv1.0/Plant/NDATA' }, 'address', 'belongs to Sparkplug B'],
  [{ ...tags, address: '' }, 'address', 'need the address'],
  [{ ...tags, address: 'plant/+/1' }, 'address', 'no +'],
  [{ ...tags, address: '/plant' }, 'address', 'two slashes'],
  [{ ...tags, address: 'packboard/FW-201' }, 'address', 'our own JSON'],
  [{ ...tags, address: 'plant/1/Status' }, 'address', 'name of a topic'],
  [{ ...tags, dictionary: undefined }, 'dictionary', 'need a state dictionary'],
  [{ ...tags, dictionary: { Held: 11, Turbo: 31 } }, 'dictionary', '"Turbo = 31"'],
  [{ ...tags, dictionary: {} }, 'dictionary', '1 to 200 lines'],
  [{ door: 'http', address: 'a/b' }, 'address', 'no address'],
  [{ door: 'http', dictionary: 'tmc' }, 'dictionary', 'Only PackML'],
  [{ door: 'mqttJson', address: 'a/b' }, 'address', 'packboard/'],
  [{ door: 'http', holdSeconds: 0 }, 'holdSeconds', ''],
  [{ door: 'http', holdSeconds: 86_401 }, 'holdSeconds', ''],
])('%j is refused at %s', async (body, field, words) => {
  const { status, errors } = await refusal(await put('FW-201', body))
  expect(status).toBe(400)
  expect(errors).toEqual([{ field, message: expect.stringContaining(words) }])
})

test('one address is one machine, and a deleted one gives it free', async () => {
  expect((await put('FW-511', { ...tags, address: 'one/place' })).status).toBe(200)
  expect(await refusal(await put('FW-201', { ...tags, address: 'one/place' }))).toMatchObject({
    status: 409,
    code: 'machine.addressTaken',
    message: 'FW-511 sends under this address already.',
  })
  // Below it stands another machine.
  expect((await put('FW-201', { ...tags, address: 'one/place/more' })).status).toBe(200)
  const deleted = (await machine('FW-511')).replace('/connection', '')
  expect((await server.ask(deleted, { method: 'DELETE', token: admin })).status).toBe(200)
  expect((await put('FW-201', { ...tags, address: 'one/place' })).status).toBe(200)
})

test('an edge node of Sparkplug B and each of its devices is one machine', async () => {
  expect((await put('FW-201', edge)).status).toBe(200)
  expect(await refusal(await put('FW-202', edge))).toMatchObject({
    status: 409,
    code: 'machine.addressTaken',
    message: 'FW-201 sends under this address already.',
  })
  expect((await put('FW-202', { ...edge, address: 'Plant/Hall 1' })).status).toBe(200)
  const answer = await server.ask(await machine('FW-202'), { token: admin })
  expect(contract.machineConnection.answer.parse(await answer.json())).toMatchObject({
    ...edge,
    address: 'Plant/Hall 1',
  })
})

test('a dictionary that is set counts for the next message, a hold limit from the next whole minute', async () => {
  const client = await signIn(server.deps.ingest?.mqttPort ?? 0, 'FW-101')
  const { accessToken } = await server.signIn('user')
  const reader = await liveReader(server, accessToken, 1)
  const last = () =>
    reader.events
      .filter(({ event }) => event === 'machine')
      .map(({ data }) => contract.machineNow.parse(JSON.parse(data)))
      .findLast(({ machineId }) => machineId === 'FW-101')
  const say = () => client.publishAsync('plant/hall/1/Status/StateCurrent', '6', { qos: 1 })
  const heldSeconds = () =>
    ((last()?.holdUntil?.getTime() ?? 0) - (last()?.['@timestamp']?.getTime() ?? 0)) / 1_000
  const soon = { timeout: 5_000, interval: 20 }
  try {
    expect((await put('FW-101', tags)).status).toBe(200)
    await say()
    await expect.poll(() => last()?.Recipe, soon).toBe(10)
    expect(heldSeconds()).toBe(90)

    const own = { ...tags, dictionary: { '6': 13 }, holdSeconds: 300 }
    expect((await put('FW-101', own)).status).toBe(200)
    // What was sent before stays what it was.
    expect(last()?.Recipe).toBe(10)
    await say()
    await expect.poll(() => last()?.Recipe, soon).toBe(13)
    const read = await server.ask(await machine('FW-101'), { token: admin })
    const set = contract.machineConnection.answer.parse(await read.json())
    expect(set.holdSeconds).toBe(300)
  } finally {
    reader.close()
    await client.endAsync(true)
  }
})

test('a token of a machine sends for that machine alone, and the one before for a day more', async () => {
  const make = async () => {
    const answer = await token('FW-301')
    expect(answer.status).toBe(200)
    return contract.machineToken.answer.parse(await answer.json())
  }
  const sample = (serialNo: string) => [
    factory.at(Date.now()).sample(serialNo, { state: 'Execute' }),
  ]
  const first = await make()
  const second = await make()
  expect(first.name).toBe('FW-301')
  expect(second.token).not.toBe(first.token)
  expect(second.oldUntil?.getTime()).toBeGreaterThan(Date.now())
  for (const made of [first, second]) {
    const sent = await server.send('FW-301', sample('FW-301'), made.token)
    expect(contract.ingestRecords.answer.parse(await sent.json())).toMatchObject({ quarantined: 0 })
  }
  const other = await server.send('FW-301', sample('FW-302'), second.token)
  expect(contract.ingestRecords.answer.parse(await other.json())).toMatchObject({ quarantined: 1 })
  expect((await server.send('FW-301', sample('FW-301'), 'guessed')).status).toBe(401)
})

test('a machine without a device gets one, and a gateway of its name keeps its token', async () => {
  const add = async (machineId: string) => {
    const body = { clientId: 1, machineTypeId: 1, machineId }
    expect((await server.ask('/api/admin/machine', { token: admin, body })).status).toBe(200)
  }
  await add('NEW-1')
  const made = contract.machineToken.answer.parse(await (await token('NEW-1')).json())
  expect(made).toMatchObject({ name: 'NEW-1', oldUntil: null })
  const madeAt = async (serialNo: string) => {
    const answer = await server.ask(await machine(serialNo), { token: admin })
    return contract.machineConnection.answer.parse(await answer.json()).tokenMadeAt
  }
  expect(await madeAt('NEW-1')).toBeInstanceOf(Date)
  await add('NEW-2')
  expect(await madeAt('NEW-2')).toBeNull()
  const gateway = { clientId: 1, name: 'new-2', machines: ['NEW-1', 'NEW-2'] }
  expect((await server.ask('/api/admin/device', { token: admin, body: gateway })).status).toBe(200)
  expect(await refusal(await token('NEW-2'))).toMatchObject({
    status: 409,
    message: expect.stringContaining('new-2 sends for other machines'),
  })
  // Its token is not that of the machine.
  expect(await madeAt('NEW-2')).toBeNull()
})

test('the token of a deleted machine signs in nowhere, and its session ends', async () => {
  const port = server.deps.ingest?.mqttPort ?? 0
  const made = contract.machineToken.answer.parse(await (await token('VF-401')).json())
  const send = () => server.send('VF-401', [factory.at(Date.now()).sample('VF-401')], made.token)
  expect((await send()).status).toBe(200)
  const client = await signIn(port, 'VF-401', { password: made.token })
  const ended = new Promise((end) => client.once('close', () => end('ended')))
  const deleted = (await machine('VF-401')).replace('/connection', '')
  expect((await server.ask(deleted, { method: 'DELETE', token: admin })).status).toBe(200)
  expect(await ended).toBe('ended')
  expect(await refusal(await send())).toMatchObject({ status: 401, code: 'device.unknown' })
  await expect(signIn(port, 'VF-401', { password: made.token })).rejects.toThrow()
})

test("another client's machine answers as one that does not exist", async () => {
  const { accessToken } = await server.signIn('distributor2')
  const { requestId: _, ...theirs } = contract.failure.parse(
    await (await token('FW-302', accessToken)).json(),
  )
  const absent = await server.ask('/api/admin/machine/999999/token', {
    method: 'POST',
    token: accessToken,
  })
  expect(absent.status).toBe(404)
  expect(await absent.json()).toMatchObject(theirs)
  const served = await server.signIn('distributor')
  expect((await token('FW-302', served.accessToken)).status).toBe(200)
})
