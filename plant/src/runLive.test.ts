import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordWire } from '@packboard/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { openMessageEndpoint } from '../testing/messageEndpoint.ts'
import { calendarsOf } from './calendar.ts'
import { PlantDiary } from './plantDiary.ts'
import { linesOf, machinesOf } from './plantLayout.ts'
import { faultPlant } from './plants/faultPlant.ts'
import { runLive } from './runLive.ts'
import { productionDayAt } from './shift/shifts.ts'

const plant = faultPlant()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A Sunday evening; `now` moves only when a test moves it. */
async function start(since = '2026-11-22T19:00:00Z') {
  let at = Date.parse(since)
  const dataDir = await mkdtemp(join(tmpdir(), 'plant-'))
  closing.push(() => rm(dataDir, { recursive: true }))
  const endpoint = await openMessageEndpoint()
  closing.push(endpoint.close)
  const from = new Date(at)
  const diary = await PlantDiary.open(dataDir, {
    seed: 'one',
    plant: 'factory',
    startedAt: at,
    historyFrom: at - 86_400_000,
  })
  for (const { slug, zone } of plant.clients) diary.noteLive(slug, productionDayAt(zone, at).day)
  const { seed, historyFrom } = diary.pages
  const live = runLive({
    mqttUrl: endpoint.mqttUrl,
    plant,
    calendars: calendarsOf(plant, { seed, historyFrom, isLive: diary.isLive }),
    diary,
    from,
    password: 'packboard',
    now: () => at,
  })
  closing.push(live.close)
  const reported = (serialNo: string) =>
    endpoint.messages
      .filter(({ topic }) => topic.startsWith(`packboard/${serialNo}/`))
      .map(({ payload }) => recordWire.parse(JSON.parse(payload)))
  const samples = (serialNo: string) =>
    reported(serialNo).filter((record) => record.kind === 'sample')
  return {
    endpoint,
    live,
    dataDir,
    diary,
    reported,
    samples,
    from: at,
    wait(ms: number) {
      at += ms
    },
  }
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 30 })

test('every machine speaks under its own name, and most of them run, on a Sunday evening too', async () => {
  const { endpoint, samples, wait } = await start()
  wait(60_000)
  const serials = machinesOf(plant).map(({ serialNo }) => serialNo)
  await soon(() => {
    for (const serialNo of serials) expect(samples(serialNo).length).toBeGreaterThan(5)
  })
  for (const { user, topic, payload } of endpoint.messages) {
    expect(topic).toBe(`packboard/${user}/${JSON.parse(payload).kind}`)
  }
  const running = serials.filter((serialNo) => (samples(serialNo).at(-1)?.speed ?? 0) > 0)
  expect(running.length).toBeGreaterThan(serials.length / 2)
})

test('within two minutes a viewer of any client with several lines sees a state change', async () => {
  const { samples, wait } = await start()
  wait(120_000)
  for (const client of plant.clients.slice(0, 3)) {
    const serials = client.lines.flatMap(({ machines }) => machines.map((one) => one.serialNo))
    await soon(() => {
      const states = serials.map((serialNo) => new Set(samples(serialNo).map(({ state }) => state)))
      expect(states.some(({ size }) => size > 1)).toBe(true)
    })
  }
})

test('what a machine says while the broker is away comes later, and nothing is missing', async () => {
  const { endpoint, live, samples, wait } = await start()
  await soon(() => expect(endpoint.connections()).toBe(23))
  wait(20_000)
  await soon(() => expect(samples('FW-101').length).toBeGreaterThan(4))
  endpoint.drop()
  await soon(() => expect(endpoint.connections()).toBe(0))
  wait(30_000)
  await soon(() => expect(new Set(endpoint.signIns).size).toBe(23))
  const line = linesOf(plant)[0]!
  await soon(() => {
    const times = [...new Set(samples(line.machines[0]!.serialNo).map(({ time }) => Number(time)))]
    expect(times.length).toBeGreaterThan(9)
    for (const [index, time] of times.entries()) {
      expect((times[index + 1] ?? time) - time).toBeLessThanOrEqual(5_000)
    }
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(44_000)
  })
  expect(live.acknowledged()).toBeGreaterThan(100)
})

