import type { ClientMachine, ClientPlan } from '@packboard/management'
import {
  type ClientScope,
  dateOfDay,
  dayNumber,
  localDate,
  type Period,
  planLimits,
  startOfDay,
} from '@packboard/model'
import { plannedTotals } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf } from './metricsOf.ts'
import { takenOut, windowMsOf } from './readBasis.ts'
import { targetBook } from './targetBook.ts'

type PlanEffect = {
  readonly movedDays: number
  readonly largest: { readonly day: string; readonly points: number } | null
}

/** A move of less than this many percentage points is none: screens show one decimal. */
const leastPoints = 0.05

/** The days that are looked at, on the clock of a zone, up to a whole minute. */
export function previewPeriod(now: number, zone: string): Period & { readonly days: string[] } {
  const last = dayNumber(localDate(new Date(now), zone))
  const days = Array.from({ length: planLimits.previewDays }, (_, index) =>
    dateOfDay(last - planLimits.previewDays + 1 + index),
  )
  const to = new Date(Math.floor(now / 60_000) * 60_000)
  return { days, from: startOfDay(days[0] ?? '', zone), to }
}

/**
 * How a plan would move the OEEE of all machines of a client (D20, D72): day by day by the plan that is stored and by the other one, from
 * two sums over the days of `previewPeriod`, whatever the plan holds.
 */
export async function planEffect(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  machines: readonly ClientMachine[],
  plan: ClientPlan,
  { days, ...period }: ReturnType<typeof previewPeriod>,
): Promise<PlanEffect> {
  if (machines.length === 0) return { movedDays: 0, largest: null }
  const starts = days.map((day) => startOfDay(day, plan.zone))
  const oeees = async (plans: Pick<typeof deps.plans, 'window'>) => {
    const planned = await plans.window(scope, machines, period)
    const totals = await plannedTotals(deps.telemetry, scope, {
      machineIds: machines.map(({ id }) => id),
      period,
      filter: {},
      by: metricDimensions,
      starts,
      spans: planned?.spans ?? new Map(),
    })
    const contexts = totals.flat()
    const targetOf = await targetBook(deps, scope, {
      ...{ contexts, from: period.from, before: period.to },
    })
    return starts.map((from, index) => {
      const day = { from, to: starts[index + 1] ?? period.to }
      const whole = totals[index] ?? []
      const basis = {
        ...{ whole, contexts: whole, filtered: false },
        windowMs: windowMsOf(day, machines.length),
        ...(planned && takenOut(planned.msOf(machines, day))),
      }
      return metricsOf(basis, targetOf).oee.oee
    })
  }
  const before = await oeees(deps.plans)
  const after = await oeees(deps.plans.withPlan(plan))
  const moves = days.flatMap((day, index): { day: string; points: number | null }[] => {
    const [old, now] = [before[index] ?? null, after[index] ?? null]
    if (old === null || now === null) return old === now ? [] : [{ day, points: null }]
    const points = now - old
    return Math.abs(points) < leastPoints ? [] : [{ day, points }]
  })
  const largest = moves.reduce<PlanEffect['largest']>(
    (most, { day, points }) =>
      points !== null && Math.abs(points) > Math.abs(most?.points ?? 0) ? { day, points } : most,
    null,
  )
  return { movedDays: moves.length, largest }
}
