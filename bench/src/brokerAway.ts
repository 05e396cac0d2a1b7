import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveMachines } from '@packboard/contract'
import { openMqttConnection } from './ingestWays.ts'
import { manyClient, seedManyMachines } from './manyMachines.ts'
import { load, quantile, serve } from './measure.ts'
import { eachLine, signIn } from './packboardCalls.ts'
import { verifyCounts } from './verifyStore.ts'

const everyMs = 60_000
const liveEveryMs = 5_000
/** A device may have eight. */
const connections = 8
/** Messages of one connection that wait for their acknowledgement. */
const inFlight = 100
const freshMs = 5_000

type Sent = { kept: number; again: number; live: number }
type Server = { readonly mqttPort: number; readonly url: string }

/**
 * The broker was away for so many hours: gateways come back with a record a minute of each machine, all at once, one message each at
 * QoS 1, and every machine says its present each five seconds beside them. Half way each connection breaks, and what was not
 * acknowledged is sent again. Printed are what was lost or is there twice, and how old the present of a card was when an open
 * overview got it. Ends with 1 unless 0 were lost, 0 are there twice, every machine had a card, and each was fresh within 5 s
 * all the time: a word that came was at most so old, and the next one came within 5 s of its time.
 */
export async function main([machines = '500', hours = '8']: string[]) {
  await using server = await serve('away', {
    prepare: (dataDir) => seedManyMachines(dataDir, Number(machines)),
  })
  const serialNos = server.prepared
  const kept = Math.round((Number(hours) * 3_600_000) / everyMs)
  const watch = await watchCards(server.url)
  const backAt = Date.now()
  const sent: Sent = { kept: 0, again: 0, live: 0 }
  const groups = Array.from({ length: connections }, (_, group) =>
    serialNos.filter((_, index) => index % connections === group),
  )
  const draining = await Promise.all(
    groups.map((group, number) => gateway(server, group, { number, kept, backAt, sent })),
  )
  await Promise.all(draining.map((one) => one.drained))
  const seconds = (Date.now() - backAt) / 1_000
  // A short run still sees each card a few times.
  await sleep(Math.max(0, backAt + 3 * liveEveryMs - Date.now()))
  const silentMs = watch.stop()
  await Promise.all(draining.map((one) => one.stop()))
  const at = (part: number) => quantile(watch.ages, part)
  console.log(
    `${machines} machines, ${hours} h away: ${sent.kept} records in ${seconds.toFixed(0)} s (${(sent.kept / seconds).toFixed(0)} a second), ${sent.again} sent again after the cut, ${sent.live} live ones beside them (${load()})`,
  )
  console.log(
    `cards: ${watch.ages.length} presents of ${watch.machines()} machines seen, p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} most ${at(1)} ms; longest without a word ${(silentMs / 1_000).toFixed(1)} s`,
  )
  await server.stop()
  const counts = await verifyCounts(server.dataDir)
  const expected = sent.kept + sent.live
  const lost = expected - counts.stored
  console.log(
    `received ${counts.received} = stored ${counts.accepted} + duplicate ${counts.duplicate} + kept aside ${counts.quarantined}; lost ${lost}, twice ${counts.twice}`,
  )
  const isStored = lost === 0 && counts.twice === 0 && counts.quarantined === 0
  const isFresh = at(1) <= freshMs && silentMs <= liveEveryMs + freshMs
  process.exitCode = isStored && isFresh && watch.machines() === Number(machines) ? 0 : 1
}

/** One connection that carries some of the machines: `drained` resolves when all that they kept is acknowledged. */
async function gateway(
  { mqttPort }: Server,
  serialNos: readonly string[],
  { number, kept, backAt, sent }: { number: number; kept: number; backAt: number; sent: Sent },
) {
  const userName = `gateway-${manyClient.slug}`
  // A second connection with the client id of a first one of the same device takes its place.
  const clientId = `${userName}-${number}`
  const password = 'packboard'
  const open = () => openMqttConnection({ port: mqttPort, userName, password, clientId })
  let connection = await open()
  let isDown = false
  let reopened: Promise<void> = Promise.resolve()
  /** Until it is acknowledged, over as many connections as that takes. */
  async function bring(serialNo: string, time: number) {
    const packs = Math.floor(time / 500) % 1e9
    const text = JSON.stringify({ time, state: 10, speed: 120, packs })
    for (;;) {
      await reopened
      const over = connection
      const published = over.publish(`packboard/${serialNo}/sample`, text)
      if (await published.then(() => true).catch(() => false)) return
      sent.again += 1
      // The server may end a connection, too: it comes back as that of a gateway does.
      if (over === connection && !isDown) breakLine()
    }
  }
  function breakLine() {
    isDown = true
    connection.close()
    reopened = reopen()
  }
  async function reopen() {
    for (;;) {
      const next = await open().catch(() => undefined)
      if (next) {
        connection = next
        isDown = false
        return
      }
      await sleep(1_000)
    }
  }

  let isLive = true
  const living = serialNos.map(async (serialNo) => {
    await sleep(Math.random() * liveEveryMs)
    while (isLive) {
      await bring(serialNo, Date.now())
      sent.live += 1
      await sleep(liveEveryMs)
    }
  })
  const all = kept * serialNos.length
  let next = 0
  async function drain() {
    while (next < all) {
      const mine = next
      next += 1
      if (mine === Math.floor(all / 2)) breakLine()
      const minute = Math.floor(mine / serialNos.length)
      const serialNo = serialNos[mine % serialNos.length] ?? ''
      await bring(serialNo, backAt - (kept - minute) * everyMs)
      sent.kept += 1
    }
  }
  return {
    drained: Promise.all(Array.from({ length: inFlight }, drain)),
    async stop() {
      isLive = false
      await Promise.all(living)
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
  const heardAt = new Map<string, number>()
  let silentMs = 0
  const ages: number[] = []
  const begin = Date.now()
  eachLine(answer, (line) => {
    const found = /"machineId":"([^"]+)".*?"@timestamp":"([^"]+)"/.exec(line)
    if (!line.startsWith('data: ') || !found) return
    const [, serialNo = '', said = ''] = found
    const at = Date.parse(said)
    if (at < begin || at <= (newest.get(serialNo) ?? 0)) return
    newest.set(serialNo, at)
    const now = Date.now()
    ages.push(now - at)
    silentMs = Math.max(silentMs, now - (heardAt.get(serialNo) ?? now))
    heardAt.set(serialNo, now)
  })
  return {
    ages,
    machines: () => newest.size,
    /** The longest time that a card had no new word, up to now. */
    stop() {
      request.destroy()
      const now = Date.now()
      return Math.max(silentMs, ...[...heardAt.values()].map((at) => now - at))
    },
  }
}
