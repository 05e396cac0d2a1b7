import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  connectionMessages,
  type Dictionary,
  gatewaySettings,
  importMachines,
  machineConnection,
  machineToken,
  type Reach,
  type SendingMachine,
  senderLines,
} from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { freePort } from '../../testing/proxies.ts'

const run = promisify(execFile)
/** As a person pastes it into a terminal. */
const paste = (line: string) => run('sh', ['-c', line])
const isInstalled = (program: string) =>
  run(program, ['--help']).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  )
const hasMosquitto = await isInstalled('mosquitto_pub')
/** `npm install --global node-red`. */
const hasNodeRed = await isInstalled('node-red')

let server: TestServer
let admin = ''
beforeAll(async () => {
  server = await openTestServer()
  admin = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

/** The lines of a machine as the screen makes them: from the calls alone. */
async function linesOf(serialNo: string, body: object) {
  const { id } = await tables(server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  const machine = `/api/admin/machine/${id}`
  const ask = async (path: string, init: object = {}) => {
    const answer = await server.ask(machine + path, { token: admin, ...init })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  await ask('/connection', { method: 'PUT', body })
  const connection = machineConnection.answer.parse(await ask('/connection'))
  const made = machineToken.answer.parse(await ask('/token', { method: 'POST' }))
  const { door, address, dictionary } = connection
  if (door === 'sparkplug' || door === 'opcua') throw new Error(door)
  const lines = senderLines(
    { serialNo, door, address, dictionary },
    made,
    connection.reach,
    `${server.url}/`,
  )
  const recent = async () => connectionMessages.answer.parse(await ask('/connection/recent'))
  return { lines, recent, made }
}

test('the pasted curl line is the first good record', async () => {
  const { lines, recent } = await linesOf('FW-301', { door: 'http' })
  expect((await recent()).light).toBe('waiting')
  const { stdout } = await paste(lines.curl)
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(await recent()).toMatchObject({ light: 'good', messages: [{ became: 'stored' }] })
})

const byMqtt: [string, string, object, string][] = [
  ['FW-302', 'our own JSON', { door: 'mqttJson' }, 'packboard/FW-302/sample'],
  [
    'FW-201',
    'tags with a number',
    { door: 'packmlTags', address: "it's hall 2/line 4", dictionary: 'tmc' },
    "it's hall 2/line 4/Status/StateCurrent",
  ],
  [
    'FW-202',
    'tags with an own table',
    { door: 'packmlTags', address: 'hall/1', dictionary: { 'Läuft gut': 10, '4': 8 } },
    'hall/1/Status/StateCurrentStr',
  ],
]
test.runIf(hasMosquitto).each(byMqtt)(
  '%s: the pasted mosquitto_pub line is the first good record: %s',
  async (serialNo, _what, body, topic) => {
    const { lines, recent } = await linesOf(serialNo, body)
    await paste(lines.mosquitto)
    const { light, messages } = await recent()
    expect([light, messages[0]?.topic]).toEqual(['good', topic])
  },
)

const node = z.looseObject({ id: z.string(), type: z.string(), z: z.string().optional() })
const wired = node.extend({ wires: z.array(z.array(z.string())) })
const named = (nodes: readonly z.output<typeof node>[], type: string) => {
  const found = nodes.find((one) => one.type === type)
  if (!found) throw new Error(`no ${type}`)
  return found
}

/** What the function node of a flow makes of an empty message. */
function message(func: unknown): Record<string, unknown> {
  const made: unknown = new Function('msg', String(func))({})
  return z.record(z.string(), z.unknown()).parse(made)
}

test('the Node-RED flow of HTTP is whole, and what it sends is accepted', async () => {
  const { lines, made } = await linesOf('FW-301', { door: 'http' })
  const nodes = z.array(node).parse(JSON.parse(lines.nodeRed))
  expectWired(nodes)
  const sent = message(named(nodes, 'function').func)
  expect(sent.headers).toEqual({ 'x-access-token': `${made.name}:${made.token}` })
  const request = named(nodes, 'http request')
  expect(request.method).toBe('POST')
  const answer = await fetch(String(request.url), {
    method: 'POST',
    headers: {
      ...z.record(z.string(), z.string()).parse(sent.headers),
      'content-type': 'application/json',
    },
    body: JSON.stringify(sent.payload),
  })
  expect(await answer.json()).toMatchObject({ accepted: 1 })
})

test('the Node-RED flow of MQTT signs in as the device and publishes the same as the other line', async () => {
  const { lines, made } = await linesOf('FW-302', { door: 'mqttJson' })
  const nodes = z.array(node).parse(JSON.parse(lines.nodeRed))
  expectWired(nodes)
  expect(named(nodes, 'mqtt-broker')).toMatchObject({
    broker: '127.0.0.1',
    port: String(server.deps.ingest?.mqttPort),
    usetls: false,
    credentials: { user: made.name, password: made.token },
  })
  expect(named(nodes, 'mqtt out')).toMatchObject({ topic: 'packboard/FW-302/sample', qos: '1' })
  expect(lines.mosquitto).toContain(String(message(named(nodes, 'function').func).payload))
})

test.runIf(hasNodeRed)(
  'Node-RED itself runs each flow as it is pasted',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'packboard-node-red-'))
    const port = await freePort()
    const options = ['--userDir', home, '--port', String(port)]
    const program = spawn('node-red', options, { stdio: 'ignore' })
    const flows = `http://127.0.0.1:${port}/flows`
    const isUp = () =>
      fetch(flows).then(
        ({ ok }) => ok,
        () => false,
      )
    const tags = { door: 'packmlTags', address: 'hall/3', dictionary: 'iso-tr88' }
    try {
      await expect.poll(isUp, { timeout: 90_000 }).toBe(true)
      for (const [serialNo, body] of [
        ['VF-401', { door: 'http' }],
        ['VF-402', { door: 'mqttJson' }],
        ['FW-102', tags],
      ] as const) {
        const { lines, recent } = await linesOf(serialNo, body)
        expect((await recent()).light).toBe('waiting')
        const headers = { 'content-type': 'application/json' }
        const deployed = await fetch(flows, { method: 'POST', headers, body: lines.nodeRed })
        expect(deployed.status).toBe(204)
        await expect.poll(async () => (await recent()).light, { timeout: 30_000 }).toBe('good')
      }
    } finally {
      program.kill()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  240_000,
)

/** Every wire and every broker leads to a node, and every node is on the tab. */
function expectWired(nodes: readonly z.output<typeof node>[]) {
  const ids = new Set(nodes.map(({ id }) => id))
  expect(ids.size).toBe(nodes.length)
  for (const one of nodes) {
    const { success, data } = wired.safeParse(one)
    for (const target of success ? data.wires.flat() : []) expect(ids).toContain(target)
    if (one.broker && one.type === 'mqtt out') expect(ids).toContain(one.broker)
    if (one.z !== undefined) expect(ids).toContain(one.z)
  }
}

const reach = (changes: Partial<Reach>): Reach => ({
  publicUrl: 'https://packboard.example.com',
  broker: { host: null, port: 8883, isTls: true, isLoopback: false },
  externalBroker: null,
  ...changes,
})
const machine = (dictionary: Dictionary = 'iso-tr88'): SendingMachine => ({
  ...{ serialNo: 'FW-303', door: 'packmlTags', address: 'plant/hall 2/line 4', dictionary },
})
const example = { name: 'FW-303', token: 'TOKEN' }

test('lines of an installation with TLS, on another address, and with a broker of the plant', () => {
  const tls = senderLines(machine(), example, reach({}), 'http://127.0.0.1:8080')
  expect(tls.mosquitto).toContain('-h packboard.example.com -p 8883 --tls-use-os-certs')
  expect(tls.curl).toContain('https://packboard.example.com/api/ingest/records')
  const plain = { host: null, port: 1883, isTls: false, isLoopback: false }
  const onPage = reach({ publicUrl: null, broker: plain })
  const page = senderLines(machine(), example, onPage, 'http://[::1]:8080')
  expect(page.mosquitto).toContain('-h ::1 -p 1883 \\')
  const plants = { host: 'broker.plant', port: 1883, isTls: false }
  const external = senderLines(machine(), example, reach({ externalBroker: plants }), 'http://x')
  expect(external.mosquitto).toContain('-h broker.plant -p 1883 \\\n  -u USER -P PASSWORD')
  expect(external.isExternal).toBe(true)
  // Without an address it is on our own broker.
  const own = { ...machine(), door: 'mqttJson', address: null } as const
  expect(senderLines(own, example, reach({ externalBroker: plants }), 'http://x').isExternal).toBe(
    false,
  )
})

test('a gateway of Sparkplug B goes to our own broker, or to that of the plant with its account', () => {
  const device = { address: 'Plant 1/Edge 4/Wrapper' }
  const own = gatewaySettings(device, example, reach({}), 'http://127.0.0.1:8080')
  expect(own).toEqual({
    ...{ host: 'packboard.example.com', port: 8883, isTls: true, isExternal: false },
    ...{ userName: 'FW-303', password: 'TOKEN' },
    ...{ group: 'Plant 1', edgeNode: 'Edge 4', device: 'Wrapper' },
  })
  const plants = { host: 'broker.plant', port: 1883, isTls: false }
  const node = { address: 'Plant 1/Edge 4' }
  expect(gatewaySettings(node, example, reach({ externalBroker: plants }), 'http://x')).toEqual({
    ...{ ...plants, isExternal: true, userName: 'USER', password: 'PASSWORD' },
    ...{ group: 'Plant 1', edgeNode: 'Edge 4', device: null },
  })
})

const manual = () => readFile(new URL('../../../docs/manual/connect.md', import.meta.url), 'utf8')

test('the manual prints these lines', async () => {
  const indented = (await manual()).replaceAll(/^ {3}/gm, '')
  const json = { ...machine(), door: 'http', address: null, dictionary: null } as const
  const lines = senderLines(json, example, reach({}), 'https://packboard.example.com')
  const tags = senderLines(machine(), example, reach({}), 'https://packboard.example.com')
  const own = { ...json, door: 'mqttJson' } as const
  const ours = senderLines(own, example, reach({}), 'https://packboard.example.com')
  for (const line of [
    ...[lines.curl, lines.mosquitto, lines.nodeRed],
    ...[tags.mosquitto, ours.nodeRed],
  ]) {
    expect(indented).toContain(line)
  }
})

test('what the manual has Telegraf send is accepted', async () => {
  const { made } = await linesOf('FW-302', { door: 'http' })
  const page = new URL('../../../docs/manual/send-records.md', import.meta.url)
  const [, telegraf = ''] = (await readFile(page, 'utf8')).split('\n## Telegraf\n')
  const [, body = ''] = /```json\n(\[.*\])\n```/.exec(telegraf) ?? []
  const [, path = ''] = /url = "https:\/\/packboard\.example\.com(\S+)"/.exec(telegraf) ?? []
  // Written on a day that will be too old.
  const shift = Date.now() - 1_795_687_210_000
  const own = body.replaceAll('FW-303', 'FW-302')
  const sent = own.replaceAll(/"time":(\d+)/g, (_, time) => `"time":${Number(time) + shift}`)
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-token': `${made.name}:${made.token}`,
    },
    body: sent,
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { accepted: 2, quarantined: 0, unknownFields: {} },
  ])
})

test('the file of the manual can be imported', async () => {
  const [, csv = ''] = /```csv\n(.*?)```/s.exec(await manual()) ?? []
  const answer = await server.ask('/api/admin/machine/import', {
    token: admin,
    body: { csv, dryRun: true },
  })
  expect(importMachines.answer.parse(await answer.json())).toMatchObject({ added: 3, refused: [] })
})
