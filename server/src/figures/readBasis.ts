import { type ContextTotal, contextTotals, isFiltered, matches } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { type FigureBasis, windowMsOf } from './figureBasis.ts'

/** Reads the rows that all figures of a window are folded from: one query, independent of the filter. */
export async function readBasis(
  telemetry: Telemetry,
  requested: ChartQuestion,
): Promise<FigureBasis> {
  const question = { ...ledgerQuestion(requested), filter: {} }
  return basisOf(requested, await contextTotals(telemetry, requested.scope, question))
}

/** The rows of a whole window, and those of them that the filter keeps. */
export function basisOf(requested: ChartQuestion, whole: readonly ContextTotal[]): FigureBasis {
  const { filter, nothing, period, machines } = requested
  const filtered = nothing || isFiltered(filter)
  return {
    whole,
    contexts: nothing ? [] : filtered ? whole.filter((context) => matches(filter, context)) : whole,
    windowMs: windowMsOf(period, machines.length),
    filtered,
  }
}

/** The contexts under the filter alone, for figures without coverage. */
export async function readContexts(
  telemetry: Telemetry,
  requested: ChartQuestion,
): Promise<ContextTotal[]> {
  return requested.nothing
    ? []
    : contextTotals(telemetry, requested.scope, ledgerQuestion(requested))
}
