// @slow

import { AppError, grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { anyArrival, arrive, raised, stored } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { anyCuts, anyFilter, storyMachines } from '../../testing/storyMachines.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { StoredSample } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { type ContextTotal, contextTotals } from './contextTotals.ts'
import { type Interval, type IntervalQuestion, intervals } from './intervals.ts'
import { machineTotals } from './machineTotals.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

/** `limit`: the sizes of the pages, one after the other, again and again. */
async function allPages({
  limit: sizes,
  ...question
}: Omit<IntervalQuestion, 'after' | 'limit'> & { limit: readonly number[] }) {
  const rows: Interval[] = []
  let after: string | null = null
  for (let pages = 0; pages < 2_000; pages++) {
    const limit = sizes[pages % sizes.length] ?? 1
    const page = await intervals(telemetry, scope, { ...question, after, limit })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    after = page.next
    if (after === null) return rows
  }
  throw new Error('The pages do not end')
}

type Amounts = Pick<
  ContextTotal,
  | 'machineId'
  | 'state'
  | 'category'
  | 'product'
  | 'tool'
  | 'causeGroup'
  | 'cause'
  | 'ms'
  | 'packs'
  | 'rejects'
  | 'stops'
>

function sums(rows: readonly Amounts[]) {
  const found: Record<string, { ms: number; packs: bigint; rejects: bigint; stops: number }> = {}
  for (const row of rows) {
    const { machineId, state, category, product, tool, causeGroup, cause } = row
    if (row.ms === 0 && row.packs === 0n && !row.rejects) continue
    const key = [machineId, state, category, product, tool, causeGroup, cause].join('|')
    const sum = found[key] ?? { ms: 0, packs: 0n, rejects: 0n, stops: 0 }
    found[key] = sum
    sum.ms += row.ms
    sum.packs += row.packs
    sum.rejects += row.rejects ?? 0n
    sum.stops += row.stops
  }
  return found
}

const context = ({
  from: _f,
  to: _t,
  ms: _m,
  packs: _p,
  rejects: _r,
  stops: _s,
  ...rest
}: Interval) => rest

/** In order, without overlap, and no two that could be one. */
function expectMaximal(rows: readonly Interval[]) {
  for (const [i, row] of rows.entries()) {
    if (row.ms === 0) continue
    const last = rows
      .slice(0, i)
      .findLast(({ machineId, ms }) => machineId === row.machineId && ms > 0)
    if (last === undefined) continue
    expect(row.from.getTime()).toBeGreaterThanOrEqual(last.to.getTime())
    const joins = last.to.getTime() === row.from.getTime()
    if (joins) expect(context(row)).not.toEqual(context(last))
  }
}

test('all pages of any size add up to the totals, for any window and filter, settled or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyArrival,
      anyCuts,
      anyFilter,
      fc.shuffledSubarray([1, 3, 7], { minLength: 2 }),
      fc.constantFrom('packs', 'idle', 'gaps'),
      async (samples, alarms, rule, how, cuts, filter, limit, narrow) => {
        const { own, second, other } = await newMachines(rule)
        const foreign = { clientId: 2, machineId: other }
        const few = { clientId: 1, machineId: second }
        const batch = { samples: stored(foreign, samples), alarms: raised(foreign, alarms) }
        await commitBatch(telemetry, batchOf(batch))
        await commitBatch(telemetry, batchOf({ samples: stored(few, samples.slice(0, 6)) }))
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        const period = { from: new Date(cuts[0]!), to: new Date(cuts.at(-1)!) }
        const question = { machineIds: [second, own, other], period, filter }
        const totals = await contextTotals(telemetry, scope, question)
        const rows = await allPages({ ...question, limit })
        expect(sums(rows)).toEqual(sums(totals))
        expectMaximal(rows)
        expect(await allPages({ ...question, limit: [200] })).toEqual(rows)
        const sizes = (kind: typeof narrow) => (kind === narrow ? limit : [200])
        const counting = rows.filter(({ packs }) => packs > 0n)
        expect(await allPages({ ...question, limit: sizes('packs'), withPacksOnly: true })).toEqual(
          counting,
        )
        const idle = rows.filter(({ category }) => category === 'idle')
        expect(await allPages({ ...question, limit: sizes('idle'), category: 'idle' })).toEqual(
          idle,
        )

        const gaps = await allPages({ ...question, limit: sizes('gaps'), offline: true })
        for (const one of await machineTotals(telemetry, scope, question)) {
          const own = gaps.filter(({ machineId }) => machineId === one.machineId)
          expect(own.reduce((ms, gap) => ms + gap.ms, 0)).toBe(one.offline)
        }
        expectMaximal(gaps)

        await telemetry.settled()
        expect(await allPages({ ...question, limit })).toEqual(rows)
      },
    ),
    { ...runsOfProperty({ deep: 6, daily: 2 }), endOnFailure: true },
  )
}, 240_000)

test('days of one state are one interval each, and a short stop inside is found', async () => {
  const machineId = 90_001
  const minutes = 3 * 24 * 60
  const samples: StoredSample[] = []
  const reported = (i: number) => (i < minutes / 2 ? { product: 'A' } : { product: 'B' })
  for (let i = 0; i < minutes; i++) {
    samples.push(
      sampleOf({ machineId, at: morning + i * minuteMs, packCounter: i, ...reported(i) }),
    )
  }
  const stopAt = morning + 1_000 * minuteMs + 20_000
  samples.push(sampleOf({ machineId, at: stopAt, state: 5 }))
  samples.push(sampleOf({ machineId, at: stopAt + 3_000, state: 10 }))
  const alarms = [alarmOf({ machineId, raisedAt: stopAt - 1_000, description: 'Film snap' })]
  await commitBatch(telemetry, batchOf({ samples, alarms }))
  await telemetry.settled()
  const period = { from: new Date(morning - 5), to: new Date(morning + minutes * minuteMs) }
  const question = { machineIds: [machineId], period, filter: {} }
  const rows = await allPages({ ...question, limit: [1] })
  expect(
    rows.map(({ from, to, state, product, cause, packs, stops }) => [
      (from.getTime() - morning) / 1_000,
      (to.getTime() - morning) / 1_000,
      state,
      product,
      cause,
      Number(packs) / 1e9,
      stops,
    ]),
  ).toEqual([
    [0, 60_020, 10, 'A', '', 1_000, 0],
    [60_020, 60_023, 5, 'A', 'Film snap', 0, 1],
    [60_023, minutes * 30, 10, 'A', '', minutes / 2 - 1_000, 0],
    [minutes * 30, minutes * 60, 10, 'B', '', minutes / 2 - 1, 0],
  ])
  const film = { ...question, filter: { causeGroup: 'Film' } }
  expect(await allPages({ ...film, limit: [50] })).toEqual([rows[1]])
})

test.each(['x', '1.2', '1..x', '77..0'])('%s is no place to go on from', async (after) => {
  const period = { from: new Date(morning), to: new Date(morning + 1) }
  const question = { machineIds: [1], period, filter: {}, after, limit: 1 }
  await expect(intervals(telemetry, scope, question)).rejects.toThrow(AppError)
})
