import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ingestCounts, ingestRecords } from '@packboard/contract'
import mqtt from 'mqtt'
import { startPackboard } from '../../scripts/demo.mjs'
import { manyClient, seedManyMachines } from './manyMachines.ts'
import { cpuSeconds, pidOf } from './processes.ts'

const machineCount = 200
const password = 'packboard'

/** One way of sending; resolves with the acknowledged records and how long each acknowledgement took, ms. */
type Way = (served: Served, running: () => boolean) => Promise<Sent>
type Sent = { records: number; readonly times: number[] }
type Served = {
  readonly url: string
  readonly mqttPort: number
  readonly serialNos: readonly string[]
}

/** The newest time that was sent: each record of the measurement is of its own millisecond, and none is late. */
let moment = Date.now() - 7 * 86_400_000

function sampleOf(serialNo: string) {
  moment += 1
  return { kind: 'sample', serialNo, time: moment, state: 10, product: 'Bar', packs: moment % 1e9 }
}

/** Calls of so many records, over all machines in turn, by one gateway. */
function httpCalls(recordsPerCall: number, inFlight: number): Way {
  return async ({ url, serialNos }, running) => {
    const sent: Sent = { records: 0, times: [] }
    let next = 0
    const sender = async () => {
      while (running()) {
        const lines: string[] = []
        for (let index = 0; index < recordsPerCall; index++) {
          next += 1
          lines.push(JSON.stringify(sampleOf(serialNos[next % serialNos.length] ?? '')))
        }
        const begin = performance.now()
        const answer = await fetch(url + ingestRecords.path, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-ndjson',
            'x-access-token': `gateway-${manyClient.slug}:${password}`,
          },
          body: lines.join('\n'),
        })
        if (!answer.ok) {
          await answer.body?.cancel()
          await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
          continue
        }
        const { accepted } = ingestCounts.parse(await answer.json())
        if (accepted !== recordsPerCall) throw new Error(`only ${accepted} were accepted`)
        sent.records += accepted
        sent.times.push(performance.now() - begin)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, sender))
    return sent
  }
}

/** MQTT at QoS 1, one record a message: so many connections, each with so many messages that wait for their PUBACK. */
function mqttMessages(connections: number, inFlight: number): Way {
  return async ({ mqttPort, serialNos }, running) => {
    const sent: Sent = { records: 0, times: [] }
    const clients = await Promise.all(
      serialNos.slice(0, connections).map(async (serialNo) => {
        const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
          ...{ username: serialNo, password },
        })
        return { client, serialNo }
      }),
    )
    await Promise.all(
      clients.flatMap(({ client, serialNo }) =>
        Array.from({ length: inFlight }, async () => {
          while (running()) {
            const text = JSON.stringify(sampleOf(serialNo))
            const begin = performance.now()
            await client.publishAsync(`packboard/${serialNo}/sample`, text, { qos: 1 })
            sent.records += 1
            sent.times.push(performance.now() - begin)
          }
        }),
      ),
    )
    await Promise.all(clients.map(({ client }) => client.endAsync(true)))
    return sent
  }
}

const ways: Readonly<Record<string, Way>> = {
  'HTTP 1 record × 4': httpCalls(1, 4),
  'HTTP 100 records × 4': httpCalls(100, 4),
  'HTTP 1,000 records × 4': httpCalls(1_000, 4),
  'HTTP 10,000 records × 4': httpCalls(10_000, 4),
  'MQTT 1 connection × 1': mqttMessages(1, 1),
  'MQTT 20 connections × 100': mqttMessages(20, 100),
  'MQTT 200 connections × 20': mqttMessages(200, 20),
}

/**
 * What an installation with 200 machines takes in, and how long a sender waits until a record is durable: each way by itself, in
 * as many rounds as wanted, so that ratios of one run can be compared. The sender works on the same machine.
 */
export async function main([rounds = '2', seconds = '8', only = '']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-ingest-'))
  const serialNos = await seedManyMachines(dataDir, machineCount)
  const packboard = await startPackboard({
    plant: false,
    stdio: 'ignore',
    env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, LOG_LEVEL: 'error' },
  })
  try {
    const server = packboard.server.pid ?? 0
    const engine = pidOf('clickhouse', server) ?? 0
    const served = { ...packboard, serialNos }
    for (let round = 1; round <= Number(rounds); round++) {
      for (const [name, way] of Object.entries(ways)) {
        if (!name.includes(only)) continue
        const before = [cpuSeconds(server), cpuSeconds(engine)]
        const begin = performance.now()
        const sent = await way(served, () => performance.now() - begin < Number(seconds) * 1_000)
        const took = (performance.now() - begin) / 1_000
        const cpu = [cpuSeconds(server), cpuSeconds(engine)].map(
          (now, of) => now - (before[of] ?? 0),
        )
        print(`${round}. ${name}`, sent, took, cpu)
        await pause(2_000)
      }
    }
  } finally {
    await packboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function print(name: string, { records, times }: Sent, seconds: number, cpu: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
  const perMillion = cpu.map((used) => ((used / Math.max(1, records)) * 1e6).toFixed(0))
  const parts = [
    `load ${loadavg()[0]?.toFixed(0)}`.padEnd(9) + name.padEnd(30),
    `${Math.round(records / seconds)} records/s`.padEnd(18),
    `acknowledged p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms`,
    `CPU s of a million: server ${perMillion[0]}, engine ${perMillion[1]}`,
  ]
  console.log(parts.join(' · '))
}
