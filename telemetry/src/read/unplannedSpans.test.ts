import { grantClientScope, type UnplannedKind } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anyAlarms,
  anyRule,
  anySamples,
  storyMinutes,
  storyStart,
} from '../../testing/anyRecords.ts'
import { anyArrival, arrive } from '../../testing/arrivals.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { anyCuts, anyFilter, storyMachines } from '../../testing/storyMachines.ts'
import { minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { type ContextTotal, contextTotals } from './contextTotals.ts'
import { type PlannedTotal, plannedTotals } from './partTotals.ts'
import { stepTotals } from './stepTotals.ts'
import { SpanPlaces, type UnplannedSpan } from './unplannedSpans.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

/** Breaks and closed time on whole minutes of a story, and of the minutes around it. */
const anySpans: fc.Arbitrary<UnplannedSpan[]> = fc
  .uniqueArray(fc.integer({ min: -2, max: storyMinutes + 4 }), { minLength: 1, maxLength: 8 })
  .chain((minutes) =>
    fc
      .array(fc.constantFrom<UnplannedKind | null>('break', 'closed', null), {
        minLength: minutes.length,
        maxLength: minutes.length,
      })
      .map((kinds) => {
        const edges = minutes.sort((a, b) => a - b).map((at) => storyStart + at * minuteMs)
        return edges.flatMap((from, i) => {
          const [kind, to] = [kinds[i], edges[i + 1]]
          return kind && to !== undefined ? [{ from, to, kind }] : []
        })
      }),
  )

/** Sums by machine and category, without those that say nothing. */
function summed(totals: readonly PlannedTotal<ContextTotal>[], under?: UnplannedKind | 'none') {
  const sums: Record<string, [ms: number, packs: bigint, stops: number]> = {}
  for (const total of totals) {
    if (under !== undefined && (total.under ?? 'none') !== under) continue
    const key = `${total.machineId} ${total.category} ${total.product} ${total.cause}`
    const [ms, packs, stops] = sums[key] ?? [0, 0n, 0]
    sums[key] = [ms + total.ms, packs + total.packs, stops + total.stops]
  }
  return Object.fromEntries(
    Object.entries(sums).filter(([, [ms, packs, stops]]) => ms || packs || stops),
  )
}

test('sums under the spans are those of the windows of the spans, and all of them are the sums of the window', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyArrival,
      anyCuts,
      anyFilter,
      anySpans,
      async (samples, alarms, rule, how, cuts, filter, spans) => {
        const { own, second } = await newMachines(rule)
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await arrive(telemetry, { clientId: 1, machineId: second }, samples, alarms, how)
        const [from, to] = [cuts[0]!, cuts.at(-1)!]
        // The second machine has no plan.
        const question = {
          machineIds: [own, second],
          period: { from: new Date(from), to: new Date(to) },
          filter,
        }
        const whole = await contextTotals(telemetry, scope, question)
        const [found = []] = await plannedTotals(telemetry, scope, {
          ...question,
          starts: [question.period.from],
          spans: new Map([[own, spans]]),
        })
        expect(summed(found)).toEqual(summed(whole))
        for (const kind of ['break', 'closed'] as const) {
          const inside = spans
            .filter((span) => span.kind === kind)
            .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
            .filter((span) => span.from < span.to)
          const parts = await Promise.all(
            inside.map((span) =>
              contextTotals(telemetry, scope, {
                machineIds: [own],
                period: { from: new Date(span.from), to: new Date(span.to) },
                filter,
              }),
            ),
          )
          expect(summed(found, kind)).toEqual(summed(parts.flat()))
        }
        const closedMs = found.reduce(
          (sum, { ms, under }) => (under === 'closed' ? sum + ms : sum),
          0,
        )
        const steps = { steps: [minuteOf(from)], ends: Math.ceil(to / minuteMs) * minuteMs }
        const lanes = await stepTotals(telemetry, scope, {
          ...question,
          ...steps,
          spans: new Map([[own, spans]]),
        })
        const plain = await stepTotals(telemetry, scope, { ...question, ...steps })
        expect(lanes.reduce((sum, step) => sum + step.closedMs, 0)).toBe(closedMs)
        expect(lanes.map((step) => ({ ...step, closedMs: 0 }))).toEqual(plain)
      },
    ),
    runsOfProperty({ deep: 60, daily: 12 }),
  )
}, 300_000)

test('an instant has the place of its part and of the span that covers it', () => {
  const minute = (at: number) => at * minuteMs
  const spans = [
    { from: minute(2), to: minute(4), kind: 'break' as const },
    { from: minute(4), to: minute(9), kind: 'closed' as const },
  ]
  const places = new SpanPlaces([minute(0), minute(5)], new Map([[7, spans]]), [7, 8])
  const at = (machineId: number, instant: number) => places.of(places.placeAt(machineId, instant))
  expect(places.edges).toEqual([0, 2, 4, 5, 9].map(minute))
  expect(at(7, minute(1))).toEqual({ part: 0, under: undefined })
  expect(at(7, minute(2))).toEqual({ part: 0, under: 'break' })
  expect(at(7, minute(4))).toEqual({ part: 0, under: 'closed' })
  expect(at(7, minute(6))).toEqual({ part: 1, under: 'closed' })
  expect(at(7, minute(9))).toEqual({ part: 1, under: undefined })
  expect(at(8, minute(6))).toEqual({ part: 1, under: undefined })
})
