import { setImmediate as turn } from 'node:timers/promises'
import { clientSettings } from '@packboard/management'
import { type AlertCondition, labelledParts, packsOf } from '@packboard/model'
import {
  answerRows,
  contextTotals,
  type LongStop,
  type MachineTime,
  partTotals,
  slowMinutes,
} from '@packboard/telemetry/read'
import { targetBook } from '../figures/targetBook.ts'
import type { AlertFacts } from './alertFacts.ts'
import type { ConditionSpan } from './conditionSpans.ts'
import { type ShiftLook, shiftLookMs, shiftLooks, shiftsOf } from './shiftLooks.ts'

type Of<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { readonly kind: Kind }>
type SpansOf = ReadonlyMap<number, ConditionSpan[]>

const secondMs = 1_000
const minuteMs = 60_000
/** The last minutes may not be in the ledger yet. */
const newestMs = 2 * minuteMs

const nameless = { cause: '', causeGroup: '' }

/** It ran slower than a share of its target, minute by minute and without a minute in between that was not, for n. */
export async function speedUnder(
  facts: AlertFacts,
  { percent, seconds }: Of<'speedUnder'>,
): Promise<SpansOf> {
  const { end, isLive } = facts
  const share = percent / 100
  const leastMs = seconds * secondMs
  // What goes on is of no rule's length yet, and several rules share one reading.
  const shares = isLive ? [...facts.speedShares, share] : [share]
  const shortestMs = isLive ? 0 : leastMs
  const slow = await facts.shared(`slow ${isLive || share} ${shortestMs}`, () =>
    slowTimes(facts, shares, shortestMs),
  )
  return new Map(
    [...(slow.get(share) ?? [])].map(([id, times]) => [
      id,
      times.flatMap(({ from, to }): ConditionSpan[] => {
        const goesOn = isLive && to >= end - newestMs
        const begin = from + leastMs
        if (goesOn ? begin > to : begin >= to) return []
        return [{ from: begin, to: goesOn ? null : to, shownAt: begin, ...nameless }]
      }),
    ]),
  )
}

async function slowTimes(facts: AlertFacts, shares: readonly number[], leastMs: number) {
  const { deps, scope, machines, period } = facts
  const machineIds = machines.map(({ id }) => id)
  const contexts = await contextTotals(deps.telemetry, scope, {
    ...{ machineIds, period, filter: {} },
    by: ['machineId', 'product'],
  })
  const targetOf = await targetBook(deps, scope, {
    ...{ contexts, from: period.from, before: period.to },
  })
  const targets = contexts.flatMap(({ machineId, product }) => {
    const { ppm } = targetOf(machineId, product)
    return ppm === null ? [] : [{ machineId, product, ppm }]
  })
  return slowMinutes(deps.telemetry, scope, { machineIds, period, targets, shares, leastMs })
}

/** Packs are added up in steps of so long, on the clock of UTC. */
export const packStepMs = 5 * minuteMs
/** Steps of one machine in order, and what each had. */
type PackSteps = { readonly ends: number[]; readonly packs: number[]; readonly rejects: number[] }

/** More than a share of the last n packs were rejected: looked at at the end of each five minutes, of as many whole steps as have n packs. */
export async function rejectsOver(
  facts: AlertFacts,
  { percent, packs: wanted }: Of<'rejectsOver'>,
): Promise<SpansOf> {
  const steps = await facts.shared('packSteps', () => packSteps(facts))
  return new Map(
    [...steps].map(([id, own]) => {
      const looks: Look[] = []
      let [oldest, packs, rejects] = [0, 0, 0]
      for (const [index, at] of own.ends.entries()) {
        packs += own.packs[index] ?? 0
        rejects += own.rejects[index] ?? 0
        for (let left = own.packs[oldest]; left !== undefined; left = own.packs[oldest]) {
          if (packs - left < wanted) break
          packs -= left
          rejects -= own.rejects[oldest] ?? 0
          oldest += 1
        }
        looks.push({ at, holds: packs >= wanted && 100 * rejects > percent * packs })
      }
      return [id, spansOfLooks(looks, facts)]
    }),
  )
}

/** Packs and rejects of each step of the window that is over, by machine; a step without any time is absent. */
async function packSteps(facts: AlertFacts): Promise<ReadonlyMap<number, PackSteps>> {
  const { deps, scope, machines, begin, end } = facts
  const starts: Date[] = []
  const first = Math.ceil(begin / packStepMs) * packStepMs
  for (let at = first; at + packStepMs <= end; at += packStepMs) starts.push(new Date(at))
  if (starts.length === 0) return new Map()
  const period = { from: new Date(first), to: new Date(first + starts.length * packStepMs) }
  const steps = new Map<number, PackSteps>()
  const together = Math.max(1, Math.floor(answerRows.contexts / starts.length))
  for (let begun = 0; begun < machines.length; begun += together) {
    const machineIds = machines.slice(begun, begun + together).map(({ id }) => id)
    const question = { machineIds, period, starts, filter: {}, by: ['machineId'] as const }
    for (const [index, part] of (await partTotals(deps.telemetry, scope, question)).entries()) {
      for (const { machineId, packs, rejects } of part) {
        const own = steps.get(machineId) ?? { ends: [], packs: [], rejects: [] }
        steps.set(machineId, own)
        own.ends.push(first + (index + 1) * packStepMs)
        own.packs.push(packsOf(packs))
        own.rejects.push(packsOf(rejects ?? 0n))
      }
    }
    // Other work of this process may go on between two readings.
    await turn()
  }
  return steps
}

