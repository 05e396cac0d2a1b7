// @slow

import { setTimeout as wait } from 'node:timers/promises'
import {
  addProgramKey,
  connectionFound,
  connectionMessages,
  deleteProgramKey,
  ingestCounts,
  limits,
  machineNow,
  machinesData,
  ready,
  session,
} from '@packboard/contract'
import { edgeNode, metrics } from '@packboard/ingest/testing/edgeNode'
import { type Management, machineDirectory } from '@packboard/management'
import { tables } from '@packboard/management/testing'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runCommand } from '../../testing/backupCommand.ts'
import { factory } from '../../testing/factory.ts'
import { liveReader } from '../../testing/liveReader.ts'
import { openTestCluster, type TestCluster } from '../../testing/openTestCluster.ts'
import type { RunningServer } from '../startup/startServer.ts'

const totals = z.object({ dataArray: z.array(z.unknown()) })

/** Machines of client 1, in cell 0, and of client 2, in cell 1. */
const machines = { 1: 'FW-101', 2: 'FW-511' } as const

let cluster: TestCluster
let ledgers: RunningServer[]
let apis: RunningServer[]
let sources: RunningServer[]

beforeAll(async () => {
  cluster = await openTestCluster()
  ledgers = await Promise.all([cluster.start('ledger'), cluster.start('ledger')])
  apis = await Promise.all([cluster.start('api'), cluster.start('api')])
  sources = await Promise.all([cluster.start('ingest'), cluster.start('ingest')])
})
afterAll(() => cluster?.close())

const management = (): Management => {
  const [api] = apis
  if (!api) throw new Error('no process')
  return api.deps.management
}
const call = (server: RunningServer | undefined, path: string, init: RequestInit = {}) =>
  fetch(`${server?.url}${path}`, init)

function post(server: RunningServer | undefined, path: string, token: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'x-access-token': token }
  return call(server, path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function signIn(server: RunningServer | undefined, username: string): Promise<string> {
  const answer = await post(server, '/api/auth/packboard-signin', '', {
    username,
    password: 'packboard',
  })
  return session.parse(await answer.json()).accessToken
}

async function send(server: RunningServer | undefined, serialNo: string, records: object[]) {
  const token = `${serialNo}:packboard`
  const whole = records.map((record) => ({ kind: 'sample', serialNo, ...record }))
  const answer = await post(server, '/api/ingest/records', token, whole)
  return { status: answer.status, ...ingestCounts.parse(await answer.json()) }
}

const windowStart = new Date(Date.now() - 3_600_000).toISOString()
const windowEnd = new Date(Date.now() - 10_000).toISOString()
const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString()

async function overview(server: RunningServer | undefined, clientId: 1 | 2) {
  const token = await signIn(server, 'admin')
  const answer = await post(server, machinesData.path, token, {
    clientId,
    start_date: windowStart,
    end_date: windowEnd,
    initialReq: 'yes',
    machinesIdArray: [machines[clientId]],
  })
  expect(answer.status).toBe(200)
  return totals.parse(await answer.json()).dataArray
}

test('two cells are held by two processes', () => {
  expect(ledgers.map(({ deps }) => deps.cell?.id).sort()).toEqual([0, 1])
})

test.each([1, 2] as const)(
  'what a machine of client %i sends to any process is on every screen, and a repeat is a duplicate',
  async (clientId) => {
    const serialNo = machines[clientId]
    const records = [0, 1, 2].map((second) => ({
      time: at(second),
      state: 'Execute',
      packs: 100 + second,
    }))
    expect(await send(sources[0], serialNo, records)).toMatchObject({ status: 200, accepted: 3 })
    expect(await send(sources[1], serialNo, records)).toMatchObject({ accepted: 0, duplicate: 3 })
    const [one, other] = await Promise.all(apis.map((api) => overview(api, clientId)))
    expect(one).toEqual(other)
    expect(JSON.stringify(one)).toContain(serialNo)
  },
)

test('packboard rebuild computes the minutes of a cell at the process that holds it, and names the cell of another machine', async () => {
  for (const { deps } of ledgers) {
    const here = deps.cell?.id === 0 ? machines[1] : machines[2]
    const elsewhere = deps.cell?.id === 0 ? machines[2] : machines[1]
    const { dataDir, databaseUrl = '', clickhouseUrls, secretsKeyFile } = deps.config
    const env = {
      ...{ ROLE: 'ledger', PACKBOARD_DATA: dataDir, DATABASE_URL: databaseUrl },
      ...{ CLICKHOUSE_URL: clickhouseUrls.join(' '), CELLS: '2' },
      SECRETS_KEY_FILE: secretsKeyFile,
    }
    const run = (...args: string[]) => runCommand(['rebuild', ...args], env)
    const one = await run('--machine', here, '--json')
    expect([one.err, JSON.parse(one.out)]).toMatchObject(['', { machines: 1, resumed: false }])
    expect((await run('--json')).code).toBe(0)
    const cell = deps.cell?.id
    expect(await run('--machine', elsewhere)).toMatchObject({
      code: 11,
      err: `packboard: The records of ${elsewhere} are in cell ${1 - (cell ?? 0)}, this process holds ${cell}.`,
    })
  }
})

test('the last messages of a machine are at the process that stored them, and any process shows them', async () => {
  const token = await signIn(apis[0], 'admin')
  for (const [clientId, serialNo] of Object.entries(machines)) {
    await send(sources[Number(clientId) - 1], serialNo, [{ time: at(20), state: 'Idle' }])
    const { id } = await tables(management())
      .selectFrom('machine')
      .select('id')
      .where('serial_no', '=', serialNo)
      .executeTakeFirstOrThrow()
    const path = `/api/admin/machine/${id}/connection/recent`
    for (const api of apis) {
      const answer = await call(api, path, { headers: { 'x-access-token': token } })
      expect(answer.status).toBe(200)
      const { light, messages } = connectionMessages.answer.parse(await answer.json())
      expect(light).toBe('good')
      expect(messages.map(({ became }) => became)).toContain('duplicate')
      expect(messages[0]?.raw).toContain('Idle')
    }
  }
})

test('a key reads by any process, and one that is revoked at one is refused at every other within five seconds', async () => {
  const token = await signIn(apis[0], 'admin')
  const made = await post(apis[0], addProgramKey.path, token, {
    ...{ name: 'Fleet', groups: ['figures', 'machines'] },
  })
  const { id, key } = addProgramKey.answer.parse(await made.json())
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    ...{ clientId: 2, start_date: windowStart, end_date: windowEnd, initialReq: 'yes' },
    machinesIdArray: [machines[2]],
  })
  // The records of client 2 are in the second cell: the call is sent on with the key.
  const status = async (api: RunningServer | undefined) =>
    (await call(api, machinesData.path, { method: 'POST', headers, body })).status
  expect(await Promise.all(apis.map(status))).toEqual([200, 200])
  const revoked = await call(apis[0], deleteProgramKey.path.replace(':id', String(id)), {
    ...{ method: 'DELETE', headers: { 'x-access-token': token } },
  })
  expect(revoked.status).toBe(200)
  // What is sent from then on is refused, however long a busy machine takes to answer.
  await wait(5_000)
  expect(await Promise.all(apis.map(status))).toEqual([401, 401])
})

