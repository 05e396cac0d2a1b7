import { grantClientScope, recoveredState } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyRule, storyMinutes, storyStart } from '../../testing/anyRecords.ts'
import { anyArrival, arrive, stored } from '../../testing/arrivals.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { anyTimedSamples } from '../../testing/timedSamples.ts'
import { storedRows, verifyLedger } from '../../testing/verifyLedger.ts'
import { intervals } from '../read/intervals.ts'
import { exactTotals, machineTotals } from '../read/machineTotals.ts'
import { recoveredParts } from '../read/recovered.ts'
import { stateStrip } from '../read/stateStrip.ts'
import { stops } from '../read/stops.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'

let store: TestStore
let telemetry: Telemetry
beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

const scope = grantClientScope(1)
const neighbour = grantClientScope(2)
const second = 1_000
const at = (seconds: number) => morning + seconds * second
const period = { from: new Date(morning), to: new Date(at(3_600)) }
const all = { period, filter: {} }

/** Ten minutes of Execute at a pack a second, then nothing for 20 minutes, then ten minutes of Execute. */
const before = (machineId: number, clientId = 1) =>
  Array.from({ length: 61 }, (_, step) =>
    sampleOf({
      ...{ machineId, clientId, at: at(10 * step), product: 'A', speedPpm: 60 },
      ...{ packCounter: 10 * step, stateTimes: `5:7000 10:${50_000 + 10_000 * step}` },
    }),
  )
/** Of the 20 minutes it ran for 900 s, and stood Stopped for 300 s. */
const after = (machineId: number, clientId = 1) =>
  Array.from({ length: 61 }, (_, step) =>
    sampleOf({
      ...{ machineId, clientId, at: at(1_800 + 10 * step), product: 'A', speedPpm: 60 },
      ...{ packCounter: 1_500 + 10 * step, stateTimes: `5:307000 10:${1_550_000 + 10_000 * step}` },
    }),
  )

const totalsOf = async (machineId: number) => {
  const [totals] = await machineTotals(telemetry, scope, { machineIds: [machineId], period })
  return totals!
}
const minutesOf = { from: new Date(at(900)), to: new Date(at(960)) }

test('20 minutes without records are filled with what the counters of the machine say, and marked', async () => {
  await commitBatch(telemetry, batchOf({ samples: [...before(2, 2), ...after(2, 2)] }))
  await commitBatch(telemetry, batchOf({ samples: before(1) }))
  await telemetry.settled()
  expect(await totalsOf(1)).toMatchObject({ run: 690_000, idle: 0, packs: 600 })
  await commitBatch(telemetry, batchOf({ samples: after(1) }))
  // Also before the ledger had its turn.
  const question = { machineIds: [1], ...all }
  for (const look of ['at once', 'settled']) {
    if (look === 'settled') await telemetry.settled()
    // 600 s + 900 s + 600 s, and the 90 s that the last sample holds for.
    expect(await totalsOf(1)).toMatchObject({ run: 2_190_000, idle: 300_000, packs: 2_100 })
    const [minute] = await machineTotals(telemetry, scope, { machineIds: [1], period: minutesOf })
    expect(minute).toMatchObject({ run: 45_000, idle: 15_000, offline: 0, packs: 45, speedMs: 0 })
    expect(await recoveredParts(telemetry, scope, question)).toEqual([
      {
        ...{ machineId: 1, from: new Date(at(600)), to: new Date(at(1_800)) },
        ...{ product: 'A', tool: '', packs: 900_000_000_000n, rejects: 0n },
        times: [
          { state: 5, category: 'idle', ms: 300_000 },
          { state: 10, category: 'run', ms: 900_000 },
        ],
      },
    ])
    const { rows } = await intervals(telemetry, scope, { ...question, after: null, limit: 20 })
    const texts = rows.map((row) => {
      return [
        (row.from.getTime() - morning) / second,
        (row.to.getTime() - morning) / second,
        row.state,
        row.ms / second,
        Number(row.packs / 1_000_000_000n),
        row.recovered,
      ]
    })
    expect(texts).toEqual([
      [0, 600, 10, 600, 600, false],
      [600, 1_800, 5, 300, 0, true],
      [600, 1_800, 10, 900, 900, true],
      [1_800, 2_490, 10, 690, 600, false],
    ])
    const strip = await stateStrip(telemetry, scope, question)
    expect(strip.map(({ from, state }) => [(from.getTime() - morning) / second, state])).toEqual([
      [0, 10],
      [600, recoveredState],
      [1_800, 10],
    ])
    // It belongs to no stop.
    expect(await stops(telemetry, scope, question)).toEqual([])
  }
  expect(await recoveredParts(telemetry, neighbour, { machineIds: [1], ...all })).toEqual([])
  expect(await recoveredParts(telemetry, scope, { machineIds: [2], ...all })).toEqual([])
})

