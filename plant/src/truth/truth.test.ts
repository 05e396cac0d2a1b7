import { gzipSync } from 'node:zlib'
import { createMachineDirectory, createPipeline, parseIngestBody } from '@packboard/ingest'
import { grantClientScope } from '@packboard/model'
import { atDepth, partOf } from '@packboard/model/testing'
import { machineTotals, stateStrip } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { openTestTelemetry } from '@packboard/telemetry/testing'
import { commitBatches, putMachineRules } from '@packboard/telemetry/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Delivery, sendDay } from '../faults/sendDay.ts'
import { badDay, noListeners } from '../faults/wireFaults.ts'
import { simulateLine } from '../line/simulateLine.ts'
import { countersOf, firstRegisters, unitsPerPack } from '../machine/counters.ts'
import { historyCadence } from '../machine/readings.ts'
import { linesOf, type PlantLine } from '../plantLayout.ts'
import { faultPlant } from '../plants/faultPlant.ts'
import { Random } from '../random.ts'
import { wireText } from '../send/wire.ts'
import { productionDay } from '../shift/productionDay.ts'
import { TrueLedger, type TrueTotals, type Window } from './trueLedger.ts'

/**
 * A day of the whole plant with every fault turned on: outages with late bursts, outages that lost everything, deaths,
 * batches sent twice, counters that fall and roll over, clocks that are wrong; in shuffled order through the API for
 * records. The product's figures must equal those of the plant, to the millisecond and to the pack.
 */

/** Beyond what is forgiven (D9): what it says at once counts at its receipt, what it buffered partly at its own time. */
const farAhead = 'FW-512'

const withBrokenClock = (line: PlantLine): PlantLine => ({
  ...line,
  machines: line.machines.map((machine) =>
    machine.serialNo === farAhead ? { ...machine, clockMs: 20_000, numbered: true } : machine,
  ),
})

function sendPlant() {
  const lines = linesOf(faultPlant()).map(withBrokenClock)
  const clients = [...new Set(lines.map(({ client }) => client))]
  let machineId = 100
  return lines.flatMap((line) =>
    simulateLine(line, productionDay(line.zone, '2026-11-04'), {
      seed: 'truth',
      staffed: true,
    }).map((day) => {
      const { machine } = day
      const random = new Random('truth', machine.serialNo)
      const faults = badDay(day.from, day.to, random)
      const counters = countersOf(day, firstRegisters(machine), noListeners(faults))
      const { deliveries, reported } = sendDay(day, counters, faults, historyCadence, random)
      machineId += 1
      return {
        machineId,
        clientId: clients.indexOf(line.client) + 1,
        machine,
        day,
        deliveries,
        truth: new TrueLedger(reported),
      }
    }),
  )
}

const sent = sendPlant()
/** Whose records go through the product: every machine, or each day three others and the one whose clock is far ahead. */
const played = partOf(
  sent.filter(({ machine }) => machine.serialNo !== farAhead),
  atDepth({ deep: sent.length, daily: 3 }),
).concat(sent.filter(({ machine }) => machine.serialNo === farAhead))
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  await putMachineRules(
    telemetry,
    played.map(({ clientId, machineId, machine }) => ({
      clientId,
      machineId,
      holdMs: machine.holdMs,
      targetPpm: null,
      designPpm: machine.designPpm,
      recipePpm: new Map(),
      categories: {},
    })),
  )
  await deliverAll()
  await telemetry.settled()
}, 600_000)

afterAll(() => telemetry?.close())

