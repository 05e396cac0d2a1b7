import {
  all,
  plantStopLimits,
  type StopPart,
  type StopQuery,
  type StopRow,
  stopCauses,
  stopList,
} from '@packboard/contract'
import { AppError, isWithinDays, type Period, refusedField, unknownState } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { onTablets, readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { chartQuestion, withinLine } from '../figures/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { rootsOfStops } from '../line/rootsOfStops.ts'
import { type SerialOf, serialsOf } from '../records/recordsWire.ts'
import { reasonCoverage } from './bookFigures.ts'
import { type BookStop, secondsOfPart, type TimedPart } from './bookStops.ts'
import { readStops } from './readStops.ts'
import { sortStops } from './sortStops.ts'
import { readStopCauses } from './stopCauses.ts'
import { chosenStops, type StopLine, stopLine } from './stopRows.ts'

/** The list of stops behind a figure, and what stopped the machines. */
export function stopRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Production')

  route(stopList, { ...readBy('stops'), ...onTablets }, async (request) => {
    const { query } = request
    const ofClient = await chartQuestion({ access, now: deps.now() }, request, query)
    const requested = withinLine(ofClient, query.line)
    demandShortList(query, requested.period)
    const { found, targetOf, thresholdSeconds } = await gate.ask(
      requested.viewer,
      requested.scope,
      () => readStops(deps, requested, query),
      requested,
    )
    const serialOf = serialsOf(requested.machines)
    const chosen = chosenStops(found, query)
    const listed = query.at === undefined ? chosen : chosen.filter(holds(Date.parse(query.at)))
    const from = (query.page - 1) * query.pageSize
    const page = sortStops(listed, query, { serialOf, targetOf }).slice(from, from + query.pageSize)
    const { viewer, scope } = requested
    const rootOf = await gate.ask(viewer, scope, () => rootsOfStops(deps, scope, page), requested)
    return {
      stops: page.map((stop) => ({
        ...stopRowWire(stopLine(stop, targetOf), serialOf),
        waitsFor: rootOf(stop),
      })),
      count: listed.length,
      reasons: reasonCoverage(found, thresholdSeconds),
    }
  })

  route(stopCauses, readBy('stops'), async (request) => {
    const { query } = request
    const requested = await chartQuestion({ access, now: deps.now() }, request, query)
    return gate.ask(
      requested.viewer,
      requested.scope,
      async () => ({ causes: await readStopCauses(deps, requested, query.by) }),
      requested,
    )
  })
}

/** A list of all machines is bounded: the stops of a year of fifty machines are tens of thousands. */
function demandShortList({ machineId, machine, pageSize }: StopQuery, period: Period): void {
  if (machineId !== all || machine !== all) return
  if (!isWithinDays(period, plantStopLimits.days)) throw new AppError('stops.windowTooLong')
  if (pageSize > plantStopLimits.rows) {
    throw refusedField(
      'pageSize',
      `A page of the stops of all machines has at most ${plantStopLimits.rows} rows.`,
    )
  }
}

const holds =
  (at: number) =>
  ({ from, to }: BookStop) =>
    from.getTime() <= at && at < to.getTime()

/** A stop in the words of the wire. */
function stopRowWire({ machineId, states, parts, ...line }: StopLine, serialOf: SerialOf): StopRow {
  return {
    ...line,
    machine: serialOf(machineId),
    state: states[0]?.code ?? unknownState,
    states: [...states],
    parts: parts.map(stopPartWire),
  }
}

function stopPartWire(part: TimedPart): StopPart {
  const { from, to, label, planned, overrunAt } = part
  return {
    start: new Date(from),
    end: new Date(to),
    seconds: secondsOfPart(part),
    reason: label?.reason ?? null,
    note: label?.note ?? '',
    by: label?.by ?? null,
    at: label?.at ?? null,
    labelId: label?.id ?? null,
    planned,
    overrunAt: overrunAt === null ? null : new Date(overrunAt),
  }
}