/** It stands before a gap in the middle of a minute and after it; the counters say that it stood for 300 s of the gap and ran for 920 s. */
const aroundAGap = (machineId: number) =>
  Array.from({ length: 400 }, (_, step) => 5 * step)
    .filter((t) => t <= 595 || t >= 1_815)
    .map((t) => {
      const stood = Math.max(0, Math.min(t, 595) - 575)
      const again = t < 1_815 ? 0 : 300 + Math.min(t, 1_845) - 1_815
      const ran = Math.min(t, 575) + (t < 1_815 ? 0 : 920 + Math.max(0, t - 1_845))
      const isStop = (t >= 575 && t <= 595) || (t >= 1_815 && t < 1_845)
      return sampleOf({
        ...{ machineId, at: at(t), product: 'A', speedPpm: 60, state: isStop ? 5 : 10 },
        packCounter: ran,
        stateTimes: `5:${1_000 * (7 + stood + again)} 10:${1_000 * (50 + ran)}`,
      })
    })

test('a gap that was filled ends no stop and is in none, from the records as from the minutes', async () => {
  await commitBatch(telemetry, batchOf({ samples: aroundAGap(4) }))
  for (const look of ['at once', 'settled', 'after a restart']) {
    if (look !== 'at once') await telemetry.settled()
    if (look === 'after a restart') {
      await telemetry.close()
      telemetry = await store.open()
      await telemetry.settled()
    }
    expect(await totalsOf(4)).toMatchObject({ idle: 350_000 })
    const found = await stops(telemetry, scope, { machineIds: [4], ...all })
    expect([look, ...found]).toMatchObject([
      look,
      { from: new Date(at(575)), to: new Date(at(1_845)), observedMs: 50_000, open: false },
    ])
  }
})

test('a late record in a gap replaces what was recovered, and a restart keeps it', async () => {
  await commitBatch(telemetry, batchOf({ samples: [...before(3), ...after(3)] }))
  await telemetry.settled()
  expect(await totalsOf(3)).toMatchObject({ run: 2_190_000, idle: 300_000 })
  // It stood until 900 s, ran until 1,080 s, and was off then: what is left is more than it counted.
  const late = { machineId: 3, at: at(1_080), state: 10, packCounter: 700 }
  await commitBatch(
    telemetry,
    batchOf({ samples: [sampleOf({ ...late, stateTimes: '5:307000 10:830000' })] }),
  )
  expect(await totalsOf(3)).toMatchObject({ run: 2_190_000, idle: 300_000, packs: 2_100 })
  await telemetry.settled()
  const parts = async () =>
    (await recoveredParts(telemetry, scope, { machineIds: [3], ...all })).map(
      ({ from, to, packs, times }) => [
        (from.getTime() - morning) / second,
        (to.getTime() - morning) / second,
        packs,
        ...times.map(({ ms }) => ms),
      ],
    )
  const both = [
    [600, 1_080, 100_000_000_000n, 300_000, 180_000],
    [1_080, 1_800, 800_000_000_000n, 720_000],
  ]
  expect(await parts()).toEqual(both)
  await telemetry.close()
  telemetry = await store.open()
  expect(await parts()).toEqual(both)
  // Without its counters nothing of the first part is known, and of the second neither.
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ ...late, sourceAt: late.at })] }))
  await telemetry.settled()
  expect(await parts()).toEqual([])
  expect((await verifyLedger(telemetry)).differences).toEqual([])
})

