import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { Numbers } from './measures.ts'
import { sums } from './sums.ts'
import { insideSteps, type StepsQuestion, type WindowOfMachines } from './windowQuestion.ts'

/** The speed over one step of a chart, of all machines together, in packs per minute (D27). */
export type SpeedStep = {
  /** The beginning of the step. */
  readonly x: Date
  /** Over the observed time with a known speed; `min` and `max` are the slowest and the fastest that was held. */
  readonly mean: number
  readonly min: number
  readonly max: number
}

/** The held speed step by step; a step without data is absent, so a gap stays a gap. */
export async function speedSteps(
  telemetry: Telemetry,
  scope: ClientScope,
  question: StepsQuestion,
): Promise<SpeedStep[]> {
  const { steps } = question
  if (steps.length === 0) return []
  const found = await sums(telemetry, scope, {
    ...insideSteps(question),
    name: 'read.speedSteps',
    numbers: 'speeds',
    by: [],
  })
  return found
    .sort((a, b) => a.part - b.part)
    .map(({ part, total }) => ({ x: new Date(steps[part] ?? 0), ...shown(total) }))
}

/** The speed of one machine over one step of a chart. */
export type SpeedPoint = SpeedStep & { readonly machineId: number }

/**
 * The held speed of machines, step by step (D27); a step without data is absent, so a gap stays a gap. Steps are whole
 * minutes and begin at whole multiples of the step since 1970.
 */
export async function speedSeries(
  telemetry: Telemetry,
  scope: ClientScope,
  { stepSeconds, ...question }: WindowOfMachines & { readonly stepSeconds: number },
): Promise<SpeedPoint[]> {
  if (!Number.isInteger(stepSeconds) || stepSeconds <= 0 || stepSeconds % 60 !== 0) {
    throw new RangeError(`A step must be whole minutes, not ${stepSeconds} s`)
  }
  const partMs = stepSeconds * 1_000
  const { machineIds, period } = question
  const starts: number[] = []
  const first = Math.floor(period.from.getTime() / partMs) * partMs
  for (let start = first; start < period.to.getTime(); start += partMs) starts.push(start)
  const found = await sums(telemetry, scope, {
    ...question,
    // Of machines as a whole, also where a caller's question has a filter: the text has none.
    filter: {},
    name: 'read.speedSeries',
    numbers: 'speeds',
    by: ['machineId'],
    starts,
    partMs,
  })
  const byMachine = Map.groupBy(found, ({ total }) => total.machineId)
  return machineIds.flatMap((machineId) =>
    (byMachine.get(machineId) ?? [])
      .toSorted((a, b) => a.part - b.part)
      .map(({ part, total }) => ({ machineId, x: new Date(starts[part] ?? 0), ...shown(total) })),
  )
}

/** Packs per minute over the time in which the speed was known. */
function shown({
  speedMs,
  speedSum,
  speedMin,
  speedMax,
}: Pick<Numbers, 'speedMs' | 'speedSum' | 'speedMin' | 'speedMax'>) {
  return { mean: Number(speedSum) / 1e6 / speedMs, min: speedMin ?? 0, max: speedMax ?? 0 }
}