/** Whether a condition held at an instant at which it is looked at; `until`: it holds no longer than this. */
type Look = { readonly at: number; readonly holds: boolean; readonly until?: number }

/** A condition that is looked at now and then holds from one look to the next. */
function spansOfLooks(
  looks: readonly Look[],
  { isLive }: Pick<AlertFacts, 'isLive'>,
): ConditionSpan[] {
  return looks.flatMap(({ at, holds, until }, index): ConditionSpan[] => {
    if (!holds) return []
    const next = looks[index + 1]
    const to = next === undefined ? (until ?? null) : Math.min(next.at, until ?? next.at)
    const end = to === null && !isLive ? at + 1 : to
    return [{ from: at, to: end, shownAt: at, ...nameless }]
  })
}

/** OEEE of the running shift under a share from its second hour on, or its packs under those that are due: each quarter of an hour of it. */
export async function shiftBehind(
  facts: AlertFacts,
  condition: Of<'oeeeUnder'> | Of<'behindPlan'>,
): Promise<SpansOf> {
  const looks = await facts.shared('shiftLooks', () => shiftLooks(facts))
  const holds = ({ oee, behind }: ShiftLook) =>
    condition.kind === 'oeeeUnder'
      ? oee !== null && oee < condition.percent
      : behind !== null && behind >= condition.packs
  return new Map(
    [...looks].map(([id, own]) => [
      id,
      spansOfLooks(
        own.map((look) => ({ at: look.at, until: look.until, holds: holds(look) })),
        facts,
      ),
    ]),
  )
}

/** At the end of a shift more than a share of its time in stops above the stop threshold has no reason. */
export async function withoutReason(
  facts: AlertFacts,
  { percent }: Of<'withoutReason'>,
): Promise<SpansOf> {
  const shares = await facts.shared('withoutReason', () => sharesWithoutReason(facts))
  return new Map(
    [...shares].map(([id, shifts]) => [
      id,
      shifts.flatMap(({ at, all, without }): ConditionSpan[] => {
        if (all === 0 || 100 * without <= percent * all) return []
        // Open for as long as from one look at a shift to the next.
        return [{ from: at, to: at + shiftLookMs, shownAt: at, ...nameless }]
      }),
    ]),
  )
}

/** The stop time of a shift that ended at an instant, and what of it had no reason then, ms. */
type ShiftStops = { readonly at: number; readonly all: number; readonly without: number }

async function sharesWithoutReason(
  facts: AlertFacts,
): Promise<ReadonlyMap<number, readonly ShiftStops[]>> {
  const { deps, machines, scope, end } = facts
  const { thresholds: thresholdsOf } = await clientSettings(deps.management, scope)
  const shifts = await shiftsOf(facts)
  const ended = shifts.filter(({ to }) => to.getTime() <= end)
  const least = Math.min(...machines.map(({ id }) => thresholdsOf(id).at(facts.present)))
  if (ended.length === 0 || !Number.isFinite(least)) return new Map()
  const [stops, labels] = [await facts.stops(least), await facts.labels()]
  const observed = await facts.observed(1)
  return new Map(
    machines.map(({ id }) => [
      id,
      ended.map(({ from, to }): ShiftStops => {
        const shift = { from: from.getTime(), to: to.getTime() }
        let [all, without] = [0, 0]
        for (const stop of stops.get(id) ?? []) {
          const whole = { from: stop.ranUntil ?? stop.from, to: stop.runAgain ?? stop.to }
          if (thresholdsOf(id).isMicro(whole.from, whole.to)) continue
          // What is said later does not count at the end of the shift.
          const said = (labels.get(id) ?? []).filter(({ at }) => at.getTime() <= shift.to)
          for (const part of labelledParts(whole, said)) {
            const ms = observedIn(stop, part, shift, observed.get(id) ?? [])
            all += ms
            if ((part.label?.reason ?? null) === null) without += ms
          }
        }
        return { at: shift.to, all, without }
      }),
    ]),
  )
}

function observedIn(
  { from, to }: LongStop,
  part: MachineTime,
  shift: MachineTime,
  observed: readonly MachineTime[],
): number {
  const begin = Math.max(from, part.from, shift.from)
  const end = Math.min(to, part.to, shift.to)
  let ms = 0
  for (const time of observed)
    ms += Math.max(0, Math.min(time.to, end) - Math.max(time.from, begin))
  return ms
}
