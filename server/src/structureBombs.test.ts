// @slow alone

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  connectionFound,
  importMachines,
  importPlan,
  importRecipes,
  ingestRecords,
  machineTypes,
} from '@packboard/contract'
import { startEdgeProcess } from '@packboard/edge/testing/edgeProcess'
import { clusterSecret, openManagement } from '@packboard/management'
import { openTestDatabase, runSql } from '@packboard/management/testing'
import { recordFileLimits } from '@packboard/model'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BombedServer, measure, openBombedServer } from '../testing/bombs/bombedServer.ts'
import { carriedBombs, largestCarried } from '../testing/bombs/carriedBombs.ts'
import { type Attack, hostileOpcUa } from '../testing/bombs/hostileOpcUa.ts'
import {
  asLines,
  asList,
  bodies,
  largestCall,
  longRecord,
  messages,
  packedSpaces,
} from '../testing/bombs/jsonBombs.ts'
import { hugePicture, pictureAndPage } from '../testing/bombs/pictures.ts'
import {
  importFile,
  publish,
  publishBirths,
  publishTooMuch,
  wordsOf,
} from '../testing/bombs/senders.ts'
import { sparkplugBombs } from '../testing/bombs/sparkplugBombs.ts'
import * as textFiles from '../testing/bombs/textFiles.ts'
import * as workbooks from '../testing/bombs/workbooks.ts'
import { type MainThread, mainThread, serve, smallHeap } from '../testing/servedProcess.ts'
import { cellHeader, peerHeader } from './cluster/peers.ts'

/**
 * Input that is small and much to build, at every door, under a heap of 512 MB: what is refused names its bound, costs the
 * thread that answers everybody no more than the largest call that is accepted, and ends nothing.
 */
let server: BombedServer
/** What the largest accepted call costs the main thread. */
let largestMs = 0

/** Of a machine that sent too much, the next would wait. */
const machines = { mqtt: 'FW-201', packml: 'FW-202', sparkplug: 'FW-301' } as const
const byHttp = ['FW-101', 'FW-102', 'FW-201', 'FW-202'] as const
const opcUaMachine = 'FW-302'

const closers: (() => unknown)[] = []

async function prepare() {
  await server.connect(machines.packml, {
    ...{ door: 'packmlTags', address: 'bombs/hall/line', dictionary: 'iso-tr88' },
  })
  await server.connect(machines.sparkplug, {
    ...{ door: 'sparkplug', address: 'Bombs/Node/D1', dictionary: 'iso-tr88' },
  })
}

beforeAll(async () => {
  server = await openBombedServer({ OPCUA_HOSTS: '127.0.0.1' })
  await prepare()
  // Twice: the second one is late, which is looked up.
  for (const what of ['10,000 records of 8 MB', 'the same, late']) {
    const send = () => server.post('FW-101', largestCall('FW-101'))
    const { ms, answer } = await measure(server.thread, what, send)
    expect(answer).toContain('"accepted":10000')
    largestMs = Math.max(largestMs, ms)
  }
}, 180_000)
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  if (await server.restartWhenEnded()) await prepare()
}, 180_000)
afterAll(() => server?.close(), 60_000)

type Sending = {
  readonly what: string
  /** Returns what was said of it. */
  send(): Promise<string>
  readonly bound: RegExp
  /** Of how many inputs this is. */
  inputs?(): number
  readonly thread?: MainThread
  /** What the largest call that is accepted costs this thread. */
  readonly mostMs?: number
}

async function demandRefused(sending: Sending) {
  const { what, send, bound, inputs, thread = server.thread, mostMs = largestMs } = sending
  const { ms, answer } = await measure(thread, what, send)
  expect.soft(answer).toMatch(bound)
  expect(server.isAlive(), server.lastWords()).toBe(true)
  await server.demandNeighbour()
  const each = Math.round(ms / (inputs?.() ?? 1))
  expect.soft(each, 'ms of the main thread for one input').toBeLessThanOrEqual(mostMs)
}

test.each(
  bodies(byHttp).flatMap((bomb) => [
    { ...bomb, form: 'JSON', body: asList(bomb), type: 'application/json', encoding: undefined },
    {
      ...{ ...bomb, form: 'NDJSON by gzip', body: gzipSync(asLines(bomb), { level: 1 }) },
      ...{ type: 'application/x-ndjson', encoding: 'gzip' },
    },
  ]),
)(
  'records by HTTP: $what as $form',
  async ({ what, serialNo, form, body, type, encoding, bound }) => {
    const send = async () => wordsOf(await server.post(serialNo, body, type, encoding))
    await demandRefused({ what: `HTTP ${form}: ${what}`, bound, send })
  },
)

