import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveMachines } from '@packboard/contract'
import { startPackboard } from '../../scripts/demo.mjs'
import { manyClient, seedManyMachines } from './manyMachines.ts'
import { openMqttConnection } from './mqttConnection.ts'
import { signIn } from './packboardCalls.ts'
import { verifyCounts } from './verifyStore.ts'

const everyMs = 60_000
const liveEveryMs = 2_000
/** Messages of one machine that wait for their acknowledgement. */
const inFlight = 10
const freshMs = 5_000

type Server = { readonly mqttPort: number; readonly url: string }

/**
 * The line to the broker was away for so many hours: each machine comes back with a record a minute that it kept, all at once, one
 * message each at QoS 1, and says its present state every two seconds beside them. Half way each connection breaks, and what was not
 * acknowledged is sent again. Printed are what was lost or is there twice, and how old the present of a card was when an open
 * overview got it. Ends with 1 unless 0 were lost, 0 are there twice, and every card was fresh within 5 s.
 */
export async function main([machines = '500', hours = '8']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-away-'))
  const serialNos = await seedManyMachines(dataDir, Number(machines))
  const server = await startPackboard({
    plant: false,
    stdio: 'ignore',
    env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, LOG_LEVEL: 'error' },
  })
  try {
    const kept = Math.round((Number(hours) * 3_600_000) / everyMs)
    const watch = await watchCards(server.url)
    const backAt = Date.now()
    const sent = { kept: 0, again: 0, live: 0 }
    const all = serialNos.map((serialNo) => machine(server, serialNo, { kept, backAt, sent }))
    const draining = await Promise.all(all)
    await Promise.all(draining.map((one) => one.drained))
    const seconds = (Date.now() - backAt) / 1_000
    watch.stop()
    await Promise.all(draining.map((one) => one.stop()))
    const ages = watch.ages.sort((a, b) => a - b)
    const at = (part: number) =>
      ages[Math.min(ages.length - 1, Math.floor(ages.length * part))] ?? 0
    console.log(
      `${machines} machines, ${hours} h away: ${sent.kept} records in ${seconds.toFixed(0)} s (${(sent.kept / seconds).toFixed(0)} a second), ${sent.again} sent again after the cut, ${sent.live} live ones beside them (load ${loadavg()[0]?.toFixed(1)})`,
    )
    console.log(
      `cards: ${ages.length} presents of ${watch.machines()} machines seen, p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} most ${at(1)} ms`,
    )
    await server.stop()
    const counts = await verifyCounts(dataDir)
    const expected = sent.kept + sent.live
    const lost = expected - counts.stored
    console.log(
      `received ${counts.received} = stored ${counts.accepted} + duplicate ${counts.duplicate} + kept aside ${counts.quarantined}; lost ${lost}, twice ${counts.twice}`,
    )
    const isWhole = lost === 0 && counts.twice === 0 && counts.quarantined === 0 && at(1) <= freshMs
    process.exitCode = isWhole ? 0 : 1
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One machine that comes back: `drained` resolves when all that it kept is acknowledged. */
async function machine(
  { mqttPort }: Server,
  serialNo: string,
  {
    kept,
    backAt,
    sent,
  }: { kept: number; backAt: number; sent: { kept: number; again: number; live: number } },
) {
  const open = () =>
    openMqttConnection({ port: mqttPort, userName: serialNo, password: 'packboard' })
  let connection = await open()
  let cut = Promise.withResolvers<'cut'>()
  const text = (time: number) =>
    JSON.stringify({ time, state: 10, speed: 120, packs: Math.floor(time / 500) % 1e9 })
  const say = (time: number) => connection.publish(`packboard/${serialNo}/sample`, text(time))
  /** Until it is acknowledged, over as many connections as that takes. */
  async function bring(time: number) {
    for (;;) {
      const now = cut
      const outcome = await Promise.race([say(time).then(() => 'done' as const), now.promise])
      if (outcome === 'done') return
      sent.again += 1
      await reopened
    }
  }
  let reopened: Promise<void> = Promise.resolve()
  function breakLine() {
    const before = cut
    connection.close()
    reopened = open().then((next) => {
      connection = next
      cut = Promise.withResolvers()
    })
    before.resolve('cut')
  }

  let isLive = true
  const living = (async () => {
    while (isLive) {
      await bring(Date.now())
      sent.live += 1
      await sleep(liveEveryMs)
    }
  })()
  let next = 0
  async function drain() {
    while (next < kept) {
      const mine = next
      next += 1
      if (mine === Math.floor(kept / 2)) breakLine()
      await reopened
      await bring(backAt - (kept - mine) * everyMs)
      sent.kept += 1
    }
  }
  return {
    drained: Promise.all(Array.from({ length: inFlight }, drain)),
    async stop() {
      isLive = false
      await living
      connection.close()
    },
  }
}

/** An open overview: how old the newest word of each card is when it comes. */
async function watchCards(url: string) {
  const token = await signIn(url, 'admin')
  const path = liveMachines.path.replace(':clientId', String(manyClient.id))
  const request = get(`${url}${path}`, { headers: { 'x-access-token': token } })
  request.on('error', () => undefined)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
  const newest = new Map<string, number>()
  const ages: number[] = []
  const begin = Date.now()
  let rest = ''
  answer.on('error', () => undefined)
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const found = /"machineId":"([^"]+)".*?"@timestamp":"([^"]+)"/.exec(line)
      if (!line.startsWith('data: ') || !found) continue
      const [, serialNo = '', said = ''] = found
      const at = Date.parse(said)
      if (at < begin || at <= (newest.get(serialNo) ?? 0)) continue
      newest.set(serialNo, at)
      ages.push(Date.now() - at)
    }
  })
  return { ages, machines: () => newest.size, stop: () => request.destroy() }
}
