import { isFiltered, type StepTotal } from '@packboard/telemetry/read'
import type { Schedule } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'

/** A step of the lanes, with the ms of closed time in which nothing was observed (D73). */
export type ShownStep = StepTotal & { readonly notScheduledMs: number }

/**
 * The steps with what of them was not scheduled; a step without data is there where it has closed time. Under a filter all of it is 0,
 * because offline time has no context.
 */
export function withClosedSteps(
  totals: readonly StepTotal[],
  {
    requested,
    planned,
    steps,
    ends,
  }: {
    readonly requested: ChartQuestion
    readonly planned: Schedule | undefined
    readonly steps: readonly number[]
    readonly ends: number
  },
): ShownStep[] {
  const { machines, period, filter } = requested
  if (planned === undefined || isFiltered(filter)) {
    return totals.map((total) => ({ ...total, notScheduledMs: 0 }))
  }
  const known = new Map(totals.map((total) => [total.x.getTime(), total]))
  return steps.flatMap((start, index) => {
    const part = {
      from: new Date(Math.max(start, period.from.getTime())),
      to: new Date(Math.min(steps[index + 1] ?? ends, period.to.getTime())),
    }
    const total = known.get(start)
    const notScheduledMs = planned.msOf(machines, part).closed - (total?.closedMs ?? 0)
    if (total === undefined && notScheduledMs === 0) return []
    return [{ ...(total ?? nothingIn(start)), notScheduledMs }]
  })
}

const nothingIn = (start: number): StepTotal => ({
  x: new Date(start),
  ms: new Map(),
  speed: null,
  packs: 0n,
  rejects: null,
  closedMs: 0,
})
