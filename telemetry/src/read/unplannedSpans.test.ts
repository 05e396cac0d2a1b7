import { grantClientScope, type TimeSpan } from '@packboard/model'
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
import { SpanPlaces } from './unplannedSpans.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

type Said = Omit<TimeSpan, 'from' | 'to'>
const planned = (kind: 'break' | 'closed'): Said => ({ under: kind, plan: kind, label: null })
/** What plan, labels and modes may say of a time; null: nothing. */
const anySaid = fc.constantFrom<Said | null>(
  null,
  planned('break'),
  planned('closed'),
  { under: 'mode', plan: 'closed', label: null },
  { under: 'label', plan: null, label: 7 },
  { under: 'label', plan: 'break', label: 8 },
  { under: null, plan: 'closed', label: 9 },
)

/** Spans of a story, and of the minutes around it, whose edges are in multiples of some ms. */
const anySpans = (gridMs: number): fc.Arbitrary<TimeSpan[]> =>
  fc
    .uniqueArray(
      fc.integer({ min: (-2 * minuteMs) / gridMs, max: ((storyMinutes + 4) * minuteMs) / gridMs }),
      { minLength: 1, maxLength: 8 },
    )
    .chain((instants) =>
      fc.array(anySaid, { minLength: instants.length, maxLength: instants.length }).map((all) => {
        const edges = instants.sort((a, b) => a - b).map((at) => storyStart + at * gridMs)
        return edges.flatMap((from, i) => {
          const [said, to] = [all[i], edges[i + 1]]
          return said && to !== undefined ? [{ ...said, from, to }] : []
        })
      }),
    )

/** Sums by machine and category, without those that say nothing. */
function summed(totals: readonly PlannedTotal<ContextTotal>[]) {
  const sums: Record<string, [ms: number, packs: bigint, stops: number]> = {}
  for (const total of totals) {
    const key = `${total.machineId} ${total.category} ${total.product} ${total.cause}`
    const [ms, packs, stops] = sums[key] ?? [0, 0n, 0]
    sums[key] = [ms + total.ms, packs + total.packs, stops + total.stops]
  }
  return Object.fromEntries(
    Object.entries(sums).filter(([, [ms, packs, stops]]) => ms || packs || stops),
  )
}

const markOf = ({ under, plan, label }: { [Key in keyof Said]?: Said[Key] | undefined }) =>
  `${under ?? '-'} ${plan ?? '-'} ${label ?? '-'}`

/** Whole minutes are exact with packs; time that did not run is exact to the ms. */
const stood = (totals: readonly PlannedTotal<ContextTotal>[]) =>
  totals
    .filter(({ category, ms }) => category !== 'run' && ms !== 0)
    .map((total) => ({ ...total, packs: 0n, stops: 0 }))

test('sums under the spans are those of the windows of the spans, and all of them are the sums of the window', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyArrival,
      anyCuts,
      anyFilter,
      fc
        .constantFrom(minuteMs, 500, 1)
        .chain((gridMs) => fc.tuple(fc.constant(gridMs), anySpans(gridMs))),
      async (samples, alarms, rule, how, cuts, filter, [gridMs, spans]) => {
        const { own, second } = await newMachines(rule)
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await arrive(telemetry, { clientId: 1, machineId: second }, samples, alarms, how)
        const [from, to] = [cuts[0]!, cuts.at(-1)!]
        // Nothing is said of the second machine.
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
        const seen = gridMs === minuteMs ? (all: typeof found) => all : stood
        for (const [mark, those] of Map.groupBy(spans, markOf)) {
          const inside = those
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
          const marked = found.filter((total) => markOf(total) === mark)
          expect(summed(seen(marked))).toEqual(summed(seen(parts.flat())))
        }
        if (gridMs !== minuteMs) return
        const closedMs = found.reduce(
          (sum, { ms, plan }) => (plan === 'closed' ? sum + ms : sum),
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
    { from: minute(2), to: minute(4), ...planned('break') },
    { from: minute(4), to: minute(8.5), ...planned('closed') },
  ]
  const places = new SpanPlaces([minute(0), minute(5)], new Map([[7, spans]]), [7, 8])
  const at = (machineId: number, instant: number) => places.of(places.placeAt(machineId, instant))
  const closed = { under: 'closed', plan: 'closed' }
  expect(places.edges).toEqual([0, 2, 4, 5, 9].map(minute))
  expect(places.cutMinutes(7)).toEqual([minute(8)])
  expect(at(7, minute(1))).toEqual({ part: 0, mark: {} })
  expect(at(7, minute(2))).toEqual({ part: 0, mark: { under: 'break', plan: 'break' } })
  expect(at(7, minute(4))).toEqual({ part: 0, mark: closed })
  expect(at(7, minute(8.4))).toEqual({ part: 1, mark: closed })
  expect(at(7, minute(8.5))).toEqual({ part: 1, mark: {} })
  expect(at(8, minute(6))).toEqual({ part: 1, mark: {} })
  expect(places.piecesOf(7, minute(7), minute(10)).map(({ from, to }) => [from, to])).toEqual([
    [minute(7), minute(8.5)],
    [minute(8.5), minute(10)],
  ])
})
