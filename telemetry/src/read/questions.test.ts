import { AppError, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import {
  changedBefore,
  ingestCounts,
  machineNow,
  machineTotals,
  quarantineList,
  revision,
  speedSeries,
  stateStrip,
} from '../read.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

const scope = grantClientScope(1)
const neighbour = grantClientScope(2)
let telemetry: Telemetry

const at = (seconds: number) => morning + seconds * 1_000
const instant = (seconds: number) => new Date(at(seconds))
const period = (from: number, to: number) => ({ from: instant(from), to: instant(to) })

/** Five minutes of machine 1; its neighbour does the opposite with the same numbers of everything else. */
const story: readonly Partial<StoredSample>[] = [
  { at: at(0), state: 10, product: 'A', tool: 'T', user: 'Ann', speedPpm: 60, packCounter: 100 },
  { at: at(30), packCounter: 130, rejectCounter: 4 },
  { at: at(61), state: 19, speedPpm: 0, packCounter: 160 },
  { at: at(90), state: 18, rejectCounter: 5 },
  { at: at(120), state: 10, product: 'B', speedPpm: 90, packCounter: 163 },
  { at: at(150), packCounter: 200 },
]

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const samples = story.flatMap(({ at: when = morning, ...reported }) => {
    const { state: _, ...bare } = sampleOf({ machineId: 1, at: when })
    const opposite = reported.state === undefined ? {} : { state: 5 }
    return [
      { ...bare, ...reported },
      { ...bare, ...reported, ...opposite, clientId: 2, machineId: 2 },
    ]
  })
  const alarms = [alarmOf({ raisedAt: at(88), description: 'Pack in jaws' })]
  const lost = {
    clientId: 1,
    machineId: 1,
    serialNo: 'FW-101',
    reason: 'implausible' as const,
    detail: 'speed −1',
    receivedAt: at(200),
    source: 'http',
    raw: '{"speed":-1}',
  }
  const quarantined = [lost, { ...lost, clientId: 2, machineId: 2, raw: '{}' }]
  await commitBatch(telemetry, batchOf({ samples, alarms, quarantined }))
}, 60_000)
afterAll(() => telemetry?.close())

test('totals of a window: times to the millisecond, packs, rejects, weighted speed', async () => {
  const [sum] = await machineTotals(telemetry, scope, {
    machineIds: [1],
    period: period(15.25, 400),
  })
  expect(sum).toEqual({
    machineId: 1,
    run: 45_750 + 120_000,
    alarm: 30_000,
    idle: 29_000,
    ancillary: 0,
    unknown: 0,
    offline: 384_750 - 224_750,
    external: 29_000,
    packs: 100,
    rejects: 1,
    speedMs: 224_750,
    speedSum: 45_750 * 60 + 120_000 * 90,
    samples: 5,
  })
})

test('a machine that nobody knows, or that is of another client, was offline all the time', async () => {
  const question = { machineIds: [2, 77], period: period(0, 300) }
  const expectNothing = async () => {
    for (const sum of await machineTotals(telemetry, scope, question)) {
      expect(sum).toMatchObject({ offline: 300_000, packs: 0, rejects: null, samples: 0 })
    }
    expect(await stateStrip(telemetry, scope, question)).toEqual([])
    expect(await speedSeries(telemetry, scope, { ...question, stepSeconds: 60 })).toEqual([])
    for (const moment of await machineNow(telemetry, scope, { ...question, at: instant(150) })) {
      expect(moment).toMatchObject({ at: null, offline: true, product: '' })
    }
  }
  // First from raw records, then from the rows of the ledger.
  await expectNothing()
  await telemetry.settled()
  await expectNothing()
})

test('the present of a machine, at any instant', async () => {
  const now = async (seconds: number) => {
    const [moment] = await machineNow(telemetry, scope, { machineIds: [1], at: instant(seconds) })
    return moment
  }
  expect(await now(-1)).toMatchObject({ at: null, offline: true, stateSince: null, reason: '' })
  expect(await now(0)).toMatchObject({ at: instant(0), offline: false, state: 10, batchPacks: 0 })
  expect(await now(75)).toMatchObject({
    at: instant(61),
    state: 19,
    stateSince: instant(61),
    batchPacks: 60,
    speedPpm: 0,
    reason: '',
    holdUntil: instant(151),
  })
  expect(await now(100)).toMatchObject({ state: 18, reason: 'Pack in jaws', batchPacks: 60 })
  expect(await now(150)).toMatchObject({
    state: 10,
    product: 'B',
    user: 'Ann',
    stateSince: instant(120),
    batchPacks: 37,
    reason: '',
  })
  expect(await now(239.999)).toMatchObject({ offline: false, stateSince: instant(120) })
  expect(await now(240)).toMatchObject({
    offline: true,
    at: instant(150),
    stateSince: instant(240),
  })
  expect(await now(7_200)).toMatchObject({ offline: true, stateSince: instant(240), state: 10 })
})

