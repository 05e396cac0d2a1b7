import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import {
  addMachine,
  addRecordFile,
  addRecordFilePiece,
  cancelRecordFile,
  daySummary,
  eraseName,
  ingestRecords,
  lookAtRecordFile,
  machineToken,
  machineTypes,
  speedPerMinute,
} from '@packboard/contract'
import { wideRecord } from '@packboard/server/testing/bombs/jsonBombs'
import { sparkplugBombs } from '@packboard/server/testing/bombs/sparkplugBombs'
import { manyNames } from '@packboard/server/testing/bombs/textFiles'
import {
  contentTypesOf,
  oneRowOf,
  renamedStringsOf,
  sharedStringsOf,
  zip64Of,
} from '@packboard/server/testing/bombs/workbooks'
import mqtt from 'mqtt'
import { connectMachine, ingest, numberOfMachine } from './packboardCalls.ts'

/** What a flood runs against; `accounts` are tokens of people of the flooding client, the second one of its engineer. */
export type FloodTarget = {
  /** Another one after a restart. */
  url: string
  mqttPort: number
  readonly accounts: readonly string[]
}
type Flood = (target: FloodTarget, running: AbortSignal) => Promise<void>

/** How often each answer came, so that a flood which nothing lets in is seen. */
export const outcomes = new Map<string, number>()

