// @slow

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDevice, ingestRecords, installations, session } from '@packboard/contract'
import { openManagement } from '@packboard/management'
import { openTestDatabase, runSql } from '@packboard/management/testing'
import { atDepth } from '@packboard/model/testing'
import { childEnvironment, serverProgram } from '@packboard/server/testing/processes'
import { openTcpProxy, type TcpProxy } from '@packboard/server/testing/tcpProxy'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type EdgeProcess, startEdgeProcess } from '../testing/edgeProcess.ts'

/** A sender, an edge recorder and a central server, each a process of its own; the line between the two is ours. */
const readyMessage = z.object({ type: z.literal('ready'), url: z.url() })
const kills = atDepth({ deep: 20, daily: 3 })

const closers: (() => unknown)[] = []
let line: TcpProxy
let server: ChildProcess
let env: Record<string, string>
let token: string
let machineIds: ReadonlyMap<string, number>

beforeAll(async () => {
  const database = await openTestDatabase('demo')
  const clickHouse = openTestClickHouse()
  if (!database || !clickHouse) throw new Error('This test needs the shared engines.')
  closers.push(() => Promise.all([database.drop(), clickHouse.drop()]))
  const management = await openManagement({ dataDir: '/nowhere', url: database.url })
  const ids = await runSql<{ id: number; serial_no: string }>(
    management,
    'select id, serial_no from machine',
  )
  machineIds = new Map(ids.map((row) => [row.serial_no, row.id]))
  await management.close()
  const dataDir = newFolder()
  env = {
    PORT: '0',
    MQTT_PORT: '0',
    PACKBOARD_DATA: dataDir,
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: clickHouse.url,
    CLICKHOUSE_DATABASE: clickHouse.database,
  }
  line = await openTcpProxy()
  closers.push(() => line.close())
  await startCentral()
  closers.push(() => stopCentral())
  const { accessToken } = session.parse(
    await post('/api/auth/packboard-signin', { username: 'admin', password: 'packboard' }),
  )
  admin = accessToken
  const device = await post(
    addDevice.path,
    { clientId: 1, name: 'gateway', machines: 'all' },
    accessToken,
  )
  token = `gateway:${addDevice.answer.parse(device).token}`
}, 120_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
}, 60_000)

let admin = ''
let central = ''