test('a live stream at any process has what any process received', async () => {
  const readers = await Promise.all(
    apis.map(async (api) => liveReader(api, await signIn(api, 'admin'), 2)),
  )
  expect(readers.map(({ status }) => status)).toEqual([200, 200])
  await send(sources[1], machines[2], [{ time: new Date().toISOString(), state: 'Holding' }])
  for (const { events } of readers) {
    await expect.poll(() => events.some(({ data }) => data.includes('"Recipe":12'))).toBe(true)
  }
  const holder = ledgers.find(({ deps }) => deps.cell?.id === 1)
  const open = async () => {
    const answer = await call(holder, '/metrics')
    return /^packboard_live_streams (\d+)/m.exec(await answer.text())?.[1]
  }
  await expect.poll(open).toBe('2')
  for (const reader of readers) reader.close()
  await expect.poll(open).toBe('0')
})

test('a device that one process adds sends at once to another', async () => {
  const added = await post(apis[0], '/api/admin/device', await signIn(apis[0], 'admin'), {
    clientId: 2,
    name: 'gateway',
    machines: [machines[2]],
  })
  const { token } = JSON.parse(await added.text())
  const record = factory.at(at(30)).sample(machines[2], { state: 'Execute' })
  const answer = await post(sources[1], '/api/ingest/records', `gateway:${token}`, [record])
  expect([answer.status, await answer.json()]).toMatchObject([200, { accepted: 1 }])
})

test('a change is answered when every process has taken it over, however long one takes (D67)', async () => {
  const [, slow] = sources
  if (!slow) throw new Error('a cluster without a second source')
  const gate = Promise.withResolvers<void>()
  const directory = await machineDirectory(slow.deps.management)
  const stop = directory.onChange(() => gate.promise)
  let isAnswered = false
  const body = { clientId: 2, machineTypeId: 1, machineId: 'FW-961' }
  const answer = post(apis[0], '/api/admin/machine', await signIn(apis[0], 'admin'), body).finally(
    () => {
      isAnswered = true
    },
  )
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  const answeredEarly = isAnswered
  gate.resolve()
  expect((await answer).status).toBe(200)
  stop()
  expect(answeredEarly).toBe(false)
  const record = factory.at(at(31)).sample('FW-961', { state: 'Execute' })
  const token = 'gateway-norsk-kjeks:packboard'
  const sent = await post(slow, '/api/ingest/records', token, [record])
  expect([sent.status, await sent.json()]).toMatchObject([200, { accepted: 1 }])
})

