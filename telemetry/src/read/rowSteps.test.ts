// @slow

import { cutIntoDays, grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyLongStory, longStoryMs } from '../../testing/longStory.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { playStory } from '../../testing/playStory.ts'
import { withoutHours } from '../../testing/withoutHours.ts'
import { hourMs, hourOf, minuteOf } from '../ledger/fold/minute.ts'
import { HourBook } from '../ledger/hourBook.ts'
import { PieceCache } from '../ledger/pieceCache.ts'
import type { Telemetry } from '../store.ts'
import type { ContextFilter } from './contextFilter.ts'
import { contextTotals } from './contextTotals.ts'
import { dayContextCount, dayContexts } from './dayContexts.ts'
import { lookupValues } from './lookupValues.ts'
import { exactTotals } from './machineTotals.ts'
import { leastHours, rowSteps } from './rowSteps.ts'
import { speedSeries, speedSteps } from './speedSteps.ts'

let telemetry: Telemetry
let nextMachine = 1
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const zones = ['Asia/Kathmandu', 'Australia/Adelaide', 'Europe/London', 'UTC'] as const
const mostDays = 10_000

const anyWindow = fc.record({
  from: fc.oneof(
    fc.integer({ min: -3 * hourMs, max: longStoryMs / 2 }),
    fc.integer({ min: -3, max: 40 }).map((hour) => hour * hourMs),
  ),
  ms: fc.oneof(
    fc.integer({ min: 30 * hourMs, max: longStoryMs }),
    fc.integer({ min: 30, max: 90 }).map((hours) => hours * hourMs),
  ),
  zone: fc.constantFrom(...zones),
})
const anyFilter: fc.Arbitrary<ContextFilter> = fc.record({
  product: fc.constantFrom(undefined, undefined, 'A', 'B', ''),
  tool: fc.constantFrom(undefined, undefined, 'T1', ''),
  state: fc.constantFrom(undefined, undefined, 10, 2),
  causeGroup: fc.constantFrom(undefined, undefined, 'Film', ''),
})

type Wanted = { readonly machineIds: number[]; readonly from: number; readonly to: number }

/** Everything that is read by steps, as one text in one order. */
async function answers(
  { machineIds, from, to }: Wanted,
  zone: string,
  filter: ContextFilter,
): Promise<string[]> {
  const scope = grantClientScope(1)
  const period = { from: new Date(from), to: new Date(to) }
  const question = { machineIds, period, filter }
  const days = { ...question, days: cutIntoDays(period, zone), most: mostDays }
  const all = await Promise.all([
    contextTotals(telemetry, scope, question),
    contextTotals(telemetry, scope, { ...question, by: ['category', 'product'] }).then((totals) =>
      totals.map(({ category, product, ms, packs, rejects, stops }) => {
        return [category, product, ms, packs, rejects, stops]
      }),
    ),
    dayContexts(telemetry, scope, days),
    dayContextCount(telemetry, scope, days),
    exactTotals(telemetry, scope, question).then((totals) => [...totals]),
    ...[stepsOf(from, to, zone), stepsOf(from, to, 'UTC', 3)].map((steps) =>
      speedSteps(telemetry, scope, { ...question, steps, ends: to }),
    ),
    ...[3_600, 3 * 3_600, 1_800].map((stepSeconds) =>
      speedSeries(telemetry, scope, { ...question, stepSeconds }),
    ),
    lookupValues(telemetry, scope, { ...question, field: 'product' }),
    lookupValues(telemetry, scope, { ...question, field: 'tool' }),
    lookupValues(telemetry, scope, { ...question, field: 'machine' }),
  ])
  return all.map((answer) => {
    const rows = (Array.isArray(answer) ? answer : [answer]).map((row: unknown) =>
      JSON.stringify(row, inOneOrder),
    )
    return rows.sort().join('\n')
  })
}

/** Where the steps of a chart begin: the days of a zone, or each so many hours. */
function stepsOf(from: number, to: number, zone: string, hours?: number): number[] {
  const days = cutIntoDays({ from: new Date(from), to: new Date(to) }, zone)
  if (hours === undefined) return days.map(({ period }) => minuteOf(period.from.getTime()))
  const first = hourOf(from)
  return Array.from(
    { length: Math.ceil((to - first) / (hours * hourMs)) },
    (_, i) => first + i * hours * hourMs,
  )
}

