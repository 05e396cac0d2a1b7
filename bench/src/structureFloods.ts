import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import {
  addRecordFile,
  addRecordFilePiece,
  cancelRecordFile,
  eraseName,
  ingestRecords,
  lookAtRecordFile,
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
import { type Flood, type FloodTarget, many } from './flood.ts'

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

export const structureFloods: Readonly<Record<string, Flood>> = {
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