test('the speed of each minute is the mean over time, with its extremes; a gap stays a gap', async () => {
  await telemetry.settled()
  const points = await speedSeries(telemetry, scope, {
    machineIds: [1],
    period: period(0, 400),
    stepSeconds: 60,
  })
  expect(points).toEqual([
    { machineId: 1, x: instant(0), mean: 60, min: 60, max: 60 },
    { machineId: 1, x: instant(60), mean: 1, min: 0, max: 60 },
    { machineId: 1, x: instant(120), mean: 90, min: 90, max: 90 },
    { machineId: 1, x: instant(180), mean: 90, min: 90, max: 90 },
  ])
  const cut = { machineIds: [1], period: period(0, 400), stepSeconds: 90 }
  await expect(speedSeries(telemetry, scope, cut)).rejects.toThrow(RangeError)
})

test('the strip of states has no hole but offline, and joins what is the same', async () => {
  const parts = await stateStrip(telemetry, scope, { machineIds: [1], period: period(10, 400) })
  expect(parts).toEqual([
    { machineId: 1, from: instant(10), to: instant(61), state: 10 },
    { machineId: 1, from: instant(61), to: instant(90), state: 19 },
    { machineId: 1, from: instant(90), to: instant(120), state: 18 },
    { machineId: 1, from: instant(120), to: instant(240), state: 10 },
  ])
})

test('increments over any cut add up to the totals', async () => {
  const ask = async (from: number, to: number) =>
    (await machineTotals(telemetry, scope, { machineIds: [1], period: period(from, to) }))[0]!
  const whole = await ask(0, 300)
  const parts = [await ask(0, 47.123), await ask(47.123, 120), await ask(120, 300)]
  for (const key of ['run', 'idle', 'alarm', 'offline', 'packs', 'speedSum', 'samples'] as const) {
    expect(parts.reduce((sum, part) => sum + part[key], 0)).toBe(whole[key])
  }
})

test('a record for earlier than what was answered is told as a change of older data', async () => {
  const seen = await revision(telemetry)
  const requested = { machineIds: [1], revision: seen, before: instant(150) }
  expect(await changedBefore(telemetry, scope, requested)).toBe(false)
  await commitBatch(
    telemetry,
    batchOf({ samples: [sampleOf({ machineId: 1, at: at(500), packCounter: 200 })] }),
  )
  expect(await changedBefore(telemetry, scope, requested)).toBe(false)
  await commitBatch(
    telemetry,
    batchOf({ samples: [sampleOf({ machineId: 1, at: at(149), packCounter: 190 })] }),
  )
  expect(await changedBefore(telemetry, scope, requested)).toBe(true)
  expect(await changedBefore(telemetry, neighbour, requested)).toBe(false)
  expect(await revision(telemetry)).toBeGreaterThan(seen)
})

test('what became of records is counted, and what was kept aside is listed whole, for its own client only', async () => {
  await telemetry.commits.flushCounts()
  const [count, ...others] = await ingestCounts(telemetry, scope, { machineIds: [1, 2] })
  expect(others).toEqual([])
  expect(count).toMatchObject({ machineId: 1, accepted: 9, quarantined: 1, late: 1, backFill: 1 })
  const { records, count: all } = await quarantineList(telemetry, scope, { page: 1, pageSize: 10 })
  expect(all).toBe(1)
  expect(records).toMatchObject([
    { serialNo: 'FW-101', raw: '{"speed":-1}', reason: 'implausible' },
  ])
  const beyond = await quarantineList(telemetry, scope, { page: 2, pageSize: 10 })
  expect(beyond).toEqual({ records: [], count: 1 })
  await expect(quarantineList(telemetry, scope, { page: 0, pageSize: 10 })).rejects.toThrow(
    AppError,
  )
})
