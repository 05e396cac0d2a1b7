import {
  type Context,
  type ContextTotal,
  contextTotals,
  isFiltered,
  matches,
  type TotalBy,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { type FigureBasis, windowMsOf } from './figureBasis.ts'

/** What a sum can be divided by. */
type Dimension = Exclude<keyof ContextTotal, 'ms' | 'packs' | 'rejects' | 'stops'>
/** A filter looks at these of a sum that was not filtered in the engine. */
const filterable = ['category', 'product', 'tool', 'state', 'causeGroup'] as const
type Filterable = (typeof filterable)[number]

/**
 * Reads the sums that all figures of a window are folded from: one query, independent of the filter. `by` are the
 * dimensions that the figures need; over all others the engine adds up.
 */
export async function readBasis<By extends Dimension = Dimension>(
  telemetry: Telemetry,
  requested: ChartQuestion,
  by?: readonly By[],
): Promise<FigureBasis<TotalBy<By | Filterable>>> {
  const question = { ...ledgerQuestion(requested), filter: {} }
  const filtered = isFiltered(requested.filter)
  const dimensions: readonly (By | Filterable)[] | undefined =
    by && (filtered ? [...new Set([...by, ...filterable])] : by)
  const whole = await contextTotals<By | Filterable>(telemetry, requested.scope, {
    ...question,
    ...(dimensions && { by: dimensions }),
  })
  return basisOf(requested, whole)
}

/** The rows of a whole window, and those of them that the filter keeps. */
export function basisOf<Total extends Context & Pick<ContextTotal, 'ms'>>(
  requested: ChartQuestion,
  whole: readonly Total[],
): FigureBasis<Total> {
  const { filter, nothing, period, machines } = requested
  const filtered = nothing || isFiltered(filter)
  return {
    whole,
    contexts: nothing ? [] : filtered ? whole.filter((context) => matches(filter, context)) : whole,
    windowMs: windowMsOf(period, machines.length),
    filtered,
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
