import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPackboard } from '../../scripts/demo.mjs'
import { hoursWritten } from './hoursWritten.ts'
import { call } from './ingestWays.ts'
import { seedManyMachines } from './manyMachines.ts'
import { cpuSeconds, pidOf } from './processes.ts'
import { verifyStore } from './verifyStore.ts'

const days = 360
const dayMs = 86_400_000
const minuteMs = 60_000
const recordsPerCall = 5_000
const runState = 10
/** Processes that use less of a core than this, so many seconds running, have nothing left to do. */
const restShare = 0.25
const restSeconds = 10
/** Steps through the year in an order without order: it has no divisor in common with the number of records. */
const stride = 7_919

/**
 * Processor time of server and engine for late records in random order over a year of one machine, until both are at rest again; the
 * machine has a record each `every` minutes before. Afterwards the ledger is compared with one that is made anew from raw.
 */
export async function main([records = '10000', every = '10']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-late-'))
  const [serialNo = ''] = await seedManyMachines(dataDir, 1)
  const packboard = await startPackboard({
    plant: false,
    stdio: 'ignore',
    env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, LOG_LEVEL: 'error' },
  })
  const server = packboard.server.pid ?? 0
  const pids = [server, pidOf('clickhouse', server) ?? 0]
  const used = () => pids.map(cpuSeconds)
  const rest = async () => {
    await hoursWritten(packboard.url)
    let calm = 0
    while (calm < restSeconds) {
      const before = used()
      await sleep(1_000)
      const share = used().reduce((sum, now, i) => sum + now - (before[i] ?? 0), 0)
      calm = share < restShare ? calm + 1 : 0
    }
  }
  const end = Math.floor(Date.now() / minuteMs) * minuteMs - dayMs
  const send = async (times: readonly number[]) => {
    for (let first = 0; first < times.length; first += recordsPerCall) {
      const lines = times.slice(first, first + recordsPerCall).map((time) => {
        const packs = Math.floor((time - (end - days * dayMs)) / 1_000)
        return JSON.stringify({ kind: 'sample', serialNo, time, state: runState, speed: 60, packs })
      })
      const counts = await call(packboard.url, `${lines.join('\n')}\n`)
      if (!counts) throw new Error('the server is busy')
    }
  }
  try {
    const stepMs = Number(every) * minuteMs
    const history = Math.floor((days * dayMs) / stepMs)
    await send(Array.from({ length: history }, (_, i) => end - (history - i) * stepMs))
    await rest()
    const before = used()
    const late = Number(records)
    const apart = (days * dayMs) / late
    const begin = performance.now()
    // Between two of the history, so that each is new.
    await send(
      Array.from(
        { length: late },
        (_, i) => end - days * dayMs + Math.floor(((i * stride) % late) * apart) + 1,
      ),
    )
    const acknowledged = performance.now() - begin
    await rest()
    const cpu = used().map((now, i) => (now - (before[i] ?? 0)).toFixed(1))
    console.log(
      `${late} late records into ${history}: acknowledged after ${(acknowledged / 1_000).toFixed(1)} s, ` +
        `processor time ${cpu.join(' + ')} s (server + engine, at most ${(restSeconds * restShare).toFixed(0)} s of it rest), load ${loadavg()[0]?.toFixed(1)}`,
    )
    await packboard.stop()
    const { stored, ledgerDifferences } = await verifyStore(dataDir)
    console.log(`${stored} records stored, ${ledgerDifferences} minutes of the ledger differ`)
    if (ledgerDifferences > 0 || stored < history + late) process.exitCode = 1
  } finally {
    await packboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
