// @slow

import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { anyArrival, arrive, raised, stored } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { anyCuts, anyFilter, slowTotals, storyMachines } from '../../testing/storyMachines.ts'
import type { LedgerAlarm, LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../ledger/fold/ledgerRule.ts'
import { minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { type ContextFilter, matches } from './contextFilter.ts'
import { type ContextTotal, contextTotals, type TotalBy } from './contextTotals.ts'
import { dayContexts } from './dayContexts.ts'
import { intervals } from './intervals.ts'
import { lookupValues } from './lookupValues.ts'
import { exactTotals } from './machineTotals.ts'
import { speedSteps } from './speedSteps.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

type Sums = { ms: number; packs: bigint; rejects: bigint; stops: number }

/** Sums by context, without those that say nothing. */
function byContext(
  totals: readonly (Omit<ContextTotal, 'machineId' | 'category'> & { category: string })[],
) {
  const sums: Record<string, Sums> = {}
  for (const { state, category, product, tool, causeGroup, cause, ...more } of totals) {
    if (more.ms === 0 && more.packs === 0n && !more.rejects && more.stops === 0) continue
    const key = [state, category, product, tool, causeGroup, cause].join('|')
    const sum = sums[key] ?? { ms: 0, packs: 0n, rejects: 0n, stops: 0 }
    sums[key] = sum
    sum.ms += more.ms
    sum.packs += more.packs
    sum.rejects += more.rejects ?? 0n
    sum.stops += more.stops
  }
  return sums
}

function slowly(
  samples: readonly LedgerSample[],
  alarms: readonly LedgerAlarm[],
  rule: LedgerRule,
  window: { from: number; to: number },
  filter: ContextFilter,
) {
  return slowTotals(samples, alarms, rule, window).filter((total) => matches(filter, total))
}

test('totals of contexts agree with a slow second opinion, in any window and filter, settled or not, and add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyArrival,
      anyCuts,
      anyFilter,
      async (samples, alarms, rule, how, cuts, filter) => {
        const { own, second, other } = await newMachines(rule)
        const foreign = { clientId: 2, machineId: other }
        await commitBatch(
          telemetry,
          batchOf({ samples: stored(foreign, samples), alarms: raised(foreign, alarms) }),
        )
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await commitBatch(
          telemetry,
          batchOf({ samples: stored({ clientId: 1, machineId: second }, samples.slice(0, 5)) }),
        )
        const [from, to] = [cuts[0]!, cuts.at(-1)!]
        const ask = (begin: number, end: number) => ({
          machineIds: [own, second, other],
          period: { from: new Date(begin), to: new Date(end) },
          filter,
        })
        const found = await contextTotals(telemetry, scope, ask(from, to))
        const ofOwn = found.filter(({ machineId }) => machineId === own)
        const slow = slowly(samples, alarms, rule, { from, to }, filter)
        expect(byContext(ofOwn)).toEqual(byContext(slow))
        expect(found.filter(({ machineId }) => machineId === other)).toEqual([])

        const parts = await Promise.all(
          cuts.slice(1).map((end, i) => contextTotals(telemetry, scope, ask(cuts[i]!, end))),
        )
        expect(byContext(parts.flat())).toEqual(byContext(found))

        const unfiltered = await contextTotals(telemetry, scope, { ...ask(from, to), filter: {} })
        const by = ['category', 'product'] as const
        const fewer = await contextTotals(telemetry, scope, { ...ask(from, to), filter: {}, by })
        expect(summed(fewer)).toEqual(summed(unfiltered))
        const exact = (await exactTotals(telemetry, scope, ask(from, to))).get(own)
        const all = unfiltered.filter(({ machineId }) => machineId === own)
        const times = { run: 0, alarm: 0, idle: 0, ancillary: 0, unknown: 0 }
        for (const { category, ms } of all) if (category !== 'offline') times[category] += ms
        expect(times).toEqual(exact?.times ?? times)
        expect(all.reduce((sum, { packs }) => sum + packs, 0n)).toBe(exact?.packs ?? 0n)
        const rejects = all.flatMap((total) => (total.rejects === null ? [] : [total.rejects]))
        const sum = rejects.length === 0 ? null : rejects.reduce((a, b) => a + b)
        expect(sum).toBe(exact?.rejects ?? null)

        const days = cuts.slice(1).flatMap((end, i) => {
          const start = Math.max(from, minuteOf(cuts[i]!))
          const last = i === cuts.length - 2 ? end : minuteOf(end)
          const period = { from: new Date(start), to: new Date(last) }
          return start < last ? [{ date: String(i), period }] : []
        })
        for (const { date, period } of days) {
          const of = await dayContexts(telemetry, scope, { ...ask(from, to), days, most: 1_000 })
          const day = of.filter((one) => one.date === date && one.machineId === own)
          const window = { from: period.from.getTime(), to: period.to.getTime() }
          const expected = slowly(samples, alarms, rule, window, filter)
          for (const field of ['run', 'idle'] as const) {
            const ms = expected.filter(({ category }) => category === field)
            expect(add(day.map((one) => one[field]))).toBe(add(ms.map((one) => one.ms)))
          }
          expect(add(day.map(({ observed }) => observed))).toBe(add(expected.map(({ ms }) => ms)))
          const packs = expected.reduce((total, one) => total + one.packs, 0n)
          expect(day.reduce((total, one) => total + one.packs, 0n)).toBe(packs)
        }

        const only = { ...ask(from, to), machineIds: [own, other] }
        const first = minuteOf(from)
        const step = 5 * minuteMs
        const steps = Array.from(
          { length: Math.ceil((to - first) / step) },
          (_, i) => first + i * step,
        )
        const points = await speedSteps(telemetry, scope, { ...only, steps, ends: to })
        const means = steps.flatMap((start) => {
          const inside = slow.filter(({ minute }) => minute >= start && minute < start + step)
          const ms = add(inside.map(({ speedMs }) => speedMs))
          const speed = inside.reduce((total, one) => total + one.speed, 0n)
          return ms === 0 ? [] : [{ x: new Date(start), mean: Number(speed) / 1e6 / ms }]
        })
        expect(points.map(({ x, mean }) => ({ x, mean }))).toEqual(means)

        const values = slow.filter(({ ms, packs }) => ms > 0 || packs > 0n)
        expect(await lookupValues(telemetry, scope, { ...only, field: 'machine' })).toEqual(
          values.length > 0 ? [own] : [],
        )
        const { product: _, ...rest } = filter
        const products = slowly(samples, alarms, rule, { from, to }, rest)
          .filter(({ ms, packs, product }) => product !== '' && (ms > 0 || packs > 0n))
          .map(({ product }) => product)
        expect(await lookupValues(telemetry, scope, { ...only, field: 'product' })).toEqual(
          [...new Set(products)].sort(),
        )
      },
    ),
    { ...runsOfProperty({ deep: 15, daily: 2 }), endOnFailure: true },
  )
}, 240_000)

