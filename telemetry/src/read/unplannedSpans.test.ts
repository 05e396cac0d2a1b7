// @slow

import {
  grantClientScope,
  isStandingTime,
  machineState,
  type TimeSpan,
  timeSpans,
} from '@packboard/model'
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
import {
  type ContextTotal,
  contextTotals,
  type OeeTotal,
  oeeTotals,
  type PlannedTotal,
  plannedTotals,
} from './contextTotals.ts'
import { stepTotals } from './stepTotals.ts'
import { plannedAlone, type SpanMark, SpanPlaces } from './unplannedSpans.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

/** Spans of a story and of the minutes around it without overlap, whose edges are multiples of some ms. */
const anyTimes = (gridMs: number) =>
  fc
    .uniqueArray(
      fc.integer({ min: (-2 * minuteMs) / gridMs, max: ((storyMinutes + 4) * minuteMs) / gridMs }),
      { maxLength: 6 },
    )
    .chain((instants) =>
      fc
        .array(fc.constantFrom(0, 1, null), {
          minLength: instants.length,
          maxLength: instants.length,
        })
        .map((kinds) => {
          const edges = instants.sort((a, b) => a - b).map((at) => storyStart + at * gridMs)
          return edges.flatMap((from, i) => {
            const [kind, to] = [kinds[i], edges[i + 1]]
            return typeof kind === 'number' && to !== undefined ? [{ from, to, kind }] : []
          })
        }),
    )