let nextMachine = 100
const cutAt = fc.integer({ min: -1, max: (storyMinutes + 6) * 60_000 })
test('any arrival gives the same rows; windows add up and say the same before and after the ledger had its turn', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTimedSamples,
      anyRule,
      anyArrival,
      fc.uniqueArray(cutAt, { minLength: 3, maxLength: 5 }),
      async (samples, rule, how, cuts) => {
        const [any, sorted] = [nextMachine++, nextMachine++]
        await putMachineRules(
          telemetry,
          [any, sorted].map((machineId) => ({ clientId: 1, machineId, ...rule })),
        )
        const byTime = samples.toSorted((a, b) => a.at - b.at)
        await commitBatch(
          telemetry,
          batchOf({ samples: stored({ clientId: 1, machineId: sorted }, byTime) }),
        )
        await arrive(telemetry, { clientId: 1, machineId: any }, samples, [], how)
        const edges = cuts.toSorted((a, b) => a - b).map((cut) => storyStart + cut)
        const ask = (from: number, to: number) => ({
          machineIds: [any],
          period: { from: new Date(from), to: new Date(to) },
        })
        const looks: unknown[] = []
        for (const look of ['at once', 'settled']) {
          if (look === 'settled') await telemetry.settled()
          const parts = await Promise.all(
            edges
              .slice(1)
              .map(async (to, i) =>
                (await exactTotals(telemetry, scope, ask(edges[i]!, to))).get(any),
              ),
          )
          const whole = ask(edges[0]!, edges.at(-1)!)
          const total = (await exactTotals(telemetry, scope, whole)).get(any)
          const sum = (pick: (part: NonNullable<typeof total>) => number | bigint) =>
            parts.reduce((all, part) => all + BigInt(part ? pick(part) : 0), 0n)
          for (const pick of [
            (one: NonNullable<typeof total>) => one.times.run,
            (one: NonNullable<typeof total>) => one.times.idle,
            (one: NonNullable<typeof total>) => one.packs,
          ]) {
            expect(sum(pick)).toBe(BigInt(total ? pick(total) : 0))
          }
          const rows = []
          for (let after: string | null = null; ; ) {
            const page = await intervals(telemetry, scope, {
              ...whole,
              filter: {},
              after,
              limit: 3,
            })
            rows.push(...page.rows)
            after = page.next
            if (after === null) break
          }
          const spent = Object.values(total?.times ?? {}).reduce((ms, one) => ms + one, 0)
          expect(rows.reduce((ms, row) => ms + row.ms, 0)).toBe(spent)
          expect(rows.reduce((packs, row) => packs + row.packs, 0n)).toBe(total?.packs ?? 0n)
          const strip = await stateStrip(telemetry, scope, whole)
          expect(strip.reduce((ms, { from, to }) => ms + to.getTime() - from.getTime(), 0)).toBe(
            spent,
          )
          const recovered = await recoveredParts(telemetry, scope, { ...whole, filter: {} })
          const marked = recovered
            .flatMap(({ times }) => times)
            .reduce((ms, time) => ms + time.ms, 0)
          expect(rows.filter((row) => row.recovered).reduce((ms, row) => ms + row.ms, 0)).toBe(
            marked,
          )
          const stood = await stops(telemetry, scope, { ...whole, filter: {} })
          expect(stood.flatMap(({ times }) => times).reduce((ms, time) => ms + time.ms, 0)).toBe(
            rows
              .filter(({ category, recovered }) => category !== 'run' && !recovered)
              .reduce((ms, row) => ms + row.ms, 0),
          )
          looks.push([total, rows, strip, stood.map(({ times: _, pieces: __, ...stop }) => stop)])
        }
        expect(looks[0]).toEqual(looks[1])
        expect(await storedRows(telemetry.context, { clientId: 1, machineId: any })).toEqual(
          await storedRows(telemetry.context, { clientId: 1, machineId: sorted }),
        )
      },
    ),
    runsOfProperty({ deep: 10, daily: 3 }),
  )
  expect((await verifyLedger(telemetry)).differences).toEqual([])
}, 300_000)
