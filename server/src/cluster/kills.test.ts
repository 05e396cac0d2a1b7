// @slow

import { setTimeout as sleep } from 'node:timers/promises'
import { ingestCounts, machineNow, machinesData, session } from '@packboard/contract'
import { seedDemo } from '@packboard/demo'
import { startTestClickHouse, startTestDatabases } from '@packboard/engines/testing'
import { ensureCells, openManagement } from '@packboard/management'
import { createTestDatabase, runSql, type TestDatabase } from '@packboard/management/testing'
import { atDepth, testDepth, testSeed } from '@packboard/model/testing'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ClusterProcesses, startCluster } from '../../testing/clusterProcesses.ts'
import { factory } from '../../testing/factory.ts'
import { liveReader } from '../../testing/liveReader.ts'
import { type Mosquitto, startMosquitto } from '../../testing/mosquitto.ts'

/**
 * Two ClickHouse servers, two cells, a PostgreSQL, a broker of the plant where mosquitto is installed, and eight processes behind a proxy: three that may hold a cell, three for machines, two for
 * people. Any of them is killed at any time while machines send, but for the broker, which is ended in order: what it acknowledged and did not write is not ours. The order is that of the
 * seed.
 */
const kills = atDepth({ deep: 20, daily: 2 })
const databaseName = 'packboard_kills'
const roles = { ledger: 3, api: 2, ingest: 3 } as const

/** Machines of client 1, in cell 0, and of client 2, in cell 1; the last of each sends by MQTT. */
const machines = [
  { serialNo: 'FW-101', clientId: 1 },
  { serialNo: 'FW-102', clientId: 1 },
  { serialNo: 'FW-511', clientId: 2 },
  { serialNo: 'FW-512', clientId: 2 },
] as const
/** They publish to a broker of the plant's own, under the topics that need no setting; only where it is installed. */
const atPlantBroker = [
  { serialNo: 'FW-201', clientId: 1 },
  { serialNo: 'FW-521', clientId: 2 },
] as const
const byMqtt = new Set(['FW-102', 'FW-512'])

/** Every screen shows the same so soon after all of them are there again. */
const boardsAgreeMs = 2_000

const closers: (() => Promise<unknown>)[] = []
let cluster: ClusterProcesses
let shards: Awaited<ReturnType<typeof startTestClickHouse>>[]
let databases: Awaited<ReturnType<typeof startTestDatabases>>
let database: TestDatabase
let mosquitto: Mosquitto | undefined
let machineIds: ReadonlyMap<string, number>

beforeAll(async () => {
  // Its own: it is killed.
  databases = await startTestDatabases()
  closers.push(() => databases.stop())
  database = await createTestDatabase(databases.url, 'packboard_kills')
  const engines = await Promise.all([1, 2].map(() => startTestClickHouse(databaseName)))
  for (const engine of engines) closers.push(() => engine.stop())
  shards = engines
  const management = await openManagement({ dataDir: '/nowhere', url: database.url })
  await seedDemo(management)
  await ensureCells(management, 2, 2)
  await runSql(management, 'update client set cell_id = 1 where id % 2 = 0')
  const ids = await runSql<{ id: number; serial_no: string }>(
    management,
    'select id, serial_no from machine',
  )
  machineIds = new Map(ids.map((row) => [row.serial_no, row.id]))
  await management.close()
  mosquitto = await startMosquitto()
  if (mosquitto) closers.push(mosquitto.close)
  const env = {
    CELLS: '2',
    ...(mosquitto && { MQTT_URL: mosquitto.url }),
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: shards.map(({ url }) => url).join(' '),
    CLICKHOUSE_DATABASE: databaseName,
  }
  cluster = await startCluster(env, roles)
  closers.push(() => cluster.close())
}, 120_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
}, 60_000)

