import {
  type CompareBy,
  compare,
  compareTrend,
  type StopHeat,
  stopHeat,
  stopHeatDays,
} from '@packboard/contract'
import { shiftsOfClient } from '@packboard/management'
import { earlierWindow, type Period } from '@packboard/model'
import { partTotals } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, chartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { stopPieces } from '../figures/contextSums.ts'
import { requestedWindow, windowOf } from '../figures/filterWire.ts'
import { windowMsOf } from '../figures/readBasis.ts'
import type { App } from '../http/createApp.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { lossRoutes } from './lossRoutes.ts'
import { mayCompare } from './mayCompare.ts'
import {
  type Comparison,
  type ComparisonChoice,
  lengthsOf,
  readComparison,
} from './readComparison.ts'
import { readTrend, type Trend, type TrendStep, trendStep } from './readTrend.ts'
import { hourPieces } from './timePieces.ts'

/** The figures of a window side by side, and the losses that make two of them differ. */
export function compareRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Production')

  route(compare, readBy('figures'), async (request, reply) => {
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
  })

  route(compareTrend, readBy('figures'), async (request) => {
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
  })

  route(stopHeat, readBy('stops'), async (request) => {
    const { query } = request
    const requested = await chartQuestion({ access, now: deps.now() }, request, query)
    await mayCompare(deps.management, requested.scope, { ...query, by: 'machine' })
    return gate.ask(
      requested.viewer,
      requested.scope,
      () => readStopHeat(deps, requested),
      requested,
    )
  })

  lossRoutes(app, deps, access, gate)
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
  { rows, total, observedDays, stopLengths }: Comparison,
  before: Before<{ readonly compared: Comparison }> | undefined,
  by: CompareBy,
) {
  // A day has no counterpart in the period before: the day before it is a row of its own.
  const earlier = new Map(
    by === 'day' || by === 'week'
      ? []
      : before?.compared.rows.map((row) => [row.key, row] as const),
  )
  return {
    rows: rows.map(({ key, period, figures, line }) => ({
      key,
      from: period?.from ?? null,
      to: period?.to ?? null,
      figures,
      previous: earlier.get(key)?.figures ?? null,
      ...(line !== undefined && { line, previousLine: earlier.get(key)?.line ?? null }),
    })),
    total: { figures: total, previous: before?.compared.total ?? null },
    previousPeriod: before?.period ?? null,
    ...(observedDays && { observedDays }),
    ...(before?.compared.observedDays && { previousObservedDays: before.compared.observedDays }),
    stopLengths,
  }
}

/**
 * The same question about the period before, which a running window cuts at the share of it that has passed: the window and the instant for which
 * the production page asks its own calls. undefined of an empty window, and where the period before is one that no call answers.
 */
async function earlierQuestion(
  { management }: Pick<Deps, 'management'>,
  requested: ChartQuestion,
  query: Parameters<typeof requestedWindow>[0],
): Promise<ChartQuestion | undefined> {
  const plan = (await shiftsOfClient(management, requested.scope)) ?? null
  const until = new Date(requested.present)
  const earlier = earlierWindow(requestedWindow(query), 'before', { plan, until })
  if (earlier === null) return undefined
  const present = earlier.until?.getTime() ?? requested.present
  const period = windowOf(earlier.window, present)
  return 'sentence' in period ? undefined : { ...requested, period, present }
}

const dayMs = 86_400_000

/** Stop time by weekday and hour: the sums of Stop Causes, divided by the clock on the wall. Its cost does not grow with the window. */
async function readStopHeat(deps: Deps & PlanDeps, requested: ChartQuestion): Promise<StopHeat> {
  const { scope, machines, zone, nothing } = requested
  const period = lastDays(requested.period)
  const pieces = hourPieces(period, zone)
  const question = ledgerQuestion({ ...requested, period })
  const [parts, planned] = await Promise.all([
    nothing
      ? []
      : partTotals(deps.telemetry, scope, {
          ...question,
          by: ['category'],
          starts: pieces.map((piece) => piece.period.from),
        }),
    deps.plans.window(scope, machines, period),
  ])
  const hours = pieces.map((piece, at) => ({
    ...piece,
    stopMs: stopPieces(parts[at] ?? []).reduce((sum, { ms }) => sum + ms, 0),
    closedMs: planned?.msOf(machines, piece.period).closed ?? 0,
  }))
  const byCell = Map.groupBy(hours, ({ date, hour }) => weekdayOf(date) * 24 + hour)
  const cells = [...byCell]
    .sort(([a], [b]) => a - b)
    .flatMap(([key, own]) => {
      const worst = own.reduce((most, one) => (one.stopMs > most.stopMs ? one : most))
      const sum = (of: (hour: (typeof own)[number]) => number) =>
        own.reduce((all, one) => all + of(one), 0)
      const windowMs = sum((one) => windowMsOf(one.period, machines.length))
      return {
        weekday: Math.floor(key / 24),
        hour: key % 24,
        times: new Set(own.map(({ date }) => date)).size,
        stopSeconds: sum(({ stopMs }) => stopMs) / 1_000,
        closed: windowMs > 0 ? sum(({ closedMs }) => closedMs) / windowMs : 0,
        worst: worst.period,
      }
    })
  return { ...period, cells }
}

function lastDays({ from, to }: Period): Period {
  const earliest = to.getTime() - stopHeatDays * dayMs
  return { from: new Date(Math.max(from.getTime(), earliest)), to }
}

/** Monday is 1. */
const weekdayOf = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
