import { setTimeout as sleep } from 'node:timers/promises'
import { atRest, closeConnections } from './ingestWays.ts'
import { manyClient, withFilledMachines } from './manyMachines.ts'
import { load, median, quantile } from './measure.ts'
import { type Call, signIn, telemetryCalls, timedCall } from './packboardCalls.ts'
import { cpuSeconds } from './processes.ts'

const dayMs = 86_400_000
/** Of a week only the timeline. */
const ranges = [1, 7, 30, 365]
/** A person may ask 20 times a second. */
const betweenMs = 60
/** A call that takes longer than this is made three times alone. */
const slowMs = 2_000
/** What a call needs is in memory after this at the latest, or does not fit. */
const longestToWarmMs = 30_000

const pauseMs = 1_000

/**
 * What every telemetry call of a real server takes, for one machine and for all, over a day, 30 days and a year, up to now. Cold: the first
 * call, which reads what no call before has read, and how long the same call still reads sums from the store. Then, warm, median and 95th
 * percentile, bytes of the answer as they travel, and processor time of server and engine. All machines have minutes of so many days. With `beside`, each of them sends a record a second meanwhile.
 */
export async function main([
  rounds = '20',
  days = '365',
  only = '',
  machines = '50',
  beside = '',
]: string[]) {
  await withFilledMachines({ machines: Number(machines), days: Number(days) }, async (filled) => {
    const { url, mqttPort, pids, serialNos, until } = filled
    let isMeasured = true
    const senders =
      beside && atRest({ url, mqttPort, serialNos, atRest: serialNos }, () => isMeasured)
    if (senders) await sleep(pauseMs + serialNos.length * 10)
    const token = await signIn(url, 'admin')
    for (const range of ranges) {
      if (range > Number(days)) continue
      // A day is the last 24 hours; longer ranges begin with a day, as pages do.
      const back = until.getTime() - range * dayMs
      const start = new Date(range === 1 ? back : Math.ceil(back / dayMs) * dayMs)
      for (const chosen of [serialNos.slice(0, 1), serialNos]) {
        const window = { clientId: manyClient.id, serialNos: chosen, from: start, until }
        for (const [name, call] of Object.entries(telemetryCalls(window))) {
          const label = `${range} d × ${chosen.length}  ${name}`
          if (!label.includes(only) || (range === 7 && name !== 'timeline')) continue
          console.log(await measured(label, url, token, call, Number(rounds), pids))
        }
      }
    }
    isMeasured = false
    if (senders) {
      const { records, times } = await senders
      await closeConnections()
      console.log(`${records} records meanwhile, acknowledged p50 ${median(times).toFixed(0)} ms`)
    }
  })
}

async function measured(
  label: string,
  url: string,
  token: string,
  call: Call,
  rounds: number,
  pids: readonly number[],
): Promise<string> {
  let sent = 0
  const ask = async () => {
    await sleep(betweenMs)
    const { ms, bytes } = await timedCall(url, token, call)
    sent = bytes
    return ms
  }
  try {
    const first = await ask()
    const cold = performance.now()
    const warm = await untilWarm(url, ask)
    const warmedMs = performance.now() - cold
    const times: number[] = []
    const before = pids.map(cpuSeconds)
    const many = warm > slowMs ? 3 : rounds
    while (times.length < many) times.push(await ask())
    const cpu = pids.map((pid, i) => ((cpuSeconds(pid) - (before[i] ?? 0)) / many) * 1_000)
    const at = (share: number) => quantile(times, share).toFixed(0)
    return [
      label.padEnd(44),
      `cold ${first.toFixed(0)}, for ${(warmedMs / 1_000).toFixed(1)} s`.padEnd(22),
      `p50 ${at(0.5)} p95 ${at(0.95)} ms`.padEnd(22),
      `${(sent / 1_000).toFixed(1)} kB`.padEnd(12),
      `CPU ${cpu.map((ms) => ms.toFixed(0)).join(' + ')} ms`.padEnd(20),
      load(0),
    ].join(' ')
  } catch (error) {
    return `${label.padEnd(44)} ${error instanceof Error ? error.message : error}`
  }
}

/** Repeats a call until one reads no sums from the store; what that one took. */
async function untilWarm(url: string, ask: () => Promise<number>): Promise<number> {
  const begin = performance.now()
  for (let read = await sumsFromStore(url); ; ) {
    const took = await ask()
    const now = await sumsFromStore(url)
    if (now === read || performance.now() - begin > longestToWarmMs) return took
    read = now
  }
}

async function sumsFromStore(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = /^packboard_telemetry_sums_from_store(?:_total)? (\d+)/m.exec(text)?.[1]
  if (found === undefined) throw new Error('the metrics say nothing of sums')
  return Number(found)
}
