import { type ClientMachine, shiftsOfClient } from '@packboard/management'
import {
  type Period,
  packsOf,
  plannedSeconds,
  shiftOrDayAt,
  shiftPacks,
  shiftsIn,
} from '@packboard/model'
import { type PlannedTotal, plannedTotals, type TotalBy } from '@packboard/telemetry/read'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { takenOut } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { AlertFacts } from './alertFacts.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** Figures of a running shift are looked at so often, counted from its begin. */
export const shiftLookMs = 15 * minuteMs

type Total = PlannedTotal<TotalBy<(typeof metricDimensions)[number]>>

/** A shift that touches a window, or a day of a client without shifts. */
export async function shiftsOf({ deps, scope, period }: AlertFacts): Promise<Period[]> {
  const times = await shiftsOfClient(deps.management, scope)
  if (times === undefined) return []
  if (times.starts.length > 0) {
    return shiftsIn(times.starts, times.zone, period).map((shift) => shift.period)
  }
  const days: Period[] = []
  for (let at = period.from; at < period.to; ) {
    const day = shiftOrDayAt(times.starts, times.zone, at).period
    days.push(day)
    at = day.to
  }
  return days
}

/** The figures of a shift so far, at an instant at which it is looked at; `until` is its end. */
export type ShiftLook = {
  readonly at: number
  readonly until: number
  /** null in its first hour, without planned time, and where a product has no target. */
  readonly oee: number | null
  /** How many packs were due and are not made; null without a target. */
  readonly behind: number | null
}

/** The figures of the shifts of a window at each quarter of an hour, by machine and in order. */
export async function shiftLooks(
  facts: AlertFacts,
): Promise<ReadonlyMap<number, readonly ShiftLook[]>> {
  const { deps, scope, machines, period, end } = facts
  const machineIds = machines.map(({ id }) => id)
  const planned = await deps.plans.window(scope, machines, period)
  const looks = new Map<number, ShiftLook[]>()
  for (const shift of await shiftsOf(facts)) {
    // One that began before the window is not known whole.
    if (shift.from < period.from) continue
    const starts: Date[] = []
    for (let at = shift.from.getTime(); at < Math.min(shift.to.getTime(), end); at += shiftLookMs) {
      starts.push(new Date(at))
    }
    const until = new Date(Math.min(shift.to.getTime(), end))
    const parts = await plannedTotals(deps.telemetry, scope, {
      ...{ machineIds, period: { from: shift.from, to: until }, filter: {}, starts },
      ...{ by: metricDimensions, spans: planned?.spans ?? new Map() },
    })
    const targetOf = remembered(
      await targetBook(deps, scope, { contexts: parts.flat(), from: shift.from, before: until }),
    )
    const byMachine = parts.map((part) => Map.groupBy(part, ({ machineId }) => machineId))
    for (const machine of machines) {
      const sums = new ShiftSums()
      const own = looks.get(machine.id) ?? []
      looks.set(machine.id, own)
      for (const [index, part] of byMachine.entries()) {
        const at = shift.from.getTime() + (index + 1) * shiftLookMs
        if (at > until.getTime()) continue
        sums.add(part.get(machine.id) ?? [])
        const soFar = { from: shift.from, to: new Date(at) }
        const out = planned?.msOf([machine], soFar) ?? { break: 0, closed: 0 }
        const shiftSoFar = { machine, soFar, out, sums: sums.totals(), product: sums.product }
        const isYoung = at - shift.from.getTime() < hourMs
        own.push({
          ...{ at, until: shift.to.getTime() },
          oee: isYoung ? null : oeeSoFar(shiftSoFar, targetOf),
          behind: packsBehind(shiftSoFar, targetOf),
        })
      }
    }
  }
  return looks
}

/** The same targets, each looked up once: every look at a shift needs those of all of its contexts. */
function remembered(targetOf: TargetOf): TargetOf {
  const known = new Map<string, ReturnType<TargetOf>>()
  return (machineId, product, since) => {
    const key = `${machineId} ${since ?? ''} ${product}`
    const before = known.get(key)
    if (before !== undefined) return before
    const target = targetOf(machineId, product, since)
    known.set(key, target)
    return target
  }
}

/** The sums of a shift as it goes on. */
class ShiftSums {
  readonly #totals = new Map<string, Total>()
  /** What the machine packed last. */
  product = ''

  add(part: readonly Total[]): void {
    for (const total of part) {
      const { machineId: _, ms, packs, rejects, stops, ...context } = total
      if (ms > 0 && total.product !== '') this.product = total.product
      const key = JSON.stringify(context)
      const sum = this.#totals.get(key)
      if (sum === undefined) this.#totals.set(key, total)
      else {
        this.#totals.set(key, {
          ...sum,
          ...{ ms: sum.ms + ms, packs: sum.packs + packs, stops: sum.stops + stops },
          rejects: rejects === null ? sum.rejects : (sum.rejects ?? 0n) + rejects,
        })
      }
    }
  }

  totals(): Total[] {
    return [...this.#totals.values()]
  }
}

type ShiftSoFar = {
  readonly machine: ClientMachine
  readonly soFar: Period
  readonly out: { readonly break: number; readonly closed: number }
  readonly sums: readonly Total[]
  readonly product: string
}
type TargetOf = Awaited<ReturnType<typeof targetBook>>

/** Nothing that was not planned, and nothing of which no figure is known, is under a share: null. */
function oeeSoFar({ soFar, out, sums }: ShiftSoFar, targetOf: TargetOf): number | null {
  const windowMs = soFar.to.getTime() - soFar.from.getTime()
  const basis = { contexts: sums, whole: sums, windowMs, filtered: false, ...takenOut(out) }
  const { oee, time } = metricsOf(basis, targetOf)
  return plannedSeconds(time) > 0 ? oee.oee : null
}

/** As the page of a shift says: target speed × planned time so far against what was made. */
function packsBehind(
  { machine, soFar, out, sums, product }: ShiftSoFar,
  targetOf: TargetOf,
): number | null {
  const length = soFar.to.getTime() - soFar.from.getTime()
  const made = packsOf(sums.reduce((sum, total) => sum + total.packs, 0n))
  const { due } = shiftPacks({
    targetPpm: targetOf(machine.id, product).ppm,
    made,
    plannedMs: length - out.break - out.closed,
    leftMs: 0,
    rate: { packs: 0, ms: 0 },
  })
  return due === null ? null : due - made
}