test('records by HTTP: what unpacks to more than 20 times its size', async () => {
  const send = async () =>
    wordsOf(await server.post('FW-102', packedSpaces(), 'application/json', 'gzip'))
  await demandRefused({ what: 'HTTP: 40 MB of spaces by gzip', bound: /\b(20|8|64)\b/, send })
})

test.each(messages(machines.mqtt))('records by MQTT: $what', async (bomb) => {
  const message = { topic: `packboard/${machines.mqtt}/sample`, payload: asLines(bomb) }
  const send = () => publish(server, machines.mqtt, [message])
  await demandRefused({ what: `MQTT: ${bomb.what}`, bound: bomb.bound, send })
})

test('records by MQTT: a packet of 300 kB ends its connection', async () => {
  const payload = Buffer.from(longRecord(machines.mqtt, 300_000))
  const topic = `packboard/${machines.mqtt}/sample`
  const send = () => publishTooMuch(server, machines.mqtt, { topic, payload })
  await demandRefused({ what: 'MQTT: a packet of 300 kB', bound: /ended/, send })
})

test.each(['Status/StateCurrent', 'Status/CurMachSpeed', 'Admin/Alarm[0]/Message'])(
  'PackML tags: a value of 250 kB for %s',
  async (tag) => {
    const message = { topic: `bombs/hall/line/${tag}`, payload: Buffer.alloc(250_000, '9') }
    const send = () => publish(server, machines.packml, [message])
    await demandRefused({ what: `PackML: ${tag} of 250 kB`, bound: /16,?384/, send })
  },
)

test.each([
  ['a birth of 50,000 metrics', 50_000, /5,?000/],
  ['a birth whose templates nest 4,000 deep', 'deep', /Template/],
] as const)('Sparkplug: %s', async (what, metrics, bound) => {
  const { node, device, deepTemplate } = sparkplugBombs('Bombs', 'Node')
  const birth = [node(), metrics === 'deep' ? deepTemplate('D1') : device('D1', metrics)]
  const send = () => publish(server, machines.sparkplug, birth)
  await demandRefused({ what: `Sparkplug: ${what}`, bound, send })
})

/** For so long at most: a device that sent too much waits, from then on. */
const birthsMs = 25_000
test('Sparkplug: births of devices that do not exist', async () => {
  let sent = 0
  const send = async () => {
    sent = await publishBirths(server, machines.sparkplug, { births: 700, forMs: birthsMs })
    const [newest] = await server.quarantined()
    return `${sent} births; ${newest?.text}`
  }
  const what = 'Sparkplug: up to 700 births of 5,000 aliases, all'
  await demandRefused({ what, bound: /unknownMachine/, send, inputs: () => sent })
}, 120_000)

type HostileOpcUa = Awaited<ReturnType<typeof hostileOpcUa>>

async function openHostile(attack: Attack): Promise<HostileOpcUa> {
  const hostile = await hostileOpcUa(attack)
  closers.push(hostile.close)
  return hostile
}

/** Sets the machine to a hostile server, and returns the fault that is shown. */
async function opcUaFault(hostile: HostileOpcUa): Promise<string> {
  const id = await server.machineId(opcUaMachine)
  const path = `${connectionFound.path.replace(':id', String(id))}?again=no`
  const faultOf = async () => {
    const answer = await server.ask(path, { token: await server.tokenOf('admin') })
    const { found } = connectionFound.answer.parse(await answer.json())
    return found?.fault ? `${found.fault.reason}: ${found.fault.detail}` : ''
  }
  const setting = { door: 'opcua', address: hostile.url, opcUa: { security: 'none' } }
  await server.connect(opcUaMachine, setting)
  await expect.poll(hostile.connections, { timeout: 20_000 }).toBeGreaterThan(0)
  // Each question costs the measured thread some milliseconds, too.
  await expect.poll(faultOf, { timeout: 30_000, interval: 1_000 }).not.toBe('')
  const fault = await faultOf()
  await server.connect(opcUaMachine, { door: 'http' })
  return fault
}