test('whatever is killed, nothing that was acknowledged is missing, nothing is there twice, and all screens agree', async () => {
  let ending = false
  /** What is acknowledged of each machine. */
  const senders = [...machines, ...(mosquitto ? atPlantBroker : [])]
  const acknowledged = new Map<string, number>(senders.map(({ serialNo }) => [serialNo, 0]))
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
  /** Of each machine, a sample for each second. */
  const record = (serialNo: string, second: number) =>
    factory
      .at(new Date(begin + second * 1_000).toISOString())
      .sample(serialNo, { state: second % 50 < 40 ? 'Execute' : 'Holding', packs: 1_000 + second })

  async function sendByHttp(serialNo: string): Promise<number> {
    let sent = 0
    while (!ending) {
      const records = Array.from({ length: 5 }, (_, one) => record(serialNo, sent + one))
      const answer = await fetch(`http://127.0.0.1:${cluster.ports.http}/api/ingest/records`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-access-token': `${serialNo}:packboard`,
          connection: 'close',
        },
        body: JSON.stringify(records),
      }).catch(() => undefined)
      const counts = ingestCounts.safeParse(await answer?.json().catch(() => undefined))
      // A repeat of what was stored without an answer is a duplicate.
      if (answer?.status === 200 && counts.success) sent += records.length
      acknowledged.set(serialNo, sent)
      await sleep(answer?.status === 200 ? 20 : 200)
    }
    return sent
  }

  async function sendByMqtt(serialNo: string): Promise<number> {
    const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${cluster.ports.mqtt}`, {
      username: serialNo,
      password: 'packboard',
      clientId: serialNo,
      protocolVersion: 4,
      reconnectPeriod: 200,
    })
    device.on('error', () => undefined)
    let sent = 0
    while (!ending) {
      // The library publishes again what was not acknowledged when it is connected again.
      await device.publishAsync(
        `packboard/${serialNo}/sample`,
        JSON.stringify(record(serialNo, sent)),
        { qos: 1 },
      )
      sent += 1
      acknowledged.set(serialNo, sent)
    }
    await device.endAsync()
    return sent
  }

  async function publish(url: string, { serialNo, clientId }: (typeof atPlantBroker)[number]) {
    const publisher = await mqtt.connectAsync(url)
    const say = (what: object) =>
      publisher.publishAsync(`packboard/${serialNo}/sample`, JSON.stringify(what), { qos: 1 })
    // From the first one that arrives the topics are subscribed to. The engine may just have been killed.
    const hasArrived = () =>
      storedOf(serialNo, clientId, -1).then(
        ({ rows }) => rows > 0,
        () => false,
      )
    while (!(await hasArrived())) {
      await say(record(serialNo, -1))
      await sleep(200)
    }
    let sent = 0
    while (!ending) {
      await say(record(serialNo, sent))
      sent += 1
      acknowledged.set(serialNo, sent)
      await sleep(50)
    }
    await publisher.endAsync()
    return { serialNo, clientId, sent }
  }

  const sending = machines.map(async ({ serialNo }) => ({
    serialNo,
    sent: await (byMqtt.has(serialNo) ? sendByMqtt(serialNo) : sendByHttp(serialNo)),
  }))

  const publishing = mosquitto ? atPlantBroker.map((one) => publish(mosquitto?.url ?? '', one)) : []

  const victims = [
    ...Array.from({ length: cluster.size }, (_, number) => () => void cluster.kill(number)),
    () => endAtOnce(databases),
    ...shards.map((shard) => () => endShard(shard)),
    // PostgreSQL itself may just have been killed.
    () => database.endLeases().catch(() => undefined),
    ...(mosquitto ? [() => mosquitto?.restart()] : []),
  ]
  // The first process holds a cell: in the daily run, too, one such ends. In the deep one each of the engines does.
  const first = testDepth === 'deep' ? [0, ...[...victims.keys()].slice(cluster.size)] : [0]
  let random = testSeed
  for (let one = 0; one < kills; one += 1) {
    random = (random * 48_271) % 2_147_483_647
    await sleep(500 + (random % 3_000))
    await victims[first[one] ?? random % victims.length]?.()
  }
  if (testDepth === 'deep') {
    // Longer than the one that waits does: the cell is taken over, and the process that wakes up ends.
    for (const ledger of [0, 1, 2]) await cluster.pause(ledger, 9_000)
  }
  // However slow the machine is: everyone comes through again after the last of it.
  const before = new Map(acknowledged)
  const since = ([serialNo, sent]: [string, number]) => sent - (before.get(serialNo) ?? 0)
  await expect
    .poll(() => Math.min(...[...acknowledged].map(since)), {
      timeout: 90_000,
    })
    .toBeGreaterThan(20)
  ending = true
  const sent = new Map((await Promise.all(sending)).map((one) => [one.serialNo, one.sent]))

  for (const { serialNo, clientId } of machines) {
    const count = sent.get(serialNo) ?? 0
    expect(count).toBeGreaterThan(20)
    // What was sent last may have been stored without an acknowledgement, never less than what was acknowledged.
    const stored = await storedOf(serialNo, clientId)
    expect({ serialNo, ...inAll(stored, count) }).toEqual({ serialNo, missing: [], twice: 0 })
    expect(stored.rows).toBeLessThanOrEqual(count + 5)
  }

  for (const { serialNo, clientId, sent: published } of await Promise.all(publishing)) {
    expect(published).toBeGreaterThan(20)
    // The broker gives them out at least once, again after each takeover; stored they are once.
    const found = async () => inAll(await storedOf(serialNo, clientId), published)
    await expect
      .poll(async () => ({ serialNo, ...(await found()) }))
      .toEqual({ serialNo, missing: [], twice: 0 })
  }

  const apis = await Promise.all(
    cluster.urlsOf('api').map(async (url) => ({ url, token: await signIn(url) })),
  )
  expect(apis).toHaveLength(roles.api)
  for (const clientId of [1, 2]) {
    const boards = () => Promise.all(apis.map((api) => boardOf(api, clientId, begin)))
    await expect
      .poll(async () => new Set((await boards()).map((board) => JSON.stringify(board))).size, {
        timeout: boardsAgreeMs,
      })
      .toBe(1)
    expect((await boards())[0]?.length).toBeGreaterThan(0)
  }

  // A change of state is on every live screen.
  const streams = await Promise.all(apis.map(({ url, token }) => liveReader({ url }, token, 1)))
  const answer = await fetch(`http://127.0.0.1:${cluster.ports.http}/api/ingest/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': 'FW-101:packboard' },
    body: JSON.stringify([
      factory.at(new Date().toISOString()).sample('FW-101', { state: 'Aborted' }),
    ]),
  })
  expect(answer.status).toBe(200)
  for (const { events } of streams) {
    await expect
      .poll(() => events.some(({ data }) => stateOf(data, 'FW-101') === aborted))
      .toBe(true)
  }
  for (const stream of streams) stream.close()
}, 600_000)

