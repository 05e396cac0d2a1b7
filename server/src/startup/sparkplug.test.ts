// @slow

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as contract from '@packboard/contract'
import { createMachineDirectory, openIngest } from '@packboard/ingest'
import { testAuthority } from '@packboard/ingest/testing'
import { openForeignBroker } from '@packboard/ingest/testing/foreignBroker'
import { tables } from '@packboard/management/testing'
import mqtt from 'mqtt'
import sparkplugClient from 'sparkplug-client'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { liveReader } from '../../testing/liveReader.ts'
import { startMosquitto } from '../../testing/mosquitto.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The broker that most plants have, or where it is not installed another one that does the same. */
async function plantBroker(): Promise<{ readonly url: string }> {
  const broker = (await startMosquitto()) ?? (await openForeignBroker())
  closers.push(broker.close)
  return broker
}

async function openServer(env: Record<string, string> = {}) {
  const server = await openTestServer({ env })
  closers.push(server.close)
  return { server, admin: (await server.signIn('admin')).accessToken }
}

/** Sets on FW-101 what a person sets, and makes its token. */
async function connect(server: TestServer, admin: string, address: string) {
  const { id } = await tables(server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', 'FW-101')
    .executeTakeFirstOrThrow()
  const body = { door: 'sparkplug', address, dictionary: 'iso-tr88' }
  const path = `/api/admin/machine/${id}`
  const set = await server.ask(`${path}/connection`, { method: 'PUT', token: admin, body })
  expect(set.status).toBe(200)
  const made = await server.ask(`${path}/token`, { method: 'POST', token: admin })
  return contract.machineToken.answer.parse(await made.json())
}

/** What a stock client sends from its birth on, and how often it was born. */
function stockEdge(
  serverUrl: string,
  credential: { readonly name: string; readonly token: string },
) {
  const client = sparkplugClient.newClient({
    ...{ serverUrl, username: credential.name, password: credential.token },
    ...{ groupId: 'Plant', edgeNode: 'Hall 1', clientId: 'stock', publishDeath: true },
  })
  closers.push(() => client.stop())
  const births: number[] = []
  const bear = () => {
    const now = Date.now()
    births.push(now)
    const rebirth = { name: 'Node Control/Rebirth', type: 'Boolean', value: false } as const
    client.publishNodeBirth({ timestamp: now, metrics: [rebirth] })
    client.publishDeviceBirth('Wrapper', {
      timestamp: now,
      metrics: [
        { name: 'Status/StateCurrent', type: 'Int32', value: 4, timestamp: now, alias: 1 },
        {
          ...{ name: 'Admin/ProdProcessedCount/0/AccCount', type: 'UInt64' },
          ...{ value: 9_007_199_254, timestamp: now, alias: 2 },
        },
      ],
    })
  }
  client.on('birth', bear)
  client.on('ncmd', (payload) => {
    if (payload.metrics?.some(({ name, value }) => name === 'Node Control/Rebirth' && value)) bear()
  })
  const data = (state: number, compress = false) => {
    const now = Date.now()
    const metrics = [
      { name: 'Status/StateCurrent', type: 'Int32', value: state, timestamp: now } as const,
    ]
    client.publishDeviceData('Wrapper', { timestamp: now, metrics }, { compress })
  }
  /** A message that the network loses. */
  const lose = () => Reflect.get(client, 'incrementSeqNum').call(client)
  return { client, births, bear, data, lose }
}

async function watchCard(server: TestServer) {
  const { accessToken } = await server.signIn('user')
  const reader = await liveReader(server, accessToken, 1)
  closers.push(reader.close)
  return () =>
    reader.events
      .filter(({ event }) => event === 'machine')
      .map(({ data }) => contract.machineNow.parse(JSON.parse(data)))
      .findLast(({ machineId }) => machineId === 'FW-101')
}

const soon = { timeout: 15_000, interval: 20 }

async function demandStockEdge(
  server: TestServer,
  serverUrl: string,
  credential: { readonly name: string; readonly token: string },
) {
  const card = await watchCard(server)
  const edge = stockEdge(serverUrl, credential)
  await expect.poll(() => card()?.Recipe, soon).toBe(8)
  edge.data(6)
  await expect.poll(() => card()?.Recipe, soon).toBe(10)
  edge.data(5, true)
  await expect.poll(() => card()?.Recipe, soon).toBe(16)
  expect(edge.births).toHaveLength(1)
  // One message is lost: the next one is stored when its time is over, and the edge node is born anew.
  edge.lose()
  edge.data(9)
  await expect.poll(() => edge.births.length, soon).toBe(2)
  await expect.poll(() => card()?.Recipe, soon).toBe(8)
  expect(card()?.Status).toBe('LIVE')
  edge.client.stop()
  await expect.poll(() => card()?.Status, soon).toBe('OFFLINE')
  const received = await server.ask('/api/admin/reception/1', {
    token: (await server.signIn('admin')).accessToken,
  })
  const { machines } = contract.receivedRecords.answer.parse(await received.json())
  expect(machines.find(({ serialNo }) => serialNo === 'FW-101')).toMatchObject({ quarantined: 0 })
}

test.each([
  ['alone', async () => ({})],
  ['beside that of the plant', async () => ({ MQTT_URL: (await plantBroker()).url })],
])(
  'a stock client of Sparkplug B is connected by a setting and a token, on our own broker %s',
  async (_, env) => {
    const { server, admin } = await openServer(await env())
    const credential = await connect(server, admin, 'Plant/Hall 1/Wrapper')
    await demandStockEdge(server, `mqtt://127.0.0.1:${server.deps.ingest?.mqttPort}`, credential)
  },
)

test('the program of the manual reaches the encrypted port with the authority that it is given', async () => {
  const authority = testAuthority()
  closers.push(() => authority.remove())
  const { certFile, keyFile } = authority.issue('127.0.0.1')
  const { server, admin } = await openServer({
    ...{ MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile, MQTT_TLS_PORT: '0' },
  })
  const { name, token } = await connect(server, admin, 'Plant/Hall 1/Wrapper')
  const page = readFileSync(
    new URL('../../../docs/manual/connect-sparkplug.md', import.meta.url),
    'utf8',
  )
  const [, printed = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const program = printed
    .replace('packboard.example.com:8883', `127.0.0.1:${server.deps.ingest?.mqttTlsPort}`)
    .replaceAll("'FW-303'", JSON.stringify(name))
    .replace("'TOKEN'", JSON.stringify(token))
    .replace("'ca.pem'", JSON.stringify(authority.caFile))
  const card = await watchCard(server)
  // A package is looked up from the folder in which it runs.
  const machine = spawn(process.execPath, ['-e', program], { cwd: import.meta.dirname })
  closers.push(() => machine.kill())
  await expect.poll(() => card()?.Recipe, soon).toBe(8)
  // After 10 s it sends that it packs.
  await expect.poll(() => card()?.Recipe, { ...soon, timeout: 30_000 }).toBe(10)
})

test.each(['Plant/Hall 1/Wrapper', 'Plant/Hall 1'])(
  'the program of the page of a connection works as it is shown: %s',
  async (address) => {
    const { server, admin } = await openServer({})
    const credential = await connect(server, admin, address)
    const broker = {
      ...{ host: '127.0.0.1', port: server.deps.ingest?.mqttPort ?? 0 },
      ...{ isTls: false, isLoopback: true },
    }
    const reach = { publicUrl: null, broker, externalBroker: null }
    const settings = contract.gatewaySettings({ address }, credential, reach, 'http://127.0.0.1')
    const program = contract.sparkplugProgram(settings, 'iso-tr88')
    const card = await watchCard(server)
    const machine = spawn(process.execPath, ['-e', program], { cwd: import.meta.dirname })
    closers.push(() => machine.kill())
    await expect.poll(() => card()?.Recipe, soon).toBe(10)
  },
)

test("the same through the plant's own broker", async () => {
  const broker = await plantBroker()
  const { server, admin } = await openServer({ MQTT_URL: broker.url })
  const credential = await connect(server, admin, 'Plant/Hall 1/Wrapper')
  await demandStockEdge(server, broker.url, credential)
})

/** Both are by the book or against it; neither may be a green light over a machine that stands still. */
test.each([
  ['stamps all metrics with one time, as one that was loaded long ago', 'still'],
  ['sends what it kept while its line was cut, without is_historical', 'kept'],
] as const)('a stock client that %s, through the broker of the plant', async (_, how) => {
  const broker = await plantBroker()
  const { server, admin } = await openServer({ MQTT_URL: broker.url })
  await connect(server, admin, 'Plant/Hall 1/Wrapper')
  const card = await watchCard(server)
  // No whole second, of which a clock without milliseconds has several values.
  const loaded = Math.floor(Date.now() / 1_000) * 1_000 - 60_000 + 7
  const client = sparkplugClient.newClient({
    ...{ serverUrl: broker.url, username: 'plant', password: 'plant' },
    ...{ groupId: 'Plant', edgeNode: 'Hall 1', clientId: 'stock', publishDeath: true },
  })
  closers.push(() => client.stop())
  const values = (state: number, timestamp: number) => [
    { name: 'Status/StateCurrent', type: 'Int32', value: state, timestamp } as const,
  ]
  const bear = () => {
    const timestamp = Date.now()
    client.publishNodeBirth({ timestamp, metrics: [] })
    const metrics = values(4, how === 'still' ? loaded : timestamp)
    client.publishDeviceBirth('Wrapper', { timestamp, metrics })
  }
  client.on('birth', bear)
  client.on('ncmd', bear)
  await expect.poll(() => card()?.Recipe, soon).toBe(8)
  const send = (state: number, timestamp: number) =>
    client.publishDeviceData('Wrapper', {
      timestamp: Date.now(),
      metrics: values(state, timestamp),
    })
  if (how === 'still') {
    send(6, loaded)
    await expect.poll(() => card()?.Recipe, soon).toBe(10)
    send(5, loaded)
    await expect.poll(() => card()?.Recipe, soon).toBe(16)
    return
  }
  // An hour ago it packed; now it is what its birth says, Idle.
  for (const [index, state] of [6, 11, 6].entries()) send(state, loaded - 3_600_000 + index * 1_000)
  const source = async () => {
    const path = `${contract.dataSources.path}?clientId=1`
    const answer = await server.ask(path, { token: admin })
    const { sources } = contract.dataSources.answer.parse(await answer.json())
    return sources.find(({ serialNo }) => serialNo === 'FW-101')
  }
  await expect.poll(async () => (await source())?.backFill, soon).toBe(3)
  expect(await source()).toMatchObject({ timeStandsStill: false, quarantined: 0 })
  expect(card()?.Recipe).toBe(8)
})

test('a gateway that nobody has entered is seen at the broker of the plant, and one call makes it a source that is fine', async () => {
  const broker = await plantBroker()
  const { server, admin } = await openServer({ MQTT_URL: broker.url })
  const edge = stockEdge(broker.url, { name: 'plant', token: 'plant' })
  const seen = async (token: string) => {
    const answer = await server.ask(`${contract.dataSources.path}?clientId=1`, { token })
    return contract.dataSources.answer.parse(await answer.json())
  }
  const address = 'Plant/Hall 1/Wrapper'
  await expect
    .poll(async () => {
      const { notAssigned } = await seen(admin)
      // It may have been born before Packboard listened.
      if (notAssigned.length === 0) edge.bear()
      return notAssigned.map((one) => [one.address, one.isOwn])
    }, soon)
    .toEqual([[address, false]])
  // Whose it is is not known: nobody of a client reads its name.
  const own = await seen((await server.signIn('clientadmin')).accessToken)
  expect(own.notAssigned).toEqual([])

  const add = async (machineId: string, connection: object) => {
    const body = { clientId: 1, machineTypeId: 1, machineId, connection }
    const answer = await server.ask(contract.addMachine.path, { token: admin, body })
    return { status: answer.status, body: await answer.json() }
  }
  const connection = { door: 'sparkplug', address, dictionary: 'iso-tr88' }
  expect(await add('SP-77', { ...connection, dictionary: null })).toMatchObject({
    status: 400,
    body: { errors: [{ message: 'Sparkplug B needs a state dictionary.' }] },
  })
  const births = edge.births.length
  expect(await add('SP-77', connection)).toMatchObject({ status: 200 })
  const state = async () =>
    (await seen(admin)).sources.find(({ serialNo }) => serialNo === 'SP-77')?.state
  await expect.poll(state, soon).toBe('fine')
  expect(edge.births.length).toBe(births + 1)
  expect((await seen(admin)).notAssigned).toEqual([])
  expect(await add('SP-78', connection)).toMatchObject({
    status: 409,
    body: { message: `There is already a machine at this address: ${address}.` },
  })
})

test("the recorded edge node through the plant's own broker, byte by byte", async () => {
  const folder = new URL('../../../ingest/src/connectors/sparkplug/recording/', import.meta.url)
  const message = z.object({ t: z.string(), topic: z.string(), b64: z.string() })
  const messages = readFileSync(new URL('sparkplug.jsonl', folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => message.parse(JSON.parse(line)))
  const { states } = z
    .object({ states: z.array(z.tuple([z.number(), z.string()])) })
    .parse(JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')))
  const end = Date.parse(messages.at(-1)?.t ?? '')

  const broker = await plantBroker()
  const noDevices = { device: async () => null, deviceNow: () => null }
  const directory = createMachineDirectory(noDevices, [
    {
      ...{ machineId: 1, clientId: 7, serialNo: 'SP-1', holdMs: 90_000 },
      topics: [
        {
          ...{ connector: 'sparkplug', prefix: 'Greenville/CNC/Line 1' },
          ...{ dictionary: 'libremfg', origin: 'externalBroker' },
        },
      ],
    },
  ])
  const samples: { at: number; state?: number; death?: true; alive?: true }[] = []
  const quarantined: unknown[] = []
  const ingest = await openIngest({
    ...{ directory, mqttUrl: broker.url, now: () => end },
    async commit(batches) {
      for (const batch of batches) {
        samples.push(...batch.samples)
        quarantined.push(...batch.quarantined)
      }
      return batches.map(() => [])
    },
  })
  closers.push(ingest.close)
  const publisher = await mqtt.connectAsync(broker.url)
  closers.push(() => publisher.endAsync())
  const heard: string[] = []
  publisher.on('message', (topic) => heard.push(topic))
  await publisher.subscribeAsync(['spBv1.0/Greenville/NCMD/CNC', 'spBv1.0/STATE/packboard'])
  // The host has subscribed when it says that it is there.
  await expect.poll(() => heard, soon).toEqual(['spBv1.0/STATE/packboard'])
  for (const { topic, b64 } of messages) publisher.publish(topic, Buffer.from(b64, 'base64'))
  await expect.poll(() => samples.filter(({ death }) => death).length, soon).toBe(1)
  expect(samples.flatMap(({ at, state }) => (state === undefined ? [] : [at]))).toEqual(
    states.map(([at]) => at),
  )
  expect(quarantined).toEqual([])
  // The recording has a rebirth request of its own; Packboard adds none.
  expect(heard).toEqual(['spBv1.0/STATE/packboard', 'spBv1.0/Greenville/NCMD/CNC'])
})
