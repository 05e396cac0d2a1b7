import { setTimeout as pause } from 'node:timers/promises'
import { call, closeConnections, type Sent, ways } from './ingestWays.ts'
import { seedManyMachines } from './manyMachines.ts'
import { load, quantile, serve } from './measure.ts'
import { cpuSeconds, pidOf } from './processes.ts'
import { verifyCounts } from './verifyStore.ts'

const machineCount = 200
/** They send the present time, the others that of a week ago: a machine that did both would send late records. */
const restMachines = 20
/** Between two ways the engine merges what the one before has left. */
const restMs = 2_000
/** What a machine's connection, call and ledger may still write after the last acknowledgement. */
const settleMs = 3_000
const wrongRecords = 10

/**
 * What an installation with 200 machines takes in, how long a sender waits until a record is durable, and what it costs: each
 * way by itself, in as many rounds as wanted, so that ratios of one run can be compared. The sender works on the same
 * machine. On a machine that does other work only the processor time and the commits mean something. Afterwards the store is
 * counted: what was acknowledged, repeated or quarantined must be there, each once.
 */
export async function main([rounds = '2', seconds = '8', only = '']: string[]) {
  await using packboard = await serve('ingest', {
    prepare: (dataDir) => seedManyMachines(dataDir, machineCount + restMachines),
  })
  const all = packboard.prepared
  let acknowledged = 0
  const server = packboard.server.pid ?? 0
  const engine = pidOf('clickhouse', server) ?? 0
  const serialNos = all.slice(0, machineCount)
  const served = { ...packboard, serialNos, atRest: all.slice(machineCount) }
  const used = () => [cpuSeconds(server), cpuSeconds(engine), ownCpuSeconds()]
  for (let round = 1; round <= Number(rounds); round++) {
    for (const [name, way] of Object.entries(ways)) {
      if (!only.split('|').some((part) => name.includes(part))) continue
      const before = used()
      const commitsBefore = await commitsOf(packboard.url)
      const begin = performance.now()
      const sent = await way(served, () => performance.now() - begin < Number(seconds) * 1_000)
      const took = (performance.now() - begin) / 1_000
      acknowledged += sent.records
      const commits = (await commitsOf(packboard.url)) - commitsBefore
      const cpu = used().map((now, of) => now - (before[of] ?? 0))
      print(`${round}. ${name}`, sent, { seconds: took, cpu, commits })
      await pause(restMs)
    }
  }
  await closeConnections()
  const [serialNo = ''] = all
  acknowledged += await repeatAndSpoil(packboard.url, serialNo)
  await pause(settleMs)
  await packboard.stop()
  await report(packboard.dataDir, acknowledged)
}

/** A call that comes twice, and one with wrong records: they are counted, too. Returns what was accepted. */
async function repeatAndSpoil(url: string, serialNo: string): Promise<number> {
  const time = Date.now()
  const lines = Array.from(
    { length: wrongRecords },
    (_, index) => `{"kind":"sample","serialNo":"${serialNo}","time":${time + index},"state":10}`,
  )
  const good = lines.join('\n')
  let accepted = 0
  for (const body of [good, good, good.replaceAll('"state":10', '"state":true')]) {
    const counts = await call(url, body)
    if (!counts) throw new Error('a call after the measurement was refused')
    accepted += counts.accepted
  }
  return accepted
}

async function report(dataDir: string, acknowledged: number) {
  const { received, accepted, duplicate, quarantined, stored, twice } = await verifyCounts(dataDir)
  const good =
    stored === acknowledged &&
    twice === 0 &&
    accepted === stored &&
    duplicate === wrongRecords &&
    quarantined === wrongRecords
  console.log(
    `received ${received} = stored ${stored} (acknowledged ${acknowledged}) + duplicates ${duplicate} + ` +
      `quarantined ${quarantined}: ${good ? 'held' : 'BROKEN'}`,
  )
  process.exitCode = good ? 0 : 1
}

async function commitsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^packboard_ingest_commits_total (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

type Cost = {
  readonly seconds: number
  readonly cpu: readonly number[]
  readonly commits: number
}

function print(name: string, { records, times }: Sent, { seconds, cpu, commits }: Cost) {
  const at = (share: number) => quantile(times, share).toFixed(0)
  const [server, engine, sender] = cpu.map((used) =>
    ((used / Math.max(1, records)) * 1e6).toFixed(1),
  )
  const parts = [
    load(0).padEnd(9) + name.padEnd(32),
    `${Math.round(records / seconds)} records/s`.padEnd(16),
    `${(commits / seconds).toFixed(1)} commits/s`.padEnd(15),
    `acknowledged p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms`.padEnd(42),
    `CPU s of a million: server ${server}, engine ${engine}, sender ${sender}`,
  ]
  console.log(parts.join(' · '))
}
