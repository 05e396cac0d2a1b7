import { type ContextTotal, contextTotals, isFiltered, matches } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { type FigureBasis, windowMsOf } from './figureBasis.ts'

/** Reads the rows that all figures of a window are folded from: one question, whatever is filtered. */
export async function readBasis(telemetry: Telemetry, asked: ChartQuestion): Promise<FigureBasis> {
  const question = { ...ledgerQuestion(asked), filter: {} }
  return basisOf(asked, await contextTotals(telemetry, asked.scope, question))
}

/** The rows of a whole window, and those of them that the filter keeps. */
export function basisOf(asked: ChartQuestion, whole: readonly ContextTotal[]): FigureBasis {
  const { filter, nothing, period, machines } = asked
  const filtered = nothing || isFiltered(filter)
  return {
    whole,
    contexts: nothing ? [] : filtered ? whole.filter((context) => matches(filter, context)) : whole,
    windowMs: windowMsOf(period, machines.length),
    filtered,
  }
}

/** The contexts under the filter alone, for figures that do not speak of coverage. */
export async function readContexts(
  telemetry: Telemetry,
  asked: ChartQuestion,
): Promise<ContextTotal[]> {
  return asked.nothing ? [] : contextTotals(telemetry, asked.scope, ledgerQuestion(asked))
}