test('a process that receives records finds a machine in the store that it has not heard of', async () => {
  const db = tables(management())
  await db.transaction().execute(async (change) => {
    const { id } = await change
      .insertInto('machine')
      .values({ client_id: 2, machine_type_id: 1, serial_no: 'FW-962' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const device = await change
      .selectFrom('device')
      .select('id')
      .where('name', '=', 'gateway-norsk-kjeks')
      .executeTakeFirstOrThrow()
    await change
      .insertInto('device_machine')
      .values({ device_id: device.id, machine_id: id, client_id: 2 })
      .execute()
  })
  const record = factory.at(at(32)).sample('FW-962', { state: 'Execute' })
  const token = 'gateway-norsk-kjeks:packboard'
  const sent = await post(sources[0], '/api/ingest/records', token, [record])
  expect([sent.status, await sent.json()]).toMatchObject([200, { accepted: 1 }])
})

test('an edge node of Sparkplug B at one process speaks, lives and dies in the cell of another', async () => {
  const [api] = apis
  if (!api) throw new Error('a cluster without an api')
  const { id } = await tables(api.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', 'FW-512')
    .executeTakeFirstOrThrow()
  const set = await call(api, `/api/admin/machine/${id}/connection`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-access-token': await signIn(api, 'admin') },
    body: JSON.stringify({ door: 'sparkplug', address: 'Plant/Edge', dictionary: 'iso-tr88' }),
  })
  expect(set.status).toBe(200)
  const reader = await liveReader(api, await signIn(api, 'admin'), 2)
  const card = () =>
    reader.events
      .filter(({ event }) => event === 'machine')
      .map(({ data }) => machineNow.parse(JSON.parse(data)))
      .findLast(({ machineId }) => machineId === 'FW-512')
  const edge = edgeNode('Plant', 'Edge')
  const death = edge.death(Date.now())
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${sources[1]?.mqttPort}`, {
    ...{ username: 'FW-512', password: 'packboard', reconnectPeriod: 0 },
    will: { topic: death.topic, payload: death.payload, qos: 1, retain: false },
  })
  try {
    const { topic, payload } = edge.birth(Date.now(), 0, [metrics.state('Execute')])
    await client.publishAsync(topic, payload, { qos: 1 })
    await expect.poll(card).toMatchObject({ Status: 'LIVE', Recipe: 10 })
    client.stream.destroy()
    await expect.poll(card).toMatchObject({ Status: 'OFFLINE' })
  } finally {
    reader.close()
    await client.endAsync(true)
  }
})

test('the quarantines that are nearly full are those of all cells', async () => {
  for (const serialNo of Object.values(machines)) {
    const wrong = Array.from({ length: 900 }, (_, i) => ({ time: at(i / 100), state: 'Dancing' }))
    expect((await send(sources[0], serialNo, wrong)).quarantined).toBe(900)
  }
  const token = await signIn(apis[1], 'admin')
  const set = { deviceMegabytesPerDay: null, quarantineRecords: 1_000, quarantineMegabytes: null }
  const headers = { 'content-type': 'application/json', 'x-access-token': token }
  const body = JSON.stringify({ ...set, version: 0 })
  expect((await call(apis[1], '/api/admin/limits', { method: 'PUT', headers, body })).status).toBe(
    200,
  )
  const answer = await call(apis[1], '/api/admin/limits', { headers })
  expect(limits.answer.parse(await answer.json()).machines).toMatchObject([
    { machineId: machines[1], clientId: 1, records: 900 },
    { machineId: machines[2], clientId: 2, records: 900 },
  ])
})

test('a machine is read by OPC UA by the process that holds its cell alone, and each process says what that one found', async () => {
  const token = await signIn(apis[0], 'admin')
  const { id } = await tables(ledgers[0]?.deps.management ?? never())
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', 'FW-512')
    .executeTakeFirstOrThrow()
  const path = `/api/admin/machine/${id}/connection`
  const headers = { 'content-type': 'application/json', 'x-access-token': token }
  const body = JSON.stringify({ door: 'opcua', address: 'opc.tcp://127.0.0.1:1' })
  expect((await call(apis[0], path, { method: 'PUT', headers, body })).status).toBe(200)
  for (const api of apis) {
    const answer = await call(api, `${path}/found?again=yes`, { headers })
    // Its own address is none that Packboard connects to.
    expect(connectionFound.answer.parse(await answer.json()).found).toMatchObject({
      status: 'waiting',
      fault: { reason: 'addressNotAllowed' },
    })
  }
  const readBy = (server: RunningServer) => server.deps.ingest?.opcua?.figures().machines
  expect(ledgers.map((one) => [one.deps.cell?.id, readBy(one)]).sort()).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect([...apis, ...sources].map(readBy)).toEqual([undefined, undefined, undefined, undefined])
})

/** How many databases of this name the ClickHouse of the cluster has. */
async function databasesNamed(name: string): Promise<string> {
  const address = new URL(apis[0]?.deps.config.clickhouseUrls[0] ?? '')
  const who = [address.username, address.password].map(decodeURIComponent).join(':')
  const answer = await fetch(`${address.origin}/?default_format=TabSeparated`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(who).toString('base64')}` },
    body: `SELECT count() FROM system.databases WHERE name = '${name}'`,
  })
  return (await answer.text()).trim()
}

