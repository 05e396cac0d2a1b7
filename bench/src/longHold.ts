import { grantClientScope } from '@packboard/model'
import { contextTotals, stops } from '@packboard/telemetry/read'
import { openTelemetry } from '@packboard/telemetry/store'
import { commitBatch, putMachineRules } from '@packboard/telemetry/write'
import { load, median, temporaryDirectory } from './measure.ts'
import { closeAndVerify, hoursMade } from './verifyStore.ts'

const dayMs = 86_400_000
const machineIds = [1, 2, 3, 4, 5]
const neighbour = { clientId: 2, machineId: 9 }
const start = Date.UTC(2025, 10, 1)
const restMs = 500

/**
 * What few records cost others that are held for a day: `records` of five machines over `days`, 2.6 million minutes of 1,850 records
 * over a year. A neighbour sends a day of history each half a second meanwhile and asks for its totals and stops. Printed is how long
 * its answers took, the memory of this process, and when all minutes were right.
 */
export async function main([records = '1850', days = '368']: string[]) {
  await using directory = await temporaryDirectory('hold')
  const dataDir = directory.path
  const telemetry = await openTelemetry({ dataDir })
  const rule = { targetPpm: null, designPpm: null, recipePpm: new Map(), categories: {} }
  await putMachineRules(
    telemetry,
    machineIds.map((machineId) => ({ ...rule, clientId: 1, machineId, holdMs: dayMs })),
  )
  const each = Math.ceil(Number(records) / machineIds.length)
  const spacing = Math.floor((Number(days) * dayMs) / each)
  const sample = (place: { clientId: number; machineId: number }, at: number, count: number) => ({
    ...place,
    ...{ at, sourceAt: at, sequence: 0, receivedAt: Date.now(), flagged: false },
    ...{ state: count % 4 === 0 ? 5 : 10, product: 'Bars', packCounter: count },
  })
  const commit = (samples: ReturnType<typeof sample>[]) =>
    commitBatch(telemetry, { samples, alarms: [], audits: [], quarantined: [] })
  await commit(
    machineIds.flatMap((machineId) =>
      Array.from({ length: each }, (_, i) =>
        sample({ clientId: 1, machineId }, start + i * spacing, i),
      ),
    ),
  )
  const begin = performance.now()
  let isRight = false
  const settled = telemetry.settled().then(() => {
    isRight = true
    return performance.now() - begin
  })
  const scope = grantClientScope(neighbour.clientId)
  const answers: number[] = []
  let memory = 0
  for (let day = 0; !isRight; day += 1) {
    const from = start + day * dayMs
    const count = 2_880
    await commit(
      Array.from({ length: count }, (_, i) =>
        sample(neighbour, from + i * 30_000, day * count + i),
      ),
    )
    const question = {
      machineIds: [neighbour.machineId],
      period: { from: new Date(from), to: new Date(from + dayMs) },
      filter: {},
    }
    const since = performance.now()
    await Promise.all([
      contextTotals(telemetry, scope, question),
      stops(telemetry, scope, question),
    ])
    answers.push(performance.now() - since)
    memory = Math.max(memory, process.memoryUsage().rss)
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  const took = await settled
  await hoursMade(telemetry)
  const slowest = Math.max(...answers)
  console.log(
    `${records} records over ${days} days, held for a day: all minutes right after ${(took / 1_000).toFixed(1)} s; a neighbour's ${answers.length} ` +
      `answers p50 ${median(answers).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; ` +
      `${(memory / 1e6).toFixed(0)} MB (${load()})`,
  )
  await closeAndVerify(telemetry, dataDir)
}