/** A plan on whole minutes, with labels and modes at any ms. */
const anySpans = fc.constantFrom(minuteMs, 500, 1).chain((gridMs) =>
  fc.tuple(anyTimes(minuteMs), anyTimes(gridMs), anyTimes(gridMs)).map(([plan, labels, modes]) =>
    timeSpans({
      plan: plan.map(({ kind, ...span }) => ({ ...span, kind: kind === 0 ? 'break' : 'closed' })),
      labels: labels.map(({ kind, ...span }, label) => ({ ...span, label, planned: kind === 0 })),
      modes: modes.map(({ from, to }) => ({ from, to })),
    }),
  ),
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

const markOf = ({ under, plan, label }: SpanMark | TimeSpan) =>
  `${under ?? '-'} ${plan ?? '-'} ${label ?? '-'}`

const summedByMark = (totals: readonly PlannedTotal<ContextTotal>[]) =>
  Object.fromEntries([...Map.groupBy(totals, markOf)].map(([mark, own]) => [mark, summed(own)]))

/** What was counted while the machine was seen to stand. */
const counted = (totals: readonly PlannedTotal<ContextTotal>[]) =>
  totals
    .filter(({ category, packs }) => isStandingTime(category) && packs !== 0n)
    .map((total) => ({ ...total, ms: 0, stops: 0 }))

/** Time that a label and a mode decide: what did not run, and nothing else. */
const stood = (totals: readonly PlannedTotal<ContextTotal>[]) =>
  totals
    .filter(({ category, ms }) => category !== 'run' && category !== 'offline' && ms !== 0)
    .map((total) => ({ ...total, packs: 0n, stops: 0 }))

/** The same totals with one for each product and mark, without those that say nothing. */
function oeeOf(totals: readonly PlannedTotal<ContextTotal>[]) {
  const groups = Map.groupBy(
    totals,
    (total) => `${total.machineId} ${total.product} ${markOf(total)}`,
  )
  return [...groups].flatMap(([key, own]) => {
    const ms = (keeps: (total: ContextTotal) => boolean) =>
      own.filter(keeps).reduce((sum, total) => sum + total.ms, 0)
    const of = (kind: string) => ms(({ category }) => category === kind)
    const isExternal = ({ category, state }: ContextTotal) =>
      category !== 'unknown' && machineState(state).external
    const packs = (those: readonly ContextTotal[]) =>
      those.reduce((sum, total) => sum + total.packs, 0n)
    const afterGap = own.filter(({ category }) => category === 'offline')
    const rejects = own.flatMap((total) =>
      total.category === 'offline' || total.rejects === null ? [] : [total.rejects],
    )
    const sums = {
      ...{ run: of('run'), alarm: of('alarm'), idle: of('idle'), ancillary: of('ancillary') },
      ...{ unknown: of('unknown'), external: ms(isExternal) },
      externalRun: ms((total) => total.category === 'run' && isExternal(total)),
      ...{ packs: packs(own), packsAfterGap: packs(afterGap) },
      rejectsInTime: rejects.length === 0 ? null : rejects.reduce((sum, one) => sum + one),
    }
    return saysNothing(sums) ? [] : [[key, sums] as const]
  })
}

const saysNothing = (sums: Omit<OeeTotal, 'machineId' | 'product'>) =>
  Object.values(sums).every((one) => one === null || Number(one) === 0)

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
        // Nothing is said of the second machine.
        const question = {
          machineIds: [own, second],
          period: { from: new Date(from), to: new Date(to) },
          filter,
        }
        const whole = await contextTotals(telemetry, scope, question)
        const ask = () =>
          plannedTotals(telemetry, scope, {
            ...question,
            starts: [question.period.from],
            spans: new Map([[own, spans]]),
          })
        const [found = []] = await ask()
        expect(summed(found)).toEqual(summed(whole))
        // What labels and modes move comes from memory now.
        const [again = []] = await ask()
        expect(summedByMark(again)).toEqual(summedByMark(found))
        const starts: Date[] = []
        for (let at = minuteOf(from); at < to; at += 3 * minuteMs) starts.push(new Date(at))
        const parts = { ...question, filter: {}, starts, spans: new Map([[own, spans]]) }
        const oee = (await oeeTotals(telemetry, scope, parts)).map((part) =>
          part.flatMap((total) => {
            const {
              machineId,
              product,
              under: _,
              plan: __,
              label: ___,
              since: ____,
              ...sums
            } = total
            const key = `${machineId} ${product} ${markOf(total)}`
            return saysNothing(sums) ? [] : [[key, sums] as const]
          }),
        )
        const planned = await plannedTotals(telemetry, scope, parts)
        expect(oee.map((part) => new Map(part))).toEqual(
          planned.map((part) => new Map(oeeOf(part))),
        )
        const inside = async (those: readonly TimeSpan[]) => {
          const parts = await Promise.all(
            those
              .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
              .filter((span) => span.from < span.to)
              .map((span) =>
                contextTotals(telemetry, scope, {
                  machineIds: [own],
                  period: { from: new Date(span.from), to: new Date(span.to) },
                  filter,
                }),
              ),
          )
          return parts.flat()
        }
        for (const [mark, those] of Map.groupBy(spans, markOf)) {
          const marked = found.filter((total) => markOf(total) === mark)
          expect(summed(stood(marked))).toEqual(summed(stood(await inside(those))))
        }
        // A count belongs to the moment before its reading, where labels and modes decide (D111).
        const plans = plannedAlone(new Map([[own, spans]])).get(own) ?? []
        const edges = [from, ...plans.flatMap((span) => [span.from, span.to])]
        const afterOf = (at: number) => (edges.includes(at) ? at : at + 1)
        const moved = spans.filter(({ under, plan, label }) => under !== plan || label !== null)
        for (const [mark, those] of Map.groupBy(moved, markOf)) {
          const marked = found.filter((total) => markOf(total) === mark)
          const readings = those.map((span) => {
            const [begin, end] = [Math.max(from, span.from), Math.min(to, span.to)]
            return { ...span, from: afterOf(begin), to: afterOf(end) }
          })
          expect(summed(counted(marked))).toEqual(summed(counted(await inside(readings))))
        }
        // All else is under the plan alone, which lies on whole minutes.
        for (const kind of ['break', 'closed'] as const) {
          const plan = plannedAlone(new Map([[own, spans]])).get(own) ?? []
          const those = plan.filter((span) => span.plan === kind)
          const marked = found.filter((total) => total.plan === kind)
          expect(summed(marked)).toEqual(summed(await inside(those)))
        }
        const closedMs = found.reduce(
          (sum, { ms, plan }) => (plan === 'closed' ? sum + ms : sum),
          0,
        )
        const steps = { steps: [minuteOf(from)], ends: Math.ceil(to / minuteMs) * minuteMs }
        const lanes = await stepTotals(telemetry, scope, {
          ...question,
          ...steps,
          spans: plannedAlone(new Map([[own, spans]])),
        })
        const plain = await stepTotals(telemetry, scope, { ...question, ...steps })
        expect(lanes.reduce((sum, step) => sum + step.closedMs, 0)).toBe(closedMs)
        expect(lanes.map((step) => ({ ...step, closedMs: 0 }))).toEqual(plain)
      },
    ),
    runsOfProperty({ deep: 60, daily: 8 }),
  )
}, 300_000)

test('an instant has the place of its part and of the span that covers it', () => {
  const minute = (at: number) => at * minuteMs
  const planned = (kind: 'break' | 'closed') => ({ under: kind, plan: kind, label: null })
  const spans = [
    { from: minute(2), to: minute(4), ...planned('break') },
    { from: minute(4), to: minute(8.5), ...planned('closed') },
  ]
  const places = new SpanPlaces([minute(0), minute(5)], new Map([[7, spans]]), [7, 8])
  const at = (machineId: number, instant: number) => {
    const { part, mark } = places.placeAt(machineId, instant) ?? {}
    return { part, mark }
  }
  const closed = { under: 'closed', plan: 'closed' }
  expect(places.edges).toEqual([0, 2, 4, 5, 9].map(minute))
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
