import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '@packboard/demo'
import { type DemoClient, demoPlant } from '@packboard/demo/plant'
import { machinesOfClient, openManagement } from '@packboard/management'
import { grantClientScope } from '@packboard/model'
import { openTelemetry } from '@packboard/telemetry/store'
import { fillMinutes } from '@packboard/telemetry/testing'
import mqtt from 'mqtt'
import { startPackboard } from '../../scripts/demo.mjs'
import { startEngineApart } from './processes.ts'
import { hoursWritten } from './verifyStore.ts'

/** The client of the measured machines; its gateway is `gateway-many`. */
export const manyClient = { id: 90, name: 'Many machines', slug: 'many' } as const

/** The demo and one more client with so many machines, so many of them in a line, each with a device of its own; returns their serial numbers. */
export async function seedManyMachines(
  dataDir: string,
  count: number,
  machinesOfLine = 5,
): Promise<string[]> {
  const [model] = demoPlant
  const [machine] = model?.machines ?? []
  if (!model || !machine) throw new Error('the demo plant has no machine')
  const machines = Array.from({ length: count }, (_, index) => ({
    ...(model.machines[index % model.machines.length] ?? machine),
    serialNo: `FM-${100 + index}`,
    lineName: `Line ${Math.floor(index / machinesOfLine) + 1}`,
  }))
  const many: DemoClient = { ...model, ...manyClient, machines }
  const management = await openManagement({ dataDir })
  await seedDemo(management, [...demoPlant, many])
  await management.close()
  return machines.map(({ serialNo }) => serialNo)
}

const minuteMs = 60_000
const dayMinutes = 1_440
/** Some at a time: the engine sorts what it inserts. */
const filledAtOnce = 5

/**
 * Each machine sends a sample a second over a connection of its own, with what `sampleOf` adds to it; `second` begins at another one
 * for each. Ended at the end of the block that uses it.
 */
export async function sendEachSecond(
  mqttPort: number,
  serialNos: readonly string[],
  sampleOf: (serialNo: string, second: number) => object,
) {
  const stops = await Promise.all(
    serialNos.map(async (serialNo, index) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
        username: serialNo,
        password: 'packboard',
      })
      let second = index
      const timer = setInterval(() => {
        second += 1
        const sample = { time: Date.now(), speed: 60, packs: second, ...sampleOf(serialNo, second) }
        client.publish(`packboard/${serialNo}/sample`, JSON.stringify(sample), { qos: 1 })
      }, 1_000)
      return async () => {
        clearInterval(timer)
        await client.endAsync(true)
      }
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      for (const stop of stops) await stop()
    },
  }
}

/** A running server whose machines have minutes of all days up to now. */
export type FilledMachines = {
  readonly url: string
  readonly mqttPort: number
  /** The server and its engine. */
  readonly pids: readonly number[]
  readonly serialNos: readonly string[]
  /** Where the minutes end. */
  readonly until: Date
  /** To the engine. */
  readonly connect: Awaited<ReturnType<typeof startEngineApart>>['connect']
}

/** Runs `work` on a server with so many machines (a multiple of five) of `manyClient`, each with `days` of minutes and hours. */
export async function withFilledMachines(
  {
    machines,
    days,
    asInAPlant = false,
    machinesOfLine,
  }: {
    readonly machines: number
    readonly days: number
    readonly asInAPlant?: boolean
    readonly machinesOfLine?: number
  },
  work: (filled: FilledMachines) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-filled-'))
  const serialNos = await seedManyMachines(dataDir, machines, machinesOfLine)
  const management = await openManagement({ dataDir })
  const ids = (await machinesOfClient(management, grantClientScope(manyClient.id))).map(
    ({ id }) => id,
  )
  await management.close()
  const engine = await startEngineApart()
  const { url } = engine
  try {
    const until = new Date(Math.floor(Date.now() / minuteMs) * minuteMs)
    const telemetry = await openTelemetry({ dataDir, url })
    const minutes = days * dayMinutes
    const from = new Date(until.getTime() - minutes * minuteMs)
    const firstMachine = Math.min(...ids)
    if (Math.max(...ids) - firstMachine !== machines - 1) throw new Error('machines have gaps')
    for (let first = 0; first < machines; first += filledAtOnce) {
      const shape = { clientId: manyClient.id, firstMachine: firstMachine + first }
      const story = { minutes, from, contexts: 1, productMinutes: 720, asInAPlant }
      await fillMinutes(telemetry, { ...shape, ...story, machines: filledAtOnce })
    }
    await telemetry.close()
    const packboard = await startPackboard({
      plant: false,
      stdio: 'ignore',
      env: {
        ...{ PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, CLICKHOUSE_URL: url },
        LOG_LEVEL: 'error',
      },
    })
    try {
      const begin = performance.now()
      await hoursWritten(packboard.url)
      console.log(`hours made in ${((performance.now() - begin) / 1_000).toFixed(0)} s`)
      const pids = [packboard.server.pid ?? 0, engine.pid()]
      const { url, mqttPort } = packboard
      await work({ url, mqttPort, pids, serialNos, until, connect: engine.connect })
    } finally {
      await packboard.stop()
    }
  } finally {
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
