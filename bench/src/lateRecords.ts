import { openTelemetry, type Telemetry } from '@packboard/telemetry/store'
import { commitBatch } from '@packboard/telemetry/write'
import { load, seededRandom, temporaryDirectory } from './measure.ts'
import { storeSeconds } from './processes.ts'
import { closeAndVerify, hoursMade } from './verifyStore.ts'

const dayMs = 86_400_000
/** A machine at one sample each 30 s, which is what its hold limit allows. */
const everyMs = 30_000
const place = { clientId: 1, machineId: 1 }
/** How many records a sender puts into one call. */
const callRecords = 1_000
const historyRecords = 50_000
const seed = 20_261_123
const start = Date.UTC(2025, 9, 1)

/**
 * What late records cost: a year of one machine is there and settled, then `late` records come in random order, anywhere in the year,
 * in calls of 1,000. Printed is the processor time of server and engine until every minute and hour is right again.
 */
export async function main([late = '10000', days = '365']: string[]) {
  await using directory = await temporaryDirectory('late')
  const dataDir = directory.path
  const telemetry = await openTelemetry({ dataDir })
  const ms = Number(days) * dayMs
  for (let at = 0; at < ms; at += historyRecords * everyMs) {
    const end = Math.min(ms, at + historyRecords * everyMs)
    await commit(
      telemetry,
      Array.from({ length: (end - at) / everyMs }, (_, i) => at + i * everyMs),
    )
  }
  await allRight(telemetry)

  const random = seededRandom(seed)
  const times = Array.from({ length: Number(late) }, () => Math.floor(random() * ms))
  const before = storeSeconds(telemetry)
  const begin = performance.now()
  for (let i = 0; i < times.length; i += callRecords) {
    await commit(telemetry, times.slice(i, i + callRecords))
  }
  const stored = performance.now() - begin
  const since = () => storeSeconds(telemetry).map((now, i) => (now - (before[i] ?? 0)).toFixed(1))
  await telemetry.settled()
  const [server, engine] = since()
  await allRight(telemetry)
  const took = performance.now() - begin
  const [serverInAll, engineInAll] = since()
  console.log(
    `${late} late records over ${days} days: server ${serverInAll} s + engine ${engineInAll} s of processor time, of which ` +
      `${server} + ${engine} s until the minutes were right; stored after ${(stored / 1_000).toFixed(1)} s, ` +
      `all minutes and hours right after ${(took / 1_000).toFixed(1)} s (${load()})`,
  )
  await closeAndVerify(telemetry, dataDir)
}

/** A state of ten minutes, a counter that rises, a speed that changes: each sample has its own place in them. */
async function commit(telemetry: Telemetry, offsets: readonly number[]) {
  const samples = offsets.map((offset) => {
    const at = start + offset
    const runs = Math.floor(offset / 600_000) % 4 !== 0
    return {
      ...place,
      ...{ at, sourceAt: at, sequence: 0, receivedAt: Date.now(), flagged: false },
      ...{ state: runs ? 10 : 5, product: 'Bars', tool: 'Set 1' },
      speedPpm: runs ? 100 + (offset % 17) : 0,
      packCounter: Math.floor(offset / 1_000),
    }
  })
  await commitBatch(telemetry, { samples, alarms: [], audits: [], quarantined: [] })
}

async function allRight(telemetry: Telemetry) {
  await telemetry.settled()
  await hoursMade(telemetry)
}
