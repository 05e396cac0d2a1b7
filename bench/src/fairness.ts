import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  daySummary,
  ingestRecords,
  machinesData,
  session,
  speedPerMinute,
} from '@packboard/contract'
import mqtt from 'mqtt'
import { startPackboard } from '../../scripts/demo.mjs'
import { freePort } from './freePort.ts'
import { memoryOf, type ServedMemory } from './servedMemory.ts'

/** Each scenario lasts this long; the neighbour is measured all the time. */
const scenarioMs = 12_000
/** Alone, right before each flood: a busy machine is as busy in both. */
const idleMs = 6_000
const megabyte = 1024 * 1024
const dayMs = 86_400_000

type Target = { readonly url: string; readonly mqttPort: number; readonly token: string }
type Load = (target: Target, running: AbortSignal) => Promise<void>

/**
 * One tenant floods the server while another one works: what the neighbour's overview takes, alone and beside each flood,
 * the slowest `/health/live`, refusals of the neighbour, and the memory afterwards. All floods run twice: memory that is
 * higher after the second round than after the first would be a leak.
 */
export async function main([rounds = '2', only = '']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-fairness-'))
  const inspectPort = await freePort()
  const packboard = await startPackboard({
    plant: false,
    stdio: 'ignore',
    env: {
      PORT: '0',
      MQTT_PORT: '0',
      PACKBOARD_DATA: dataDir,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}`,
    },
  })
  try {
    const { url, mqttPort } = packboard
    const pid = packboard.server.pid ?? 0
    const memory = () => memoryOf(pid, inspectPort)
    const neighbour = await signIn(url, 'admin')
    const target = { url, mqttPort, token: neighbour }
    await seed(url)
    console.log(`served by process ${pid}; seeded; ${cpus().length} cores`)
    const accounts = await Promise.all(
      ['user', 'engineer', 'clientadmin'].map((name) => signIn(url, name)),
    )
    const scenarios = scenariosOf(accounts)
    await beside(target, idleMs)
    const idle = await beside(target, idleMs)
    print('nothing', idle, idle, await memory())
    for (let round = 1; round <= Number(rounds); round++) {
      for (const [name, load] of Object.entries(scenarios)) {
        if (!name.includes(only)) continue
        const idle = await beside(target, idleMs)
        const flood = new AbortController()
        const loading = load(target, flood.signal)
        const seen = await beside(target, scenarioMs)
        flood.abort()
        await loading
        print(`${round}. ${name}`, seen, idle)
        await pause(1_000)
      }
      await pause(5_000)
      const after = await beside(target, idleMs)
      print(`${round}. afterwards`, after, idle, await memory())
    }
  } finally {
    await packboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function scenariosOf([user = '', ...others]: string[]): Record<string, Load> {
  const summaries: Load = (target, running) =>
    many(8, running, (signal) => get(target.url, yearOf(daySummary.path), user, signal))
  const speeds: Load = (target, running) =>
    many(8, running, (signal) => get(target.url, yearOf(speedPerMinute.path), user, signal))
  const three: Load = async (target, running) => {
    const both = [user, ...others].map((token) =>
      many(8, running, async (signal) => {
        await get(target.url, yearOf(daySummary.path), token, signal)
        await get(target.url, yearOf(speedPerMinute.path), token, signal)
      }),
    )
    await Promise.all(both)
  }
  return {
    'S2a 8 day summaries of 364 days': summaries,
    'S2b 8 speed charts of a year': speeds,
    'S2c 3 accounts, 24 at once': three,
    'S3 wrong MQTT sign-ins': wrongSignIns,
    'S5 quarantined records': quarantined,
    'S6 120 withheld bodies': withheldBodies,
  }
}

/** A year of three machines with many products, and a day of the neighbour's machines. */
async function seed(url: string) {
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const send = (serialNo: string, records: object[]) => ingest(url, serialNo, records)
  for (const serialNo of ['FW-101', 'FW-102', 'FW-201']) {
    const year = Array.from({ length: 364 * 144 }, (_, index) => ({
      kind: 'sample',
      serialNo,
      time: now - 364 * dayMs + index * 600_000,
      state: index % 5 === 0 ? 8 : 10,
      product: `Product ${index % 40}`,
      tool: `Tool ${index % 9}`,
      speed: 60,
      packs: index * 60,
    }))
    for (let begin = 0; begin < year.length; begin += 10_000) {
      await send(serialNo, year.slice(begin, begin + 10_000))
    }
  }
  await send(
    'FW-101',
    Array.from({ length: 5_000 }, (_, index) => ({
      kind: 'sample',
      serialNo: 'FW-101',
      time: now - 5_000_000 + index * 1_000,
      state: 10,
      product: `New ${index}`,
    })),
  )
  for (const serialNo of ['FW-511', 'FW-512', 'FW-521', 'FW-522']) {
    await send(
      serialNo,
      Array.from({ length: 8_640 }, (_, index) => ({
        kind: 'sample',
        serialNo,
        time: now - dayMs + index * 10_000,
        state: index % 50 === 0 ? 20 : 10,
        product: 'Havrekjeks 200 g',
        speed: 100 + (index % 9),
        packs: index * 17,
      })),
    )
  }
  // Until the minutes of all of them are computed.
  await pause(20_000)
}

async function ingest(url: string, serialNo: string, records: object[]) {
  const answer = await fetch(url + ingestRecords.path, {
    method: 'POST',
    headers: { 'x-access-token': `${serialNo}:packboard`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${serialNo}: ${answer.status}`)
}

async function signIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'packboard' }),
  })
  return session.parse(await answer.json()).accessToken
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

