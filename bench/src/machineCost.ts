import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { seedManyMachines } from './manyMachines.ts'
import { load, quantile, serve } from './measure.ts'
import { cpuSeconds, pidOf } from './processes.ts'
import { costOf, machinesUntil, type Point } from './queue.ts'

/** What is new with a connection is over after this. */
const settleMs = 8_000
const runState = 10
/** A part of which more is used has no room for a burst. */
const calmShare = 0.7

/**
 * What machines cost that send a sample a second over MQTT: processor time of server and engine, memory, bytes on the wire and the
 * acknowledgement; for each number of machines, then the line through them and where one core of each part is used to its calm share.
 */
export async function main([seconds = '30', ...numbers]: string[]) {
  const counts = numbers.length > 0 ? numbers.map(Number) : [5, 20, 100]
  await using packboard = await serve('cost', {
    prepare: (dataDir) => seedManyMachines(dataDir, Math.max(...counts)),
  })
  const serialNos = packboard.prepared
  const server = packboard.server.pid ?? 0
  const parts = { server, engine: pidOf('clickhouse', server) ?? 0 }
  const points: Record<keyof typeof parts, Point[]> = { server: [], engine: [] }
  for (const machines of counts) {
    const waits: number[] = []
    let bytes = 0
    const stops: (() => Promise<void>)[] = []
    // One after another: a broker refuses many sign-ins at once.
    for (const serialNo of serialNos.slice(0, machines)) {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${packboard.mqttPort}`, {
        username: serialNo,
        password: 'packboard',
      })
      let packs = 0
      const speak = async () => {
        packs += 1
        const sample = { time: Date.now(), state: runState, speed: 60, packs }
        const [topic, text] = [`packboard/${serialNo}/sample`, JSON.stringify(sample)]
        bytes += topic.length + text.length
        const begin = performance.now()
        await client.publishAsync(topic, text, { qos: 1 })
        waits.push(performance.now() - begin)
      }
      // Machines are not in step with one another.
      await sleep(1_000 / machines)
      const timer = setInterval(speak, 1_000)
      stops.push(async () => {
        clearInterval(timer)
        await client.endAsync()
      })
    }
    await sleep(settleMs)
    waits.length = 0
    bytes = 0
    const before = [cpuSeconds(parts.server), cpuSeconds(parts.engine)]
    const begin = performance.now()
    await sleep(Number(seconds) * 1_000)
    const took = (performance.now() - begin) / 1_000
    const busy = {
      server: (cpuSeconds(parts.server) - (before[0] ?? 0)) / took,
      engine: (cpuSeconds(parts.engine) - (before[1] ?? 0)) / took,
    }
    points.server.push({ machines, busy: busy.server })
    points.engine.push({ machines, busy: busy.engine })
    const memory = await Promise.all(Object.values(parts).map(memoryMb))
    const wait = (share: number) => quantile(waits, share).toFixed(0)
    console.log(
      `${machines} machines: server ${percent(busy.server)}, engine ${percent(busy.engine)} of a core, memory ${memory.join(' + ')} MB, ` +
        `${(waits.length / took).toFixed(1)} samples/s, ${(bytes / waits.length).toFixed(0)} bytes each, acknowledged p50 ${wait(0.5)} p95 ${wait(0.95)} ms, ${load()}`,
    )
    for (const stop of stops) await stop()
  }
  for (const [part, measured] of Object.entries(points)) {
    const cost = costOf(measured)
    console.log(
      `${part}: ${percent(cost.fixed)} and ${percent(cost.each)} for each machine (computed: ${machinesUntil(cost, 1, calmShare)} machines use ${percent(calmShare)} of a core)`,
    )
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

async function memoryMb(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024).toFixed(0)
}