function inOneOrder(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('any window, zone and filter: the answers of hours are those of minutes alone, read or remembered', async () => {
  let byHours = 0
  let byMemory = 0
  await fc.assert(
    fc.asyncProperty(
      anyLongStory,
      anyLongStory,
      fc.array(fc.tuple(anyWindow, anyFilter), { minLength: 3, maxLength: 3 }),
      async (story, other, questions) => {
        const machineIds = [nextMachine++, nextMachine++]
        const [first = 0, second = 0] = machineIds
        const neighbour = nextMachine++
        await playStory(telemetry, { clientId: 1, machineId: first }, story)
        await playStory(telemetry, { clientId: 1, machineId: second }, other)
        await playStory(telemetry, { clientId: 2, machineId: neighbour }, story)
        // Before the hours are written; read from the store; and, wanted once, remembered.
        for (const round of ['minutes', 'hours', 'memory']) {
          if (round !== 'minutes') {
            await telemetry.settled()
            await telemetry.context.ledger.hoursSettled()
          }
          for (const [{ from, ms, zone }, filter] of questions) {
            const begin = story.start + from
            const wanted = { machineIds: [first, second, neighbour], from: begin, to: begin + ms }
            const current = vi.spyOn(HourBook.prototype, 'current')
            const held = vi.spyOn(PieceCache.prototype, 'parts')
            const found = await answers(wanted, zone, filter)
            byHours += current.mock.results.filter(({ value }) => value !== null).length
            const isHeld = held.mock.results.filter(({ value }) => value.length > 0).length
            if (round === 'memory') byMemory += isHeld
            for (const spy of [current, held]) spy.mockRestore()
            expect(found).toEqual(await withoutHours(() => answers(wanted, zone, filter)))
          }
        }
      },
    ),
    { ...runsOfProperty({ deep: 2, daily: 1 }), endOnFailure: true },
  )
  expect(byHours).toBeGreaterThan(10)
  expect(byMemory).toBeGreaterThan(10)
}, 240_000)

const at = (hour: number) => Date.UTC(2026, 10, 20) + hour * hourMs
const place = (machineId: number) => ({ clientId: 1, machineId })
const all = {
  current: (_: number, from: number, to: number) => ({
    from: Math.ceil(from / hourMs) * hourMs,
    to: Math.floor(to / hourMs) * hourMs,
  }),
}

test('a window is its whole hours and its ragged ends', () => {
  const steps = rowSteps([{ ...place(1), from: at(0) + 60_000, to: at(60) + 60_000 }], all)
  expect(steps).toMatchObject({
    hoursFrom: new Date(at(1)),
    hoursTo: new Date(at(60)),
    headTo: new Date(at(1)),
    tailFrom: new Date(at(60)),
    apart: [],
    cutHours: [],
  })
})

test('the hour in which a day begins is read as minutes, unless the day begins with it', () => {
  const stretches = [{ ...place(1), from: at(0), to: at(72) }]
  const cuts = [at(0), at(18) + 15 * 60_000, at(42) + 15 * 60_000, at(66)]
  expect(rowSteps(stretches, all, cuts).cutHours).toEqual([at(18) / 1_000, at(42) / 1_000])
})

test('few hours are read as minutes, and a machine that is far behind does not hold up the others', () => {
  const few = rowSteps([{ ...place(1), from: at(0), to: at(leastHours - 1) }], all)
  expect(few).toMatchObject({ hourStarts: [0n], hourEnds: [0n], apart: [1], tailFrom: new Date(0) })
  const stretches = [
    { ...place(1), from: at(0), to: at(100) },
    { ...place(2), from: at(0), to: at(40) },
    { ...place(3), from: at(0), to: at(99) },
  ]
  expect(rowSteps(stretches, all)).toMatchObject({
    apart: [2],
    hoursTo: new Date(at(100)),
    tailFrom: new Date(at(99)),
    hourEnds: [at(100), at(40), at(99)].map(BigInt),
  })
})