/** As when the kernel takes its memory: no chance to write anything. Its supervisor starts it again. */
function endAtOnce(engine: { pid(): number | undefined }) {
  const pid = engine.pid()
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

/** One that does not answer yet is left alone: killed while it starts, it would come back at another address. */
async function endShard(shard: (typeof shards)[number]) {
  const { origin } = new URL(shard.url)
  const answer = await fetch(`${origin}/ping`).catch(() => undefined)
  if (answer?.ok) endAtOnce(shard)
}

const aborted = 3

function stateOf(data: string, serialNo: string): number | undefined {
  const read = machineNow.safeParse(JSON.parse(data))
  return read.success && read.data.machineId === serialNo ? read.data.Recipe : undefined
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'packboard' }),
  })
  return session.parse(await answer.json()).accessToken
}

type Api = { readonly url: string; readonly token: string }

const totals = z.object({ dataArray: z.array(z.unknown()) })

async function boardOf({ url, token }: Api, clientId: number, begin: number): Promise<unknown[]> {
  const answer = await fetch(`${url}${machinesData.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': token },
    body: JSON.stringify({
      clientId,
      start_date: new Date(begin).toISOString(),
      end_date: new Date(begin + 3_600_000).toISOString(),
      initialReq: 'yes',
      machinesIdArray: machines
        .filter((one) => one.clientId === clientId)
        .map((one) => one.serialNo),
    }),
  })
  expect(answer.status).toBe(200)
  return totals.parse(await answer.json()).dataArray
}

const storedRows = z.object({ rows: z.number(), seconds: z.array(z.number()) })
type Stored = { readonly rows: number; readonly seconds: readonly number[] }

/** Which of the first seconds are not there, and how many rows are there for one that is. */
function inAll({ rows, seconds }: Stored, count: number) {
  const there = new Set(seconds)
  const missing = Array.from({ length: count }, (_, second) => second).filter(
    (second) => !there.has(second),
  )
  return { missing, twice: rows - there.size }
}

/** What lies in the store of the cell, as it was written: how many rows, and of which seconds. */
async function storedOf(serialNo: string, clientId: number, from = 0): Promise<Stored> {
  const cell = clientId % 2 === 0 ? 1 : 0
  const { origin, username, password } = new URL(shards[cell]?.url ?? '')
  const database = cell === 0 ? databaseName : `${databaseName}_1`
  const answer = await fetch(
    `${origin}/?param_clientId=${clientId}&param_machineId=${machineIds.get(serialNo)}`,
    {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
      body: `
        SELECT toUInt32(count()) AS rows, groupUniqArray(toInt32(pack_counter) - 1000) AS seconds
        FROM ${database}.sample
        WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32} AND pack_counter >= ${1_000 + from}
        FORMAT JSONEachRow`,
    },
  )
  return storedRows.parse(JSON.parse(await answer.text()))
}