async function startCentral() {
  server = fork(serverProgram, ['--demo'], {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  central = readyMessage.parse((await once(server, 'message'))[0]).url
  line.targets = [Number(new URL(central).port)]
}

/** As a person stops it; the line leads nowhere then. */
async function stopCentral() {
  line.targets = []
  line.disconnect()
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function post(path: string, body: unknown, accessToken = '') {
  const answer = await fetch(central + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': accessToken },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json()
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'packboard-edge-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const startEdge = async (dir: string, more: Record<string, string> = {}) => {
  const edge = await startEdgeProcess({
    EDGE_SERVER_URL: `http://127.0.0.1:${line.port}`,
    EDGE_TOKEN: token,
    EDGE_LOCAL_TOKEN: 'a-secret-of-sixteen',
    EDGE_NAME: 'Hall 1',
    EDGE_DIR: dir,
    ...more,
  })
  closers.push(() => edge.end('SIGKILL'))
  return edge
}

/** In the past, so that no clock is ahead; each test has hours of its own. */
const begin = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 40 * 3_600_000
const sample = (serialNo: string, at: number, packs: number) => ({
  ...{ kind: 'sample', serialNo, time: at, state: 10, speed: 60, packs },
})

/** What is durable in the recorder, by its own answer; undefined where there was none. */
async function send(edge: EdgeProcess, records: readonly unknown[]) {
  const answer = await fetch(edge.url + ingestRecords.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': 'plc:a-secret-of-sixteen' },
    body: JSON.stringify(records),
  }).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  const body = await answer.json().catch(() => undefined)
  return body === undefined ? undefined : ingestRecords.answer.parse(body)
}

/** The moments of a machine's samples in the store of the central server, and how many rows they have. */
async function stored(serialNo: string): Promise<{ rows: number; moments: number[] }> {
  const { username, password, origin } = new URL(env.CLICKHOUSE_URL ?? '')
  const query = `select toUnixTimestamp64Milli(at) as at from ${env.CLICKHOUSE_DATABASE}.sample where machine_id = ${machineIds.get(serialNo)} and not alive order by at format JSONCompactColumns`
  const answer = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body: query,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  const [at = []] = z.array(z.array(z.coerce.number())).parse(JSON.parse(text))
  return { rows: at.length, moments: [...new Set(at)] }
}

const long = { timeout: 60_000 }

test('the server is stopped: everything that is sent meanwhile arrives when it is back, nothing twice', async () => {
  const edge = await startEdge(newFolder())
  const at = (second: number) => begin + second * 1_000
  const before = Array.from({ length: 100 }, (_, n) => sample('FW-101', at(n), n))
  expect(await send(edge, before)).toMatchObject({ accepted: 100, quarantined: 0 })
  await expect.poll(async () => (await edge.status()).counts.accepted, long).toBe(100)

  await stopCentral()
  const during = Array.from({ length: 3_000 }, (_, n) => sample('FW-101', at(100 + n), 100 + n))
  expect(await send(edge, during)).toMatchObject({ accepted: 3_000 })
  // The last ones of before again: a sender that did not get its answer.
  await send(edge, before.slice(90))
  // A machine that only the central server knows not to exist, and a record that cannot be one.
  await send(edge, [sample('NO-SUCH', at(1), 1)])
  expect(
    await send(edge, [{ kind: 'sample', serialNo: 'FW-101', time: at(2), speed: -1 }]),
  ).toMatchObject({
    accepted: 0,
    quarantined: 1,
    errors: [{ index: 0, serialNo: 'FW-101', reason: 'implausible' }],
  })
  const machine = await mqtt.connectAsync(`mqtt://127.0.0.1:${edge.mqttPort}`, {
    ...{ username: 'plc', password: 'a-secret-of-sixteen', reconnectPeriod: 0 },
  })
  for (let n = 0; n < 50; n += 1) {
    const payload = JSON.stringify({ time: at(5_000 + n), state: 10, packs: n })
    await machine.publishAsync('packboard/FW-102/sample', payload, { qos: 1 })
  }
  await machine.endAsync()

  const total = 100 + 3_000 + 10 + 1 + 1 + 50
  await expect.poll(async () => (await edge.status()).connection.state, long).toBe('unreachable')
  expect(await edge.status()).toMatchObject({
    queue: { records: total - 100, isFull: false },
    counts: { received: total, accepted: 100, duplicate: 0, quarantined: 0 },
  })
  // The overview works while the line is cut.
  const page = await (await fetch(edge.url, { headers: { 'accept-language': 'de-DE' } })).text()
  for (const part of ['FW-101', 'FW-102', 'Execute', 'Nicht erreicht', 'Hall 1']) {
    expect(page).toContain(part)
  }

  await startCentral()
  await expect.poll(async () => (await edge.status()).queue.records, long).toBe(0)
  expect((await edge.status()).counts).toEqual({
    received: total,
    accepted: 3_150,
    duplicate: 10,
    quarantined: 2,
  })
  const one = await stored('FW-101')
  expect(one).toEqual({ rows: 3_100, moments: [...before, ...during].map(({ time }) => time) })
  expect((await stored('FW-102')).rows).toBe(50)

  // It is on the page of its own client, and on no other.
  const shown = async (clientId: number) => {
    const answer = await fetch(
      central + installations.path.replace(':clientId', String(clientId)),
      { headers: { 'x-access-token': admin } },
    )
    return installations.answer.parse(await answer.json()).installations
  }
  await expect.poll(async () => (await shown(1)).map(({ name }) => name), long).toEqual(['Hall 1'])
  expect((await shown(1))[0]).toMatchObject({
    device: 'gateway',
    address: '127.0.0.1',
    isFull: false,
  })
  expect(await shown(2)).toEqual([])
  await edge.end('SIGTERM')
}, 180_000)

test(`the recorder is killed ${kills} times while a machine sends: nothing that it acknowledged is missing, nothing is there twice`, async () => {
  const dir = newFolder()
  const acknowledged: number[] = []
  let edge = await startEdge(dir)
  let next = 0
  let isEnding = false
  const from = begin + 10 * 3_600_000
  const sending = (async () => {
    for (;;) {
      const records = Array.from({ length: 20 }, (_, n) =>
        sample('FW-201', from + (next + n) * 1_000, next + n),
      )
      const answer = await send(edge, records)
      if (!answer) {
        // As a machine does: it sends again what was not acknowledged.
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      acknowledged.push(...records.map(({ time }) => time))
      next += 20
      // Not before an answer: what was in flight at the last kill may be durable, and has to be sent again like any other.
      if (isEnding) return
    }
  })()
  for (let kill = 0; kill < kills; kill += 1) {
    const reached = acknowledged.length + 200
    await expect.poll(() => acknowledged.length, long).toBeGreaterThan(reached)
    await edge.end('SIGKILL')
    edge = await startEdge(dir)
  }
  isEnding = true
  await sending
  await expect.poll(async () => (await edge.status()).queue.records, long).toBe(0)
  const { rows, moments } = await stored('FW-201')
  expect(moments).toEqual(acknowledged)
  expect(rows).toBe(moments.length)
  // Its sums outlived the kills, too.
  const { received, accepted, duplicate, quarantined } = (await edge.status()).counts
  expect(received).toBe(accepted + duplicate + quarantined)
  await edge.end('SIGTERM')
}, 300_000)