test('a cut machine falls silent without a goodbye, and tells everything when it is back', async () => {
  const { endpoint, live, samples, wait } = await start()
  await soon(() => expect(endpoint.connections()).toBe(23))
  wait(5_000)
  await soon(() => expect(samples('FW-101').length).toBeGreaterThan(1))
  expect(live.command('stop-connection FW-101')).toContain('cut')
  await soon(() => expect(endpoint.connections()).toBe(22))
  const before = samples('FW-101').length
  wait(60_000)
  await soon(() => expect(samples('FW-102').length).toBeGreaterThan(20))
  expect(samples('FW-101')).toHaveLength(before)
  live.command('resume FW-101')
  // What was on its way when the line was cut comes once more before it.
  const everything = { product: expect.any(String), user: expect.any(String) }
  await soon(() =>
    expect(samples('FW-101').slice(before)).toContainEqual(expect.objectContaining(everything)),
  )
})

test('a machine can be put into a state: its counters stand until it is let go', async () => {
  const { live, samples, wait, from } = await start()
  wait(3_000)
  await soon(() => expect(samples('FW-201').length).toBeGreaterThan(0))
  live.command('state FW-201 13')
  await soon(() => expect(samples('FW-201').at(-1)).toMatchObject({ state: 13, speed: 0 }))
  expect(Number(samples('FW-201').at(-1)?.time)).toBe(from + 3_000)
  const { packs } = samples('FW-201').at(-1)!
  const before = samples('FW-201').length
  wait(30_000)
  await soon(() => expect(samples('FW-201').length).toBeGreaterThan(before + 4))
  for (const sample of samples('FW-201').slice(before)) {
    expect(sample).toMatchObject({ state: 13, speed: 0, packs })
  }
  live.command('resume FW-201')
  await soon(() => expect(samples('FW-201').at(-1)?.state).not.toBe(13))
  expect(live.command('dance FW-201')).toContain('no command')
  expect(live.command('state FW-999 13')).toContain('no machine')
})

test('a command comes after all that has happened before it: no counter falls', async () => {
  const { live, samples, wait } = await start()
  // Their counters never start again from 0.
  const serials = ['FW-101', 'FW-102', 'FW-202', 'FW-301']
  wait(3_000)
  await soon(() => {
    for (const serialNo of serials) expect(samples(serialNo).length).toBeGreaterThan(0)
  })
  for (const command of ['resume', 'state', 'resume']) {
    // Seconds go by that no tick has seen yet.
    wait(20_500)
    for (const serialNo of serials) live.command(`${command} ${serialNo} 3`)
  }
  await soon(() => {
    for (const serialNo of serials) expect(samples(serialNo).length).toBeGreaterThan(15)
  })
  let counted = 0
  for (const serialNo of serials) {
    const inTime = samples(serialNo).sort((a, b) => Number(a.time) - Number(b.time))
    const packs = inTime.map((sample) => sample.packs ?? 0)
    expect(packs).toEqual([...packs].sort((a, b) => a - b))
    counted += packs.at(-1)! - packs[0]!
  }
  expect(counted).toBeGreaterThan(0)
})

test('a day that is watched is in the diary before it is told', async () => {
  // A minute before 06:00 in Rome.
  const { dataDir, diary, samples, wait } = await start('2026-11-22T04:59:00Z')
  wait(90_000)
  await soon(() => expect(samples('VF-712').length).toBeGreaterThan(5))
  const again = await PlantDiary.open(dataDir, diary.pages)
  expect(again.isLive('nonna-biscotti', '2026-11-22')).toBe(true)
})

test('what was said and taken is in the diary, so the next start does not say it again', async () => {
  const { live, diary, samples, wait, from } = await start()
  wait(30_000)
  await soon(() => expect(samples('VF-712').length).toBeGreaterThan(2))
  await soon(() => expect(live.acknowledged()).toBeGreaterThan(100))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await live.close()
  expect(diary.missing('nonna-biscotti', from, from + 28_000)).toEqual([])
})
