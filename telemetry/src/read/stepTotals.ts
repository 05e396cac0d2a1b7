import type { Category, ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import { sums } from './sums.ts'
import type { UnplannedSpans } from './unplannedSpans.ts'
import { insideSteps, type StepsQuestion } from './windowQuestion.ts'

/** What happened in one step of a chart, of all machines together. */
export type StepTotal = {
  /** The beginning of the step. */
  readonly x: Date
  /** Observed time by its kind; offline time is absent. */
  readonly ms: ReadonlyMap<Category, number>
  /** Over the observed time with a known speed, in packs per minute; null without one. */
  readonly speed: number | null
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null: no machine had ever reported a reject counter (D21). */
  readonly rejects: bigint | null
  /** Observed time that lies in closed time of a plan; 0 without one (D72). */
  readonly closedMs: number
}

/**
 * Times by kind, packs and rejects step by step; a step without anything is absent. Sums of the steps are the sums of the window, to the
 * millisecond.
 */
export async function stepTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: StepsQuestion & {
    /** Of the plan alone, on whole minutes. */
    readonly spans?: UnplannedSpans | undefined
  },
): Promise<StepTotal[]> {
  const { steps } = question
  if (steps.length === 0) return []
  const found = await sums(telemetry, scope, {
    ...insideSteps(question),
    name: 'read.stepTotals',
    numbers: 'steps',
    by: ['category'],
  })
  const byStep = Map.groupBy(found, ({ part }) => part)
  return steps.flatMap((start, part): StepTotal[] => {
    const own = byStep.get(part)
    if (own === undefined) return []
    const ms = new Map<Category, number>()
    let [closedMs, speedMs, speedSum, packs] = [0, 0, 0n, 0n]
    let rejects: bigint | null = null
    for (const { mark, total } of own) {
      if (total.ms > 0) ms.set(total.category, (ms.get(total.category) ?? 0) + total.ms)
      if (mark.plan === 'closed') closedMs += total.ms
      speedMs += total.speedMs
      speedSum += total.speedSum
      packs += total.packs
      if (total.rejects !== null) rejects = (rejects ?? 0n) + total.rejects
    }
    const speed = speedMs === 0 ? null : Number(speedSum) / 1e6 / speedMs
    return [{ x: new Date(start), ms, speed, packs, rejects, closedMs }]
  })
}
