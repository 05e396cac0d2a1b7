// @slow

import { grantClientScope } from '@packboard/model'
import { atDepth, partOf } from '@packboard/model/testing'
import { machineTotals, stateStrip } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { openTestTelemetry } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverDay } from '../../testing/deliverDay.ts'
import { farAhead, faultDay, type SentMachine } from '../../testing/faultDay.ts'
import { unitsPerPack } from '../machine/counters.ts'
import { Random } from '../random.ts'
import type { TrueTotals, Window } from './trueLedger.ts'

/**
 * A day of the plant with every fault turned on, in shuffled order through the API for records: the product's figures must
 * equal those of the plant, to the millisecond and to the pack.
 */

const sent = faultDay('truth')
/** Whose records go through the product: every machine, or each day three others and the one whose clock is far ahead. */
const played = partOf(
  sent.filter(({ machine }) => machine.serialNo !== farAhead),
  atDepth({ deep: sent.length, daily: 3 }),
).concat(sent.filter(({ machine }) => machine.serialNo === farAhead))
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  await deliverDay(telemetry, played)
}, 600_000)

afterAll(() => telemetry?.close())

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

async function fromProduct(one: SentMachine, { from, to }: Window) {
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
  expect(sent.flatMap(({ deliveries }) => deliveries.filter(({ death }) => death))).toHaveLength(92)
  for (const { truth, day } of sent) {
    const { offline, run } = truth.totals(day)
    expect(offline).toBeGreaterThan(60_000)
    expect(run).toBeGreaterThan(3_600_000)
  }
})
