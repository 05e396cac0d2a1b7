import {
  type Context,
  type ContextTotal,
  contextTotals,
  isFiltered,
  matches,
  type PlannedTotal,
  plannedTotals,
  recoveredParts,
  type TotalBy,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Deps } from '../deps.ts'
import type { PlanDeps, PlannedWindow } from '../exclusions/planBook.ts'
import { type ChartQuestion, ledgerQuestion } from './chartQuestion.ts'
import { type FigureBasis, recoveredOf, takenOut, windowMsOf } from './figureBasis.ts'

/** What a sum can be divided by. */
type Dimension = Exclude<keyof ContextTotal, 'user' | 'ms' | 'packs' | 'rejects' | 'stops'>
/** A filter looks at these of a sum that was not filtered in the engine. */
const filterable = ['category', 'product', 'tool', 'state', 'causeGroup'] as const
type Filterable = (typeof filterable)[number]

/**
 * Reads the sums that all figures of a window are folded from: one query, independent of the filter. `by` are the
 * dimensions that the figures need; over all others the engine adds up.
 */
export async function readBasis<By extends Dimension = Dimension>(
  { telemetry, plans }: ReadDeps,
  requested: WindowOfFigures,
  by?: readonly By[],
): Promise<FigureBasis<TotalBy<By | Filterable>>> {
  const { scope, machines, period } = requested
  const question = { ...ledgerQuestion(requested), filter: {} }
  const filtered = isFiltered(requested.filter)
  const dimensions: readonly (By | Filterable)[] | undefined =
    by && (filtered ? [...new Set([...by, ...filterable])] : by)
  const divided = { ...question, ...(dimensions && { by: dimensions }) }
  const [planned, parts] = await Promise.all([
    plans.window(scope, machines, period),
    requested.nothing ? [] : recoveredParts(telemetry, scope, ledgerQuestion(requested)),
  ])
  const recovered = recoveredOf(parts)
  if (planned === undefined) {
    const all = await contextTotals<By | Filterable>(telemetry, scope, divided)
    return { ...basisOf(requested, all), ...recovered }
  }
  const [whole = []] = await plannedTotals<By | Filterable>(telemetry, scope, {
    ...divided,
    starts: [period.from],
    spans: planned.spans,
  })
  return { ...basisOf(requested, whole, planned), ...recovered }
}

/** The part of a chart's question that its sums depend on. */
type WindowOfFigures = Pick<ChartQuestion, 'scope' | 'machines' | 'period' | 'filter' | 'nothing'>

/** What reads figures: the records, and the plans that they are judged by. */
export type ReadDeps = Pick<Deps, 'telemetry'> & PlanDeps

/** The rows of a whole window, and those of them that the filter keeps. */
export function basisOf<Total extends Context & Pick<ContextTotal, 'ms'>>(
  requested: WindowOfFigures,
  whole: readonly PlannedTotal<Total>[],
  planned?: PlannedWindow,
): FigureBasis<Total> {
  const { filter, nothing, period, machines } = requested
  const filtered = nothing || isFiltered(filter)
  return {
    whole,
    contexts: nothing ? [] : filtered ? whole.filter((context) => matches(filter, context)) : whole,
    windowMs: windowMsOf(period, machines.length),
    filtered,
    ...(planned && { ...takenOut(planned.msOf(machines, period)), authorOf: planned.authorOf }),
  }
}

/** The sums under the filter alone, for figures without coverage. */
export async function readContexts<By extends Dimension = Dimension>(
  telemetry: Telemetry,
  requested: ChartQuestion,
  by?: readonly By[],
): Promise<TotalBy<By>[]> {
  return requested.nothing
    ? []
    : contextTotals<By>(telemetry, requested.scope, {
        ...ledgerQuestion(requested),
        ...(by && { by }),
      })
}
