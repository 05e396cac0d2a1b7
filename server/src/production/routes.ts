import {
  alarmChart,
  alarmGroupsPie,
  type ChartQuery,
  machineStatusPie,
  productsPie,
  speedPerMinute,
  stateBars,
  stateLane,
  stepTotals as stepTotalsCall,
} from '@packboard/contract'
import { overlayLimitSeconds, type Period, refusedField } from '@packboard/model'
import {
  alarmGroupCounts,
  alarmMarkers,
  isFiltered,
  speedSteps,
  stateEntries,
  stepTotals,
} from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { demandRowsOfKey } from '../access/actor.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { closedWire, type PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, chartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { readBasis, readContexts } from '../figures/readBasis.ts'
import { alarmGroupSlices, productSlices, stateSlices, statusSlices } from '../figures/slices.ts'
import type { App } from '../http/createApp.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { withClosedSteps } from './closedSteps.ts'
import {
  alarmGroupChunk,
  pie,
  productChunk,
  speedPointWire,
  stateChunk,
  statusChunk,
  stepTotalWire,
} from './productionWire.ts'
import { laneStepStarts, speedStepStarts } from './speedStepStarts.ts'
import { laneParts } from './stateParts.ts'

/** D19: the state whose entries are drawn as next-machine markers. */
const downstream = 19

/** The charts of the production page: time, packs and alarms of a window, and its speed. */
export function productionRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const answer: Answerer = async (request, query, work, check) => {
    const requested = await chartQuestion({ access, now: deps.now() }, request, query)
    check?.(requested)
    return gate.ask(requested.viewer, requested.scope, () => work(requested), requested)
  }
  sumRoutes(app, deps, answer)
  courseRoutes(app, deps, answer)
}

/** Checks access and parameters of a request, then answers it when the queue permits. */
type Answerer = <Answer>(
  request: FastifyRequest,
  query: ChartQuery,
  work: (requested: ChartQuestion) => Promise<Answer>,
  check?: (requested: ChartQuestion) => void,
) => Promise<Answer>

/** Sums of a whole window. */
function sumRoutes(app: App, deps: Deps & PlanDeps, answer: Answerer) {
  const route = routesOf(app, 'Production')

  const { telemetry } = deps

  route(productsPie, readBy('figures'), (request) =>
    answer(request, request.query, async (requested) =>
      pie(productSlices(await readContexts(telemetry, requested, ['product'])).map(productChunk)),
    ),
  )

  route(machineStatusPie, readBy('figures'), (request) =>
    answer(request, request.query, async (requested) =>
      pie(statusSlices(await readBasis(deps, requested, ['state', 'category'])).map(statusChunk)),
    ),
  )

  route(alarmGroupsPie, readBy('alarms'), (request) =>
    answer(request, request.query, async (requested) => {
      const [contexts, counts] = await Promise.all([
        readContexts(telemetry, requested, ['category', 'causeGroup']),
        requested.nothing
          ? []
          : alarmGroupCounts(telemetry, requested.scope, ledgerQuestion(requested)),
      ])
      return pie(alarmGroupSlices(contexts, counts).map(alarmGroupChunk))
    }),
  )

  route(stateBars, readBy('figures'), (request) =>
    answer(request, request.query, async (requested) => ({
      barChartData: stateSlices(await readContexts(telemetry, requested, ['state'])).map(
        stateChunk,
      ),
    })),
  )
}

/** What happened in the course of a window. */
function courseRoutes(app: App, deps: Deps & PlanDeps, answer: Answerer) {
  const route = routesOf(app, 'Production')

  const { telemetry } = deps

  route(speedPerMinute, readBy('figures'), async (request, reply) => {
    const chart = await answer(request, request.query, async (requested) => {
      const { scope, period, zone, nothing } = requested
      const { interval, steps, ends } = speedStepStarts(period, zone)
      const question = ledgerQuestion(requested)
      const [points, entries] = await Promise.all([
        nothing ? [] : speedSteps(telemetry, scope, { ...question, steps, ends }),
        nothing || !hasOverlays(period)
          ? []
          : stateEntries(telemetry, scope, { ...question, state: downstream }),
      ])
      return {
        data: {
          speed: points.map(speedPointWire),
          nextMachine: entries.map(({ at: x, speedBefore: y }) => ({ x, y })),
        },
        aggregationInterval: interval,
      }
    })
    return sendBytes(reply, await slicedAnswer(speedPerMinute.answer, chart))
  })

  route(alarmChart, readBy('alarms'), async (request, reply) => {
    const chart = await answer(
      request,
      request.query,
      async (requested) => {
        const found = requested.nothing
          ? []
          : await alarmMarkers(telemetry, requested.scope, ledgerQuestion(requested))
        demandRowsOfKey(requested.viewer, found.length)
        const alarm = found.map(({ at: x, speed: y, group, description }) => ({
          x,
          y,
          group,
          description,
        }))
        return { data: { alarm } }
      },
      ({ period }) => {
        if (!hasOverlays(period)) {
          throw refusedField('end_date', 'Alarms are drawn for at most 24 hours.')
        }
      },
    )
    return sendBytes(reply, await slicedAnswer(alarmChart.answer, chart))
  })

  route(stateLane, readBy('figures'), async (request, reply) => {
    const lane = await answer(request, request.query, async (requested) => {
      const { machines, nothing, period, filter } = requested
      const [machine, ...others] = machines
      if (nothing || !machine || others.length > 0 || !hasOverlays(period)) return { parts: [] }
      const { scope } = requested
      const [parts, planned] = await Promise.all([
        laneParts(telemetry, scope, ledgerQuestion(requested)),
        // Under a filter a gap is not OFFLINE alone.
        isFiltered(filter) ? undefined : deps.plans.schedule(scope, machines, period),
      ])
      return {
        parts: parts.map(({ from, to, state: code }) => ({ from, to, code })),
        ...closedWire(planned?.closedOf(machine.id)),
      }
    })
    return sendBytes(reply, await slicedAnswer(stateLane.answer, lane))
  })

  route(stepTotalsCall, readBy('figures'), (request) =>
    answer(request, request.query, async (requested) => {
      const { scope, period, zone, nothing } = requested
      const { interval, steps, ends } = laneStepStarts(period, zone)
      if (nothing) return { steps: [], aggregationInterval: interval }
      const planned = await deps.plans.schedule(scope, requested.machines, period)
      const question = { ...ledgerQuestion(requested), steps, ends }
      const totals = await stepTotals(telemetry, scope, { ...question, spans: planned?.spans })
      const shown = withClosedSteps(totals, { requested, planned, steps, ends })
      return { steps: shown.map(stepTotalWire), aggregationInterval: interval }
    }),
  )
}

/** Alarms and next-machine markers are drawn up to 24 hours (specification §9). */
function hasOverlays({ from, to }: Period): boolean {
  return to.getTime() - from.getTime() <= overlayLimitSeconds * 1000
}