function never(): never {
  throw new Error('no process')
}

test('a caller reaches no client that is not its own through another process', async () => {
  const token = await signIn(apis[0], 'user')
  const answer = await call(apis[0], '/api/admin/received-records/2', {
    headers: { 'x-access-token': token },
  })
  expect(answer.status).toBe(404)
})

describe('a process that holds a cell', () => {
  const received = '/api/admin/received-records/2'

  test('answers nobody but the other processes of its installation', async () => {
    const token = await signIn(apis[0], 'admin')
    for (const peer of [undefined, 'a guess', '0'.repeat(64)]) {
      const headers = { 'x-access-token': token, ...(peer && { 'x-packboard-peer': peer }) }
      expect((await call(ledgers[0], received, { headers })).status).toBe(404)
      const refresh = await call(ledgers[0], '/internal/refresh', { method: 'POST', headers })
      expect(refresh.status).toBe(404)
    }
  })

  test('refuses a call that is for another cell', async () => {
    const { deps } = ledgers[0] ?? {}
    const headers = {
      'x-access-token': await signIn(apis[0], 'admin'),
      'x-packboard-peer': deps?.cluster?.secret ?? '',
      'x-packboard-cell': String(1 - (deps?.cell?.id ?? 0)),
    }
    expect((await call(ledgers[0], received, { headers })).status).toBe(503)
  })
})

test('a cell whose process has stopped is taken by the next one, with all of its records', async () => {
  const before = await overview(apis[0], 1)
  const held = ledgers.findIndex(({ deps }) => deps.cell?.id === 0)
  await ledgers[held]?.stop()
  await expect
    .poll(async () => (await overview(apis[1], 1).catch(() => 'refused')) === 'refused')
    .toBe(true)
  // Admins see it; the clients of the other cell are served meanwhile.
  const token = await signIn(apis[0], 'admin')
  const warned = async () => {
    const answer = await call(apis[0], '/api/admin/warnings', {
      headers: { 'x-access-token': token },
    })
    return z.object({ warnings: z.array(z.unknown()) }).parse(await answer.json()).warnings
  }
  await expect
    .poll(warned)
    .toContainEqual({ code: 'cells.notHeld', cells: 1, clients: expect.any(Number) })
  await overview(apis[1], 2)
  const answer = await call(apis[0], '/health/ready')
  expect(answer.status).toBe(200)
  const { cells } = ready.answer.parse(await answer.json())
  expect(cells).toEqual([
    { id: 0, held: false, ok: false, clients: expect.any(Number) },
    { id: 1, held: true, ok: true, clients: expect.any(Number) },
  ])
  expect(cells[0]?.clients).toBeGreaterThan(0)
  const metrics = await (await call(apis[0], '/metrics')).text()
  expect(/^packboard_cell_held\{cell="0"\} (\d)/m.exec(metrics)?.[1]).toBe('0')
  expect(/^packboard_cell_ok\{cell="1"\} (\d)/m.exec(metrics)?.[1]).toBe('1')

  // One whose server does not have the records of the cell ends, and makes nothing there.
  await expect(
    cluster.start('ledger', { CLICKHOUSE_DATABASE: 'packboard_wrong_server' }),
  ).rejects.toMatchObject({ name: 'StoresDisagree' })
  expect(await databasesNamed('packboard_wrong_server')).toBe('0')

  // A device by MQTT waits for the next holder instead of being refused.
  const device = mqtt.connect(`mqtt://127.0.0.1:${sources[0]?.mqttPort}`, {
    username: machines[1],
    password: 'packboard',
    protocolVersion: 4,
  })
  const published = device.publishAsync(
    `packboard/${machines[1]}/sample`,
    JSON.stringify({ time: new Date().toISOString(), state: 'Holding', packs: 140 }),
    { qos: 1 },
  )
  ledgers[held] = await cluster.start('ledger')
  expect(ledgers[held]?.deps.cell?.id).toBe(0)
  await published
  await device.endAsync()
  await expect.poll(() => overview(apis[1], 1).catch(() => undefined)).toEqual(before)
})
