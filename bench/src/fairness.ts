import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { machinesData } from '@packboard/contract'
import { startPackboard } from '../../scripts/demo.mjs'
import { edgeNodeOf, erasureFlood, type FloodTarget, floods, heldDays } from './floods.ts'
import { load, quantile } from './measure.ts'
import { connectMachine, ingest, signIn } from './packboardCalls.ts'
import { freePort } from './processes.ts'
import { grownBetween, memoryOf, residentMb, type ServedMemory } from './servedMemory.ts'

/** Each scenario lasts this long; the neighbour is measured all the time. */
const scenarioMs = 12_000
/** Alone, right before each flood: a busy machine is as busy in both. */
const idleMs = 6_000
const dayMs = 86_400_000
/** Until what is erased was sent and is gone, and until the background of a start has looked at it again. */
const erasureMs = 60_000
const restartMs = 60_000

type Neighbour = { url: string; readonly token: string }

/**
 * One tenant floods the server while another one works: what the neighbour's overview takes, alone and beside each flood,
 * the slowest `/health/live`, refusals of the neighbour, and the memory afterwards. All floods run twice: memory that is
 * higher after the second round than after the first would be a leak, so what grew in each round is named.
 */
export async function main([rounds = '2', only = '']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-fairness-'))
  const inspectPort = await freePort()
  const begin = () =>
    startPackboard({
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
  let packboard = await begin()
  const pid = () => packboard.server.pid ?? 0
  const memory = () => memoryOf(pid(), inspectPort)
  try {
    const target = await seed(packboard.url, packboard.mqttPort)
    const neighbour = { url: packboard.url, token: await signIn(packboard.url, 'admin') }
    console.log(`served by process ${pid()}; seeded; ${cpus().length} cores`)
    await beside(neighbour, idleMs)
    const idle = await beside(neighbour, idleMs)
    let before = await memory()
    print('nothing', idle, idle, before.memory)

    /** The neighbour alone, and then beside a flood. */
    async function meet(
      name: string,
      flood: () => Promise<() => Promise<string>>,
      ms = scenarioMs,
    ) {
      const idle = await beside(neighbour, idleMs)
      const endFlood = await flood()
      const seen = await beside(neighbour, ms)
      const answers = await endFlood()
      print(name, seen, idle)
      console.log(`  resident ${residentMb(pid())} MB; ${answers}`)
      if (packboard.server.exitCode !== null || packboard.server.signalCode !== null) {
        throw new Error(`The server ended at: ${name}`)
      }
      await pause(1_000)
    }
    for (let round = 1; round <= Number(rounds); round++) {
      for (const name of Object.keys(floods)) {
        if (!name.includes(only)) continue
        const isErasure = name === erasureFlood
        const flood = async () => startFlood(name, target)
        await meet(`${round}. ${name}`, flood, isErasure ? erasureMs : scenarioMs)
        if (!isErasure) continue
        // What was erased is looked for again at each start.
        await meet(
          `${round}. the restart after it`,
          async () => {
            await packboard.stop()
            packboard = await begin()
            neighbour.url = packboard.url
            target.url = packboard.url
            target.mqttPort = packboard.mqttPort
            return async () => ''
          },
          restartMs,
        )
      }
      if (heldDays.name.includes(only)) {
        const flood = async () => {
          await heldDays.send(packboard.url, neighbour.token, round)
          return async () => ''
        }
        await meet(`${round}. ${heldDays.name}`, flood, heldDays.ms)
      }
      await pause(5_000)
      const after = await beside(neighbour, idleMs)
      const now = await memory()
      print(`${round}. afterwards`, after, idle, now.memory)
      for (const line of grownBetween(before.heap, now.heap)) console.log(`  ${line}`)
      before = now
    }
  } finally {
    await packboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs a flood in its thread until the function returned is called, which returns what it was answered. */
function startFlood(name: string, target: FloodTarget): () => Promise<string> {
  const thread = new Worker(new URL('./floodThread.ts', import.meta.url), {
    workerData: { name, target },
  })
  let outcomes: readonly (readonly [string, number])[] = []
  thread.on('message', (counted) => {
    outcomes = counted
  })
  const ended = new Promise<void>((resolve, reject) => {
    thread.once('exit', () => resolve())
    thread.once('error', reject)
  })
  return async () => {
    thread.postMessage('end')
    await ended
    return outcomes.map(([outcome, count]) => `${count} × ${outcome}`).join(', ')
  }
}

/** A year of three machines with many products, and a day of the neighbour's machines; returns what floods run against. */
async function seed(url: string, mqttPort: number) {
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
  const admin = await signIn(url, 'admin')
  const { serialNo, group, node, device } = edgeNodeOf
  await connectMachine(url, admin, serialNo, {
    ...{ door: 'sparkplug', address: `${group}/${node}/${device}`, dictionary: 'iso-tr88' },
  })
  // Until the minutes of all of them are computed.
  await pause(20_000)
  const names = ['user', 'engineer', 'clientadmin']
  return { url, mqttPort, accounts: await Promise.all(names.map((name) => signIn(url, name))) }
}

type Seen = {
  readonly times: number[]
  readonly refused: number
  readonly failed: number
  readonly records: number[]
  readonly live: number
}

/** What the neighbour meets: its overview of a day, a record of its own, and whether the server is alive. */
async function beside({ url, token }: Neighbour, ms: number): Promise<Seen> {
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
  const [p50, p95] = [quantile(seen.times, 0.5), quantile(seen.times, 0.95)]
  const ratio = p95 / quantile(idle.times, 0.95)
  const parts = [
    load(0).padEnd(9) + name.padEnd(36),
    `overview p50 ${p50.toFixed(0)} p95 ${p95.toFixed(0)} ms (${ratio.toFixed(1)} × idle, ${seen.times.length} calls)`,
    `record p95 ${quantile(seen.records, 0.95).toFixed(0)} ms`,
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
