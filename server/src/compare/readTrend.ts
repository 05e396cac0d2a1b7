import { setImmediate } from 'node:timers/promises'
import type { CompareTrend, TrendBy } from '@packboard/contract'
import { clientSettings } from '@packboard/management'
import { AppError, cutIntoDays, type Period } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import { metricsOf, type TargetOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { basisOf, type FigureBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { limits } from '../http/limits.ts'
import type { CompareTotal } from './compareFigures.ts'
import { readParts, rowsOf } from './readComparison.ts'
import { hourPieces, timePieces } from './timePieces.ts'

const dayMs = 86_400_000
const hoursUpToMs = 2 * dayMs
const daysUpToMs = 62 * dayMs

export type TrendStep = CompareTrend['step']

export type Trend = {
  readonly steps: readonly Period[]
  /** OEEE in percent of each row, one for each step. */
  readonly rows: ReadonlyMap<string, readonly (number | null)[]>
  readonly total: readonly (number | null)[]
}

/** The course of OEEE of each row: of each step what the comparison of that step alone would say. One query reads all of them. */
export async function readTrend(
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  { by, step }: { readonly by: TrendBy; readonly step: TrendStep },
): Promise<Trend> {
  const { scope, period } = requested
  const steps = await stepsOf(deps, requested, step)
  const planned = await deps.plans.window(scope, requested.machines, period)
  const settings = await clientSettings(deps.management, scope)
  const pieces = steps.map((one) => ({ key: '', period: one }))
  const parts = await readParts(deps, requested, { by, pieces, planned })
  const nothing = () => steps.map((): number | null => null)
  // The rows of the comparison, also where the window has no step.
  const keys = rowsOf(requested, by, { whole: parts.flat(), planned, settings }).map(
    ({ key }) => key,
  )
  const rows = new Map(keys.map((key) => [key, nothing()]))
  const total: (number | null)[] = []
  for (const [at, own] of steps.entries()) {
    const question = { ...requested, period: own }
    const whole = parts[at] ?? []
    // An estimated target is of the time before the end of the step, as in its own comparison.
    const targetOf = await targetBook(deps, scope, {
      ...{ contexts: whole, from: period.from, before: own.to },
    })
    for (const { key, basis } of rowsOf(question, by, { whole, planned, settings })) {
      const course = rows.get(key) ?? nothing()
      rows.set(key, course)
      course[at] = oeeeOf(basis, targetOf)
    }
    if (rows.size > limits.compareRows) throw new AppError('answer.tooManyRows')
    total.push(oeeeOf(basisOf(question, whole, planned), targetOf))
    await setImmediate()
  }
  return { steps, rows, total }
}

const oeeeOf = (basis: FigureBasis<CompareTotal>, targetOf: TargetOf) =>
  metricsWire(metricsOf(basis, targetOf)).OEEE

/** The steps of a window; the period before has steps of the same kind, also where it is an hour or a day longer. */
export function trendStep({ period }: Pick<ChartQuestion, 'period'>): TrendStep {
  const ms = period.to.getTime() - period.from.getTime()
  return ms <= hoursUpToMs ? 'hour' : ms <= daysUpToMs ? 'day' : 'week'
}

async function stepsOf(
  { management }: Deps,
  { scope, period, zone }: ChartQuestion,
  step: TrendStep,
): Promise<Period[]> {
  switch (step) {
    case 'hour':
      return hourPieces(period, zone).map((piece) => piece.period)
    case 'day':
      return cutIntoDays(period, zone).map((day) => day.period)
    case 'week': {
      const days = await timePieces(management, scope, { by: 'week', period, zone })
      return [...Map.groupBy(days, ({ key }) => key).values()].flatMap((own) => {
        const [first, last] = [own[0], own.at(-1)]
        return first && last ? [{ from: first.period.from, to: last.period.to }] : []
      })
    }
  }
}
