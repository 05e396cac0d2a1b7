import { type CompareBy, compare, compareTrend, stopHeat } from '@packboard/contract'
import type { Period } from '@packboard/model'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { type ChartQuestion, chartQuestion } from '../filter/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { earlierQuestion } from './earlierQuestion.ts'
import { mayCompare } from './mayCompare.ts'
import {
  type Comparison,
  type ComparisonChoice,
  lengthsOf,
  readComparison,
} from './readComparison.ts'
import { readStopHeat } from './readStopHeat.ts'
import { readTrend, type Trend, type TrendStep, trendStep } from './readTrend.ts'

/** The figures of a window side by side. */
export function compareRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(compare, 'Production'),
    async handler(request, reply) {
      const { by, previous, stopLengths, machineId, machine, ...query } = request.query
      const requested = await chartQuestion({ access, now: deps.now() }, request, {
        ...query,
        machineId,
        machine,
      })
      await mayCompare(deps.management, requested.scope, request.query)
      const ask = (question: ChartQuestion, choice: ComparisonChoice) =>
        gate.ask(
          question.viewer,
          question.scope,
          () => readComparison(deps, question, choice),
          question,
        )
      const now = await ask(requested, {
        by,
        lengths: lengthsOf(requested, by, stopLengths === 'yes'),
      })
      const earlier = previous === 'yes' ? await earlierQuestion(deps, requested, query) : undefined
      const before = earlier && {
        period: earlier.period,
        // A month more or less decides nothing: the window itself was short enough.
        compared: await ask(earlier, { by, lengths: now.stopLengths }),
      }
      return sendBytes(reply, await slicedAnswer(compare.answer, answerOf(now, before, by)))
    },
  })

  app.route({
    ...declare(compareTrend, 'Production'),
    async handler(request) {
      const { by, previous, ...query } = request.query
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      await mayCompare(deps.management, requested.scope, request.query)
      const step = trendStep(requested)
      const ask = (question: ChartQuestion) =>
        gate.ask(
          question.viewer,
          question.scope,
          () => readTrend(deps, question, { by, step }),
          question,
        )
      const now = await ask(requested)
      const earlier = previous === 'yes' ? await earlierQuestion(deps, requested, query) : undefined
      const before = earlier && { period: earlier.period, trend: await ask(earlier) }
      return trendAnswer(step, now, before)
    },
  })

  app.route({
    ...declare(stopHeat, 'Production'),
    async handler(request) {
      const { query } = request
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      await mayCompare(deps.management, requested.scope, { ...query, by: 'machine' })
      return gate.ask(
        requested.viewer,
        requested.scope,
        () => readStopHeat(deps, requested),
        requested,
      )
    },
  })
}

/** The period before, with what was read of it. */
type Before<Read> = { readonly period: Period } & Read

/** A row that was not there before has a course of nothing then. */
function trendAnswer(
  step: TrendStep,
  now: Trend,
  before: Before<{ readonly trend: Trend }> | undefined,
) {
  const earlier = (key: string) =>
    before && [...(before.trend.rows.get(key) ?? before.trend.steps.map(() => null))]
  return {
    step,
    steps: [...now.steps],
    previousPeriod: before?.period ?? null,
    rows: [...now.rows].map(([key, oeee]) => ({
      key,
      oeee: [...oeee],
      previous: earlier(key) ?? null,
    })),
    total: { oeee: [...now.total], previous: before ? [...before.trend.total] : null },
  }
}

function answerOf(
  { rows, total, stopLengths }: Comparison,
  before: Before<{ readonly compared: Comparison }> | undefined,
  by: CompareBy,
) {
  // A day has no counterpart in the period before: the day before it is a row of its own.
  const earlier = new Map(
    by === 'day' || by === 'week'
      ? []
      : before?.compared.rows.map(({ key, figures }) => [key, figures] as const),
  )
  return {
    rows: rows.map(({ key, period, figures }) => ({
      key,
      from: period?.from ?? null,
      to: period?.to ?? null,
      figures,
      previous: earlier.get(key) ?? null,
    })),
    total: { figures: total, previous: before?.compared.total ?? null },
    previousPeriod: before?.period ?? null,
    stopLengths,
  }
}