/** So many loops side by side until the end; failures are what a flood expects. */
async function many(
  loops: number,
  running: AbortSignal,
  once: (signal: AbortSignal) => Promise<unknown>,
) {
  const loop = async () => {
    while (!running.aborted) {
      await once(running).catch(() => undefined)
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
}

const wrongSignIns: Load = (target, running) =>
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
const quarantined: Load = async (target, running) => {
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
const withheldBodies: Load = async ({ url }, running) => {
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

type Seen = {
  readonly times: number[]
  readonly refused: number
  readonly failed: number
  readonly records: number[]
  readonly live: number
}

/** What the neighbour meets: its overview of a day, a record of its own, and whether the server is alive. */
async function beside({ url, token }: Target, ms: number): Promise<Seen> {
  const end = Date.now() + ms
  const times: number[] = []
  const records: number[] = []
  let [refused, failed, live] = [0, 0, 0]
  const overview = async () => {
    const begin = performance.now()
    const answer = await fetch(url + machinesData.path, {
      method: 'POST',
      headers: { 'x-access-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        clientId: 2,
        start_date: new Date(Date.now() - dayMs).toISOString(),
        end_date: new Date().toISOString(),
        initialReq: 'yes',
        machinesIdArray: ['FW-511', 'FW-512', 'FW-521', 'FW-522'],
      }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    await answer?.arrayBuffer()
    times.push(performance.now() - begin)
    if (!answer || answer.status >= 500) failed += 1
    else if (answer.status !== 200) refused += 1
  }
  const record = async () => {
    const begin = performance.now()
    const sample = { kind: 'sample', serialNo: 'FW-511', time: Date.now(), state: 10 }
    await ingest(url, 'FW-511', [sample]).catch(() => {
      failed += 1
    })
    records.push(performance.now() - begin)
  }
  const alive = async () => {
    const begin = performance.now()
    const answer = await fetch(`${url}/health/live`).catch(() => undefined)
    await answer?.body?.cancel()
    live = Math.max(live, performance.now() - begin)
  }
  const repeat = async (work: () => Promise<void>, everyMs: number) => {
    while (Date.now() < end) {
      await work()
      await pause(everyMs)
    }
  }
  await Promise.all([repeat(overview, 100), repeat(record, 500), repeat(alive, 100)])
  return { times, refused, failed, records, live }
}

function print(name: string, seen: Seen, idle: Seen, memory?: ServedMemory) {
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
    0
  const [p50, p95] = [at(seen.times, 0.5), at(seen.times, 0.95)]
  const ratio = p95 / at(idle.times, 0.95)
  const parts = [
    `load ${loadavg()[0]?.toFixed(0)}`.padEnd(9) + name.padEnd(36),
    `overview p50 ${p50.toFixed(0)} p95 ${p95.toFixed(0)} ms (${ratio.toFixed(1)} × idle, ${seen.times.length} calls)`,
    `record p95 ${at(seen.records, 0.95).toFixed(0)} ms`,
    `live ${seen.live.toFixed(0)} ms`,
    `5xx ${seen.failed}, refused ${seen.refused}`,
    ...(memory
      ? [
          `after collection heap ${memory.heapMb} MB, buffers ${memory.buffersMb} MB, resident ${memory.residentMb} MB; slowest loop ${memory.loopMs} ms`,
        ]
      : []),
  ]
  console.log(parts.join(' · '))
}