test('OPC UA: its client is loaded', async () => {
  expect(await opcUaFault(await openHostile('garbage'))).not.toBe('')
}, 120_000)

const largeMessage = /\b4 ?Mi?B|4,?194,?304/
test.each<[Attack, RegExp]>([
  ['a message of 4 GB', largeMessage],
  // What a server says is cut.
  ['an error of 8 MB', /^.{1,1000}$/s],
  ['chunks without an end', largeMessage],
  ['a diagnosis 50,000 deep', /^.{1,1000}$/s],
  ['garbage', /^.{1,1000}$/s],
])(
  'OPC UA: a server that sends %s',
  async (attack, bound) => {
    const hostile = await openHostile(attack)
    const send = () => opcUaFault(hostile)
    // It is tried again.
    await demandRefused({ what: `OPC UA: ${attack}`, bound, send, inputs: hostile.connections })
  },
  120_000,
)

test.each([
  ['types of 40 MB', () => workbooks.contentTypesOf(40), /\b4 MB/],
  ['types of 280 MB', () => workbooks.contentTypesOf(280), /\b4 MB/],
  ['shared strings of 39 MB', () => workbooks.sharedStringsOf(39), /1,000,000 elements/],
  ['shared strings of 280 MB by another name', () => workbooks.renamedStringsOf(280), /\b40 MB/],
  ['a second directory by ZIP64', () => workbooks.zip64Of(80), /ZIP64/],
  ['one row of 280 MB', () => workbooks.oneRowOf(280), /256 columns/],
  ['900 names for one entry', () => workbooks.overlapping(900), /contradicts itself/],
  ['5,000 entries', () => workbooks.manyEntries(5_000), /1,000 entries/],
] as const)(
  'a workbook with %s',
  async (what, make, bound) => {
    const content = make()
    const send = () => importFile(server, 'bomb.xlsx', content)
    await demandRefused({ what: `XLSX: ${what}, ${content.length} bytes`, bound, send })
  },
  240_000,
)

// The codes of lines, whose sentences name their bounds.
test.each([
  ['2.5 million names', 'a.ndjson', () => textFiles.manyNames(400, 6_200), /nested/],
  ['values 30,000 deep', 'a.ndjson', () => textFiles.deepLines(20, 30_000), /nested/],
  ['first cells over two lines', 'a.csv', () => textFiles.twoLineCells(30), /256 columns/],
  ['5,000 columns', 'a.csv', () => textFiles.manyColumns(5_000), /256 columns/],
  ['a line of 20 MB', 'a.csv', () => textFiles.oneLine(20), /tooLong/],
] as const)(
  'a file of text with %s',
  async (what, name, make, bound) => {
    const content = make()
    const send = () => importFile(server, name, content)
    // A large file comes in several calls.
    const inputs = () => Math.ceil(content.length / recordFileLimits.pieceBytes)
    await demandRefused({ what: `${name}: ${what}`, bound, send, inputs })
  },
  240_000,
)

const filled = (head: string, line: (index: number) => string) => {
  const lines = [head]
  for (let index = 0, bytes = 0; bytes < 880_000; index += 1) {
    const text = line(index)
    lines.push(text)
    bytes += text.length + 1
  }
  return lines.join('\n')
}
const planLine = (index: number) => `L${index},x,x,x,x,x`
test.each([
  ['a plan', 'wrong lines', importPlan.path, filled('Line,ValidFrom,Kind', planLine)],
  ['a plan', 'one cell', importPlan.path, `Kind\n"${'x'.repeat(880_000)}`],
  ['products', 'lines', importRecipes.path, filled('Product', (index) => `p${index}`)],
  ['products', 'columns', importRecipes.path, `${'x,'.repeat(440_000)}\n`],
  [
    'machines',
    'lines',
    importMachines.path,
    filled('client,type,serial', (index) => `a,b,${index}`),
  ],
  ['machines', 'cells', importMachines.path, `client,type,serial\n${','.repeat(880_000)}`],
])('an import of %s: 900 kB of %s', async (what, form, path, csv) => {
  const token = await server.tokenOf('admin')
  const send = async () => {
    const body = { csv, dryRun: true }
    const answer = await server.ask(path.replace(':clientId', '1'), { token, body })
    return wordsOf(`${answer.status} ${await answer.text()}`)
  }
  await demandRefused({ what: `import of ${what}: ${form}`, bound: /: .*\d/, send })
})