async function deliverAll() {
  const directory = createMachineDirectory(
    { device: async () => null, deviceNow: () => null },
    played.map(({ machineId, clientId, machine }) => ({
      machineId,
      clientId,
      serialNo: machine.serialNo,
      holdMs: machine.holdMs,
      topics: [],
    })),
  )
  const pipeline = createPipeline({
    commit: (batches) => commitBatches(telemetry, batches),
    directory,
    now: Date.now,
    gatherMs: 1,
    log: { info() {}, warn() {}, error() {} },
  })
  const idOf = new Map(played.map(({ machine, machineId }) => [machine.serialNo, machineId]))
  /** Some deliveries at a time, in this order: they share a commit, also several of one machine and repeated ones. */
  const deliverInOrder = async (deliveries: readonly Delivery[]) => {
    const random = new Random('commits')
    for (let at = 0; at < deliveries.length; ) {
      const some = deliveries.slice(at, at + random.whole(1, 24))
      at += some.length
      const read = await Promise.all(some.map(readBody))
      await Promise.all(
        read.map(({ id, serialNo, receivedAt, reading }) => {
          if (!reading) return pipeline.deaths([id], 'mqtt', receivedAt)
          const sender = {
            userName: serialNo,
            clientId: null,
            mayPublishFor: (one: number) => one === id,
          }
          return pipeline.deliver(sender, reading, receivedAt)
        }),
      )
    }
  }
  const readBody = async ({ serialNo, records, receivedAt, death }: Delivery) => {
    const id = idOf.get(serialNo) ?? 0
    if (death) return { id, serialNo, receivedAt, reading: null }
    const body = gzipSync(records.map(wireText).join('\n'), { level: 1 })
    const reading = await parseIngestBody('application/x-ndjson', 'gzip', body)
    return { id, serialNo, receivedAt, reading }
  }
  // Which records came too early, and where a death stands, is decided by the order of arrival; that order is kept for
  // clocks that are ahead. Of all other machines the order means nothing.
  const inOrder = played.filter(({ machine }) => machine.clockMs > 0)
  const anyOrder = played.filter(({ machine }) => machine.clockMs <= 0)
  const all = anyOrder.flatMap(({ deliveries }) => deliveries)
  const deaths = all.filter(({ death }) => death)
  const shuffled = new Random('order').shuffled(all.filter(({ death }) => !death))
  await deliverInOrder(deaths)
  await Promise.all([
    ...inOrder.map(({ deliveries }) => deliverInOrder(deliveries)),
    deliverInOrder(shuffled),
  ])
  await pipeline.close(10_000)
  const tallies = pipeline.tallies()
  expect(tallies).toHaveLength(played.length)
  for (const { accepted, quarantined } of tallies) {
    expect(accepted).toBeGreaterThan(1_000)
    expect(quarantined).toBe(0)
  }
}

/** The day with its edges, the day, and windows that begin and end at odd milliseconds, each day four others of ten. */
function windows({ from, to }: Window): Window[] {
  const random = new Random('windows')
  const all = Array.from({ length: 10 }, () => {
    const start = random.whole(from - 3_600_000, to)
    return { from: start, to: start + random.whole(1, 9_000_000) }
  })
  const odd = partOf(all, atDepth({ deep: all.length, daily: 4 }))
  return [{ from: from - 3_600_000, to: to + 3_600_000 }, { from, to }, ...odd]
}

async function fromProduct(one: (typeof sent)[number], { from, to }: Window) {
  const scope = grantClientScope(one.clientId)
  const question = {
    machineIds: [one.machineId],
    period: { from: new Date(from), to: new Date(to) },
  }
  const [totals] = await machineTotals(telemetry, scope, question)
  const stateMs = new Map<number, number>()
  for (const part of await stateStrip(telemetry, scope, question)) {
    const ms = part.to.getTime() - part.from.getTime()
    stateMs.set(part.state, (stateMs.get(part.state) ?? 0) + ms)
  }
  return { totals, stateMs }
}

const inOrderOfState = (stateMs: ReadonlyMap<number, number>) =>
  [...stateMs].sort(([one], [other]) => one - other)

/** Whole units of the machine's own counter: no rounding can hide a pack. */
const units = (packs: number, perPack: number) => Math.round(packs * perPack * 1e6) / 1e6

test.each(played.map((one) => [one.machine.serialNo, one] as const))(
  '%s: seconds per state to the millisecond, packs exactly',
  async (_serialNo, one) => {
    const perPack = unitsPerPack(one.machine)
    for (const window of windows(one.day)) {
      const truth: TrueTotals = one.truth.totals(window)
      const { totals, stateMs } = await fromProduct(one, window)
      expect(inOrderOfState(stateMs)).toEqual(inOrderOfState(truth.stateMs))
      const { run, alarm, idle, ancillary, offline, external, rejects } = truth
      const quiet = truth.packs === 0 && totals?.rejects === null
      expect(totals).toMatchObject({ run, alarm, idle, ancillary, offline, external, unknown: 0 })
      expect(units(totals?.packs ?? -1, perPack)).toBe(units(truth.packs, perPack))
      if (!quiet) expect(totals?.rejects).toBe(rejects)
    }
  },
)

test('the day had every fault in it, and every state', () => {
  const states = new Set(sent.flatMap(({ truth }) => truth.stretches.map(({ state }) => state)))
  expect([...states].filter((state) => state !== null)).toHaveLength(26)
  const repeated = sent.flatMap(({ deliveries }) => {
    const seen = new Set<unknown>()
    return deliveries.filter(({ records }) => {
      const again = seen.has(records)
      seen.add(records)
      return again
    })
  })
  expect(repeated.length).toBeGreaterThan(100)
  expect(sent.flatMap(({ deliveries }) => deliveries.filter(({ death }) => death))).toHaveLength(80)
  for (const { truth, day } of sent) {
    const { offline, run } = truth.totals(day)
    expect(offline).toBeGreaterThan(60_000)
    expect(run).toBeGreaterThan(3_600_000)
  }
})
