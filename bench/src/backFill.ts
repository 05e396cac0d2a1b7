import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { createMachineDirectory, createPipeline, parseIngestBody } from '@packboard/ingest'
import { openTelemetry } from '@packboard/telemetry/store'
import { commitBatches } from '@packboard/telemetry/write'
import { load, temporaryDirectory } from './measure.ts'
import { storeSeconds } from './processes.ts'
import { hoursMade, verifyStore } from './verifyStore.ts'

const dayMs = 86_400_000
const machineCount = 200
const recordsOfCall = 10_000
const callsAtOnce = 2
const clientId = 1
const lines = 'application/x-ndjson'
const serialNo = (index: number) => `FM-${100 + index}`
const sender = { userName: 'gateway', clientId, mayPublishFor: () => true }

/**
 * What a back-fill costs without HTTP: bodies of 10,000 lines, history of one machine after the other, two at a time, are read, checked,
 * stored and computed. Printed is the processor time of a record, in this process and in the engine, until all of them are acknowledged
 * and until all of their minutes and hours are right. With a file as the fourth argument a CPU profile of this process is written.
 */
export async function main([
  millions = '1',
  everySeconds = '10',
  rounds = '1',
  profile = '',
]: string[]) {
  for (let round = 1; round <= Number(rounds); round++) {
    await once(Number(millions) * 1e6, Number(everySeconds) * 1_000, profile)
  }
}

async function once(records: number, everyMs: number, profile: string) {
  await using place = await temporaryDirectory('back-fill')
  const dataDir = place.path
  const telemetry = await openTelemetry({ dataDir })
  const directory = createMachineDirectory(
    { device: async () => null, deviceNow: () => null },
    Array.from({ length: machineCount }, (_, index) => {
      return {
        machineId: index + 1,
        clientId,
        serialNo: serialNo(index),
        holdMs: 90_000,
        topics: [],
      }
    }),
  )
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const pipeline = createPipeline({
    directory,
    now: Date.now,
    log: silent,
    commit: (batches) => commitBatches(telemetry, batches),
  })
  // Machines that send by themselves, as those are whose history is brought later.
  const now = Array.from({ length: machineCount }, (_, index) =>
    lineOf(serialNo(index), Date.now()),
  )
  await pipeline.accept(
    sender,
    await parseIngestBody(lines, undefined, Buffer.from(now.join('\n'))),
  )
  await telemetry.settled()
  const bodies = bodiesOf(records, everyMs)
  const inspector = profile === '' ? undefined : new Session()
  inspector?.connect()
  await inspector?.post('Profiler.enable')
  await inspector?.post('Profiler.start')

  const before = storeSeconds(telemetry)
  const begin = performance.now()
  let accepted = 0
  const send = async () => {
    for (let body = bodies.pop(); body; body = bodies.pop()) {
      const reading = await parseIngestBody(lines, undefined, body)
      const counts = await pipeline.accept(sender, reading)
      accepted += counts.accepted
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, send))
  const line = (name: string) => {
    const seconds = (performance.now() - begin) / 1_000
    const used = storeSeconds(telemetry).map(
      (now, of) => ((now - (before[of] ?? 0)) / records) * 1e6,
    )
    const [server = 0, engine = 0] = used
    return `${name} after ${seconds.toFixed(1)} s: server ${server.toFixed(2)} + engine ${engine.toFixed(2)} = ${(server + engine).toFixed(2)} µs a record`
  }
  const acknowledged = line('acknowledged')
  await telemetry.settled()
  const minutes = line('minutes right')
  await hoursMade(telemetry)
  const hours = line('hours right')
  console.log([acknowledged, minutes, hours, load()].join(' · '))
  const result = await inspector?.post('Profiler.stop')
  if (result) await writeFile(profile, JSON.stringify(result.profile))
  await pipeline.close(1_000)
  await telemetry.close()
  const { ledgerDifferences } = await verifyStore(dataDir)
  console.log(
    `accepted ${accepted} of ${records}, minutes that differ from the records: ${ledgerDifferences}`,
  )
  if (accepted !== records || ledgerDifferences > 0) process.exitCode = 1
}

/** The last one is sent first, so they lie in the order of `pop`. */
function bodiesOf(records: number, everyMs: number): Buffer[] {
  const start = Math.floor(Date.now() / dayMs) * dayMs - 300 * dayMs
  return Array.from({ length: records / recordsOfCall }, (_, call) => {
    const name = serialNo(call % machineCount)
    const from = start + Math.floor(call / machineCount) * recordsOfCall * everyMs
    const times = Array.from({ length: recordsOfCall }, (_, index) => from + index * everyMs)
    return Buffer.from(times.map((time) => lineOf(name, time)).join('\n'))
  }).reverse()
}

function lineOf(name: string, time: number): string {
  const packs = Math.floor(time / 500) % 1e9
  return `{"kind":"sample","serialNo":"${name}","time":${time},"state":10,"product":"Bar","speed":120.5,"packs":${packs}}`
}