test.each([
  ['of 30,000 × 30,000 pixels', hugePicture, /4,096/],
  ['that is also a page', pictureAndPage, /PNG, JPEG or WebP/],
] as const)('a picture %s', async (what, make, bound) => {
  const form = new FormData()
  form.set('label', 'Bomb')
  form.set('file', new Blob([new Uint8Array(make())], { type: 'image/png' }), 'a.png')
  const headers = { 'x-access-token': await server.tokenOf('admin') }
  const send = async () => {
    const request = { method: 'POST', headers, body: form }
    const answer = await fetch(server.url + machineTypes.path, request)
    return wordsOf(`${answer.status} ${await answer.text()}`)
  }
  await demandRefused({ what: `picture ${what}`, bound, send })
})

test('an edge recorder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packboard-bombs-edge-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const localToken = 'a-secret-of-sixteen'
  const edge = await startEdgeProcess({
    ...{ ...smallHeap, EDGE_DIR: folder, EDGE_LOCAL_TOKEN: localToken },
    ...{ EDGE_SERVER_URL: server.url, EDGE_TOKEN: 'FW-101:packboard' },
  })
  closers.push(() => edge.end('SIGKILL'))
  const isAlive = () => edge.child.exitCode === null && edge.child.signalCode === null
  const thread = mainThread(edge.child.pid ?? 0, isAlive)
  for (const bomb of bodies(['FW-101'])) {
    const send = async () => {
      const answer = await fetch(edge.url + ingestRecords.path, {
        method: ingestRecords.method,
        headers: { 'x-access-token': `plc:${localToken}`, 'content-type': 'application/json' },
        body: new Uint8Array(asList(bomb)),
      })
      return wordsOf(`${answer.status} ${await answer.text()}`)
    }
    await demandRefused({ what: `edge: ${bomb.what}`, bound: bomb.bound, send, thread })
    expect(isAlive(), edge.lines().slice(-5).join('\n')).toBe(true)
  }
}, 240_000)

test('calls that one process passes on to another', async () => {
  const database = await openTestDatabase('demo')
  const clickHouse = openTestClickHouse()
  if (!database || !clickHouse) throw new Error('This test needs the shared engines.')
  closers.push(() => Promise.all([database.drop(), clickHouse.drop()]))
  const folder = mkdtempSync(join(tmpdir(), 'packboard-bombs-ledger-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const ledger = await serve({
    ...{ ROLE: 'ledger', CELLS: '1', PACKBOARD_DATA: folder, DATABASE_URL: database.url },
    ...{ CLICKHOUSE_URL: clickHouse.url, CLICKHOUSE_DATABASE: clickHouse.database },
  })
  closers.push(() => ledger.kill())
  const management = await openManagement({ dataDir: '/nowhere', url: database.url })
  const secret = await clusterSecret(management)
  const rows = await runSql<{ id: number }>(
    management,
    "select id from machine where serial_no = 'FW-101'",
  )
  await management.close()
  const ids = rows.map(({ id }) => id)
  const carry = async (body: Buffer) => {
    const answer = await fetch(`${ledger.url}/internal/readings`, {
      ...{ method: 'POST', body: new Uint8Array(body) },
      headers: {
        ...{ [peerHeader]: secret, [cellHeader]: '0' },
        'content-type': 'application/octet-stream',
      },
    })
    return `${answer.status} ${(await answer.text()).replaceAll(/[^ -~]+/g, ' ')}`
  }
  const { thread } = ledger
  const largest = largestCarried(ids, 'FW-101')
  const taken = await measure(thread, 'carried: 10,000 records of 8 MB', () => carry(largest))
  expect(taken.answer).toMatch(/^200 .*accepted/)
  const mostMs = Math.max(largestMs, taken.ms)
  for (const { what, body, bound } of carriedBombs(ids, 'FW-101')) {
    const send = () => carry(body)
    await demandRefused({ what: `carried: ${what}`, bound, send, thread, mostMs })
    expect(ledger.isAlive(), ledger.lastWords()).toBe(true)
  }
}, 240_000)

test('no background work took more than 20 ms at a time', async () => {
  expect(await server.figure('packboard_slices_total')).toBeGreaterThan(0)
  for (const line of await server.lines('packboard_longest_slice_seconds')) {
    process.stdout.write(`${line}\n`)
  }
  expect(await server.figure('packboard_long_slices_total')).toBe(0)
})
