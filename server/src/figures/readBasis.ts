import { type ContextTotal, contextTotals, isFiltered } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { type FigureBasis, windowMsOf } from './figureBasis.ts'

/** Reads the rows that all figures of a window are folded from; one question when nothing is filtered, else two. */
export async function readBasis(telemetry: Telemetry, asked: ChartQuestion): Promise<FigureBasis> {
  const { scope, machines, period } = asked
  const filtered = asked.nothing || isFiltered(asked.filter)
  const question = ledgerQuestion(asked)
  const all = contextTotals(telemetry, scope, { ...question, filter: {} })
  const [whole, contexts] = await Promise.all([
    all,
    filtered ? readContexts(telemetry, asked) : all,
  ])
  return { contexts, whole, windowMs: windowMsOf(period, machines.length), filtered }
}

/** The contexts under the filter alone, for figures that do not speak of coverage. */
export async function readContexts(
  telemetry: Telemetry,
  asked: ChartQuestion,
): Promise<ContextTotal[]> {
  return asked.nothing ? [] : contextTotals(telemetry, asked.scope, ledgerQuestion(asked))
}
