import { compare, compareTrend, stopHeat } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { type ChartQuestion, chartQuestion } from '../filter/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { mayCompare } from './mayCompare.ts'
import { type Comparison, readComparison } from './readComparison.ts'
import { readStopHeat } from './readStopHeat.ts'
import { readTrend, type Trend } from './readTrend.ts'
import type { isTimeBy } from './timePieces.ts'

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
      const choice = { by, withLengths: stopLengths === 'yes' }
      const ask = (question: ChartQuestion) =>
        gate.ask(
          question.viewer,
          question.scope,
          () => readComparison(deps, question, choice),
          question,
        )
      const now = await ask(requested)
      const before = previous === 'yes' ? await ask(timeBefore(requested)) : undefined
      return sendBytes(reply, await slicedAnswer(compare.answer, answerOf(now, before, by)))
    },
  })

  app.route({
    ...declare(compareTrend, 'Production'),
    async handler(request) {
      const { by, previous, ...query } = request.query
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      await mayCompare(deps.management, requested.scope, request.query)
      const ask = (question: ChartQuestion) =>
        gate.ask(question.viewer, question.scope, () => readTrend(deps, question, by), question)
      const now = await ask(requested)
      const before = previous === 'yes' ? await ask(timeBefore(requested)) : undefined
      return trendAnswer(now, before)
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

/** A row that was not there before has a course of nothing then. */
function trendAnswer(now: Trend, before: Trend | undefined) {
  const earlier = (key: string) =>
    before && [...(before.rows.get(key) ?? before.steps.map(() => null))]
  return {
    step: now.step,
    steps: [...now.steps],
    rows: [...now.rows].map(([key, oeee]) => ({
      key,
      oeee: [...oeee],
      previous: earlier(key) ?? null,
    })),
    total: { oeee: [...now.total], previous: before ? [...before.total] : null },
  }
}

/** The same question about the time of the same length that ends where this one begins. */
function timeBefore(requested: ChartQuestion): ChartQuestion {
  const { from, to } = requested.period
  const earlier = new Date(2 * from.getTime() - to.getTime())
  return { ...requested, period: { from: earlier, to: from } }
}

function answerOf(
  { rows, total, stopLengths }: Comparison,
  before: Comparison | undefined,
  by: Parameters<typeof isTimeBy>[0],
) {
  // A day has no counterpart in the time before: the day before it is a row of its own.
  const earlier = new Map(
    by === 'day' || by === 'week'
      ? []
      : before?.rows.map(({ key, figures }) => [key, figures] as const),
  )
  return {
    rows: rows.map(({ key, period, figures }) => ({
      key,
      from: period?.from ?? null,
      to: period?.to ?? null,
      figures,
      previous: earlier.get(key) ?? null,
    })),
    total: { figures: total, previous: before?.total ?? null },
    stopLengths,
  }
}