const add = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

test('a late alarm renames the part of its stop that the ledger already tells of', async () => {
  const place = { machineId: 90_001 }
  const at = (seconds: number) => morning + seconds * 1_000
  const states = [10, 5, 5, 5, 5, 5, 5, 5, 10]
  const samples = states.map((state, i) => sampleOf({ ...place, at: at(i * 60), state }))
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  const causes = async (from: number, to: number) => {
    const period = { from: new Date(at(from)), to: new Date(at(to)) }
    const found = await contextTotals(telemetry, scope, {
      machineIds: [90_001],
      period,
      filter: {},
    })
    // Rows and edges are read side by side and come in any order.
    return found
      .map(({ category, cause, ms, stops }) => [category, cause, ms / 1_000, stops] as const)
      .toSorted(([one], [other]) => (one < other ? 1 : -1))
  }
  expect(await causes(30, 200.5)).toEqual([
    ['run', '', 30, 0],
    ['idle', 'Stopped', 140.5, 1],
  ])
  const alarm = alarmOf({ ...place, raisedAt: at(400), description: 'Film snap' })
  await commitBatch(telemetry, batchOf({ alarms: [alarm] }))
  const renamed = [['idle', 'Film snap', 80.25, 0]]
  expect(await causes(119.75, 200)).toEqual(renamed)
  await telemetry.settled()
  expect(await causes(119.75, 200)).toEqual(renamed)
  expect(await causes(59.999, 60.001)).toEqual([
    ['run', '', 0.001, 0],
    ['idle', 'Film snap', 0.001, 1],
  ])
})

test('a death at the very beginning of a minute, which has no row, still ends the time before it', async () => {
  const machineId = 90_011
  const at = (seconds: number) => morning + seconds * 1_000
  const { state: _, ...silent } = sampleOf({ machineId, at: at(60) })
  const samples = [
    sampleOf({ machineId, at: at(59) }),
    { ...silent, death: true as const },
    sampleOf({ machineId, at: at(130) }),
  ]
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  const period = { from: new Date(at(125)), to: new Date(at(180)) }
  const question = { machineIds: [machineId], period, filter: {} }
  const exact = await exactTotals(telemetry, scope, question)
  expect(exact.get(machineId)?.times.run).toBe(50_000)
  expect(await contextTotals(telemetry, scope, question)).toMatchObject([{ ms: 50_000 }])
  const page = await intervals(telemetry, scope, { ...question, after: null, limit: 9 })
  expect(page).toMatchObject({ rows: [{ from: new Date(at(130)), ms: 50_000 }], next: null })
})

/** Sums by category and product of sums that may be divided further. */
function summed(totals: readonly TotalBy<'category' | 'product'>[]) {
  const sums = new Map<
    string,
    { ms: number; packs: bigint; rejects: bigint | null; stops: number }
  >()
  for (const { category, product, ms, packs, rejects, stops } of totals) {
    const key = `${category} ${product}`
    const sum = sums.get(key) ?? { ms: 0, packs: 0n, rejects: null, stops: 0 }
    sums.set(key, {
      ms: sum.ms + ms,
      packs: sum.packs + packs,
      rejects: rejects === null ? sum.rejects : (sum.rejects ?? 0n) + rejects,
      stops: sum.stops + stops,
    })
  }
  return sums
}