/** So many loops side by side until the end; failures are what a flood expects. */
async function many(
  loops: number,
  running: AbortSignal,
  once: (signal: AbortSignal) => Promise<unknown>,
) {
  const loop = async () => {
    while (!running.aborted) {
      await once(running).then(
        () => count('done'),
        (error: unknown) => count(String(error).slice(0, 60)),
      )
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
}

function count(outcome: string) {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

/** Input that is small and much to build, of the first client. Each is sent a few times and then no more. */

const clientId = '1'
/** Set to be the one device of this edge node, so that the node may speak. */
export const edgeNodeOf = {
  serialNo: 'FW-302',
  group: 'Fairness',
  node: 'Node',
  device: 'D1',
} as const
const births = 700
/** Texts of a wrong record, of which some are as long as a call may be and the others as long as a record. */
const longRecords = 10
const textsOfLong = 150_000
const shortRecords = 300
const textsOfShort = 60

async function call(
  { url, accounts: [, token = ''] }: FloodTarget,
  signal: AbortSignal,
  { method, path }: { readonly method: string; readonly path: string },
  fileId: number | undefined,
  body?: Buffer | object,
): Promise<unknown> {
  const isBytes = Buffer.isBuffer(body)
  const target = path.replace(':clientId', clientId).replace(':fileId', String(fileId))
  const answer = await fetch(url + target, {
    ...{ method, signal },
    headers: {
      'x-access-token': token,
      ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 40)}`)
  return JSON.parse(text)
}

/** Uploads a file, and leaves nothing open for the next one. */
async function withFile(
  target: FloodTarget,
  running: AbortSignal,
  { name, content }: { readonly name: string; readonly content: Buffer },
  uploaded: (id: number) => Promise<unknown>,
) {
  const { id, pieceBytes } = addRecordFile.answer.parse(
    await call(target, running, addRecordFile, undefined, { name, bytes: content.length }),
  )
  try {
    for (let offset = 0; offset < content.length; offset += pieceBytes) {
      const piece = {
        ...addRecordFilePiece,
        path: `${addRecordFilePiece.path}?offset=${offset}`,
      }
      await call(target, running, piece, id, content.subarray(offset, offset + pieceBytes))
    }
    await uploaded(id)
  } finally {
    await call(target, AbortSignal.timeout(60_000), cancelRecordFile, id).catch(() => undefined)
  }
}

const workbook =
  (make: () => Buffer): Flood =>
  async (target, running) => {
    const file = { name: 'bomb.xlsx', content: make() }
    await many(1, running, () => withFile(target, running, file, async () => undefined))
  }

const looks: Flood = async (target, running) => {
  const file = { name: 'names.ndjson', content: manyNames(400, 6_200) }
  const uploaded = (id: number) =>
    many(4, running, () => call(target, running, lookAtRecordFile, id, {}))
  await many(1, running, () => withFile(target, running, file, uploaded))
}

async function sendPacked(
  { url }: FloodTarget,
  signal: AbortSignal,
  serialNo: string,
  text: string,
) {
  const answer = await fetch(url + ingestRecords.path, {
    ...{ method: ingestRecords.method, signal },
    headers: {
      'x-access-token': `${serialNo}:packboard`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: new Uint8Array(gzipSync(text)),
  })
  await answer.text()
  if (!answer.ok) throw new Error(String(answer.status))
}

const wideRecords: Flood = async (target, running) => {
  const text = `[${wideRecord('FW-102', 300_000)}]`
  await many(1, running, () => sendPacked(target, running, 'FW-102', text))
}

const bornStrangers: Flood = async ({ mqttPort }, running) => {
  const { serialNo, group, node } = edgeNodeOf
  const bombs = sparkplugBombs(group, node)
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    ...{ username: serialNo, password: 'packboard', clientId: 'births', reconnectPeriod: 0 },
  })
  client.on('error', () => undefined)
  const bear = async ({ topic, payload }: { topic: string; payload: Buffer }) =>
    client.publishAsync(topic, payload, { qos: 1 })
  await bear(bombs.node())
  let sent = 0
  // Side by side: each is acknowledged when it is durable.
  const all = many(16, running, async () => {
    if (sent >= births) return pause(100)
    sent += 1
    await bear(bombs.device(`x${sent}`, 5_000))
  })
  const ended = new Promise((resolve) => running.addEventListener('abort', resolve))
  await Promise.race([all, ended])
  client.end(true)
}

/** Of records that are kept for a person to look at, all texts may hold the name that is erased. */
const erasure: Flood = async (target, running) => {
  const wrong = (texts: number, record: number) => {
    const notes = Array.from({ length: texts }, (_, index) => `"n${index}":"t${record}-${index}"`)
    return `{"kind":"sample","serialNo":"FW-202","time":1,"speed":-1,${notes.join()}}`
  }
  const short = Array.from({ length: shortRecords }, (_, record) => wrong(textsOfShort, record))
  const long = Array.from({ length: longRecords }, (_, record) => wrong(textsOfLong, record))
  const [, , admin = ''] = target.accounts
  const asAdmin = { ...target, accounts: [admin, admin] }
  const name = { name: `Nobody ${Date.now()}` }
  const steps = [
    ...[short.join(), ...long].map(
      (records) => () => sendPacked(target, running, 'FW-202', `[${records}]`),
    ),
    () => call(asAdmin, running, eraseName, undefined, name),
  ]
  await many(1, running, async () => (steps.shift() ?? (() => pause(1_000)))())
}

export const erasureFlood = 'N10 one name erased'

const structureFloods: Readonly<Record<string, Flood>> = {
  'N1 workbook, types of 40 MB': workbook(() => contentTypesOf(40)),
  'N1 workbook, strings of 39 MB': workbook(() => sharedStringsOf(39)),
  'N1 workbook, strings of 280 MB': workbook(() => renamedStringsOf(280)),
  'N1 workbook, one row of 280 MB': workbook(() => oneRowOf(280)),
  'N1 workbook, ZIP64': workbook(() => zip64Of(80)),
  'N3 births of 5,000 aliases': bornStrangers,
  'N4 looks at 2.5 million names': looks,
  'N5 records of 300,000 fields': wideRecords,
  [erasureFlood]: erasure,
  'N1 workbook, types of 280 MB': workbook(() => contentTypesOf(280)),
}

const machines = 5
const recordsOfEach = 370
const holdSeconds = 86_400

async function post(url: string, token: string, path: string, body: object) {
  const answer = await fetch(url + path, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function send(url: string, admin: string, round: number) {
  const listed = await fetch(url + machineTypes.path, { headers: { 'x-access-token': admin } })
  const [type] = machineTypes.answer.parse(await listed.json()).machines
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - (recordsOfEach - 2) * dayMs
  for (let number = 1; number <= machines; number += 1) {
    const serialNo = `HOLD-${round}-${number}`
    await post(url, admin, addMachine.path, {
      ...{ clientId: 1, machineTypeId: type?.id, machineId: serialNo },
    })
    await connectMachine(url, admin, serialNo, { door: 'http', holdSeconds })
    const id = await numberOfMachine(url, admin, serialNo)
    const made = await post(url, admin, machineToken.path.replace(':id', String(id)), {})
    const { name, token } = machineToken.answer.parse(made)
    const records = Array.from({ length: recordsOfEach }, (_, day) => ({
      ...{ kind: 'sample', serialNo, time: begin + day * dayMs, state: day % 2 ? 10 : 8 },
    }))
    await post(url, `${name}:${token}`, ingestRecords.path, records)
  }
}

/** Few records, each of which holds for a day: 2.6 million minutes to compute, at a year's distance. */
export const heldDays = { name: 'D-2 a hold limit of 24 h', ms: 90_000, send }

const dayMs = 86_400_000
const megabyte = 1024 * 1024

const daySummaries: Flood = ({ url, accounts: [token = ''] }, running) =>
  many(8, running, () => get(url, yearOf(daySummary.path), token, running))

const speedCharts: Flood = ({ url, accounts: [token = ''] }, running) =>
  many(8, running, () => get(url, yearOf(speedPerMinute.path), token, running))

const threeAccounts: Flood = async ({ url, accounts }, running) => {
  const each = accounts.map((token) =>
    many(8, running, async () => {
      await get(url, yearOf(daySummary.path), token, running)
      await get(url, yearOf(speedPerMinute.path), token, running)
    }),
  )
  await Promise.all(each)
}

const wrongSignIns: Flood = (target, running) =>
  many(100, running, async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
      username: 'FW-511',
      password: `guess ${Math.random()}`,
      reconnectPeriod: 0,
      connectTimeout: 3_000,
    })
    await client.endAsync(true)
  })

/** Records that cannot be accepted over HTTP, and texts that are none over MQTT, for a device that subscribes to itself. */
const quarantined: Flood = async (target, running) => {
  const raw = 'x'.repeat(1_000)
  const wrong = Array.from({ length: 1_000 }, () => ({
    ...{ kind: 'sample', serialNo: 'FW-102', time: Date.now(), speed: -1, note: raw },
  }))
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
    ...{ username: 'FW-102', password: 'packboard', clientId: 'flood', clean: false },
    reconnectPeriod: 100,
  })
  client.on('error', () => undefined)
  await client.subscribeAsync('packboard/FW-102/sample', { qos: 1 })
  const text = 'y'.repeat(150_000)
  await Promise.all([
    many(4, running, () => ingest(target.url, 'FW-102', wrong)),
    many(4, running, () =>
      Promise.race([
        client.publishAsync('packboard/FW-102/sample', text, { qos: 1 }),
        pause(2_000),
      ]),
    ),
  ])
  client.end(true)
}

/** Bodies of 8 MiB whose last byte does not come, all by one token. */
const withheldBodies: Flood = async ({ url }, running) => {
  const { port } = new URL(url)
  const body = Buffer.alloc(8 * megabyte - 1, 32)
  const head = [
    `POST ${ingestRecords.path} HTTP/1.1`,
    ...['host: packboard', 'x-access-token: FW-102:packboard', 'content-type: application/json'],
    `content-length: ${body.length + 1}`,
  ].join('\r\n')
  const sockets = Array.from({ length: 120 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(`${head}\r\n\r\n`)
    socket.write(body)
    return socket
  })
  while (!running.aborted) await pause(50)
  for (const socket of sockets) socket.destroy()
}

/** The scenarios of the attack, by the number of its finding. */
export const floods: Readonly<Record<string, Flood>> = {
  'S2a 8 day summaries of 364 days': daySummaries,
  'S2b 8 speed charts of a year': speedCharts,
  'S2c 3 accounts, 24 at once': threeAccounts,
  'S3 wrong MQTT sign-ins': wrongSignIns,
  'S5 quarantined records': quarantined,
  'S6 120 withheld bodies': withheldBodies,
  ...structureFloods,
}

function yearOf(path: string): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const query = new URLSearchParams({
    clientId: '1',
    start_date: day(Date.now() - 363 * dayMs),
    end_date: day(Date.now()),
  })
  return `${path}?${query}`
}

async function get(url: string, path: string, token: string, signal: AbortSignal) {
  const answer = await fetch(url + path, { headers: { 'x-access-token': token }, signal })
  await answer.arrayBuffer()
}
