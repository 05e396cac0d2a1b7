import {
  type BridgeAnswer,
  bridge,
  type CauseRows,
  type LossWindow,
  losses,
} from '@packboard/contract'
import { shiftsOfClient } from '@packboard/management'
import { earlierWindow, lossBridge, plannedSeconds, sparseCoverageBelow } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, chartQuestion, withinLine } from '../figures/chartQuestion.ts'
import { requestedWindow, windowQuery } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { type SerialOf, serialsOf } from '../records/recordsWire.ts'
import { mayCompare } from './mayCompare.ts'
import { type Losses, readLosses } from './readLosses.ts'

type LossQuery = z.output<typeof losses.query>
type BridgeQuery = z.output<typeof bridge.query>

/** The losses of OEEE of a window, and why it differs from another one. */
export function lossRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Production')

  const requestedOf = async (request: FastifyRequest, query: LossQuery) => {
    const ofClient = await chartQuestion({ access, now: deps.now() }, request, query)
    const requested = withinLine(ofClient, query.line)
    // As on Compare, several machines are for premium clients (D51).
    await mayCompare(deps.management, requested.scope, { ...query, by: 'machine' })
    return requested
  }
  const read = (requested: ChartQuestion, by: CauseRows) =>
    gate.ask(requested.viewer, requested.scope, () => readLosses(deps, requested, by), requested)

  route(losses, readBy('figures'), async (request) => {
    const requested = await requestedOf(request, request.query)
    return lossesWire(requested, await read(requested, request.query.by))
  })

  route(bridge, readBy('figures'), async (request) => {
    const { query } = request
    const requested = await requestedOf(request, query)
    const found = await read(requested, query.by)
    const now = lossesWire(requested, found)
    const other = await otherQuery(deps, requested, query)
    if (other === null) return withoutBridge('before', now, null)
    const earlier = await requestedOf(request, other)
    const was = await read(earlier, query.by)
    const before = lossesWire(earlier, was)
    if (found.tree === null) return withoutBridge('now', now, before)
    if (was.tree === null) return withoutBridge('before', now, before)
    if ([now, before].some(isSparse)) return withoutBridge('littleData', now, before)
    const { difference, bars, leftOver } = lossBridge(was.tree, found.tree)
    return {
      ...{ now, before, none: null },
      ...{ differencePoints: difference, bars: [...bars], leftOverPoints: leftOver },
    }
  })
}

const withoutBridge = (
  none: BridgeAnswer['none'],
  now: LossWindow,
  before: LossWindow | null,
): BridgeAnswer => ({
  ...{ now, before, none, differencePoints: null, bars: [], leftOverPoints: null },
})

const isSparse = ({ coverage }: LossWindow) => coverage !== null && coverage < sparseCoverageBelow

/** The query of the other side; null where there is no such window. */
async function otherQuery(
  { management }: Pick<Deps, 'management'>,
  { scope, present }: ChartQuestion,
  { previous, ...query }: BridgeQuery,
): Promise<LossQuery | null> {
  const side = {
    ...query,
    machine: query.other_machine ?? query.machine,
    line: query.other_line ?? query.line,
    product: query.other_product ?? query.product,
    tool: query.other_tool ?? query.tool,
  }
  if (previous === undefined) {
    const own = requestedWindow(query)
    return {
      ...side,
      ...windowQuery({
        ...own,
        startDate: query.other_start_date ?? own.startDate,
        endDate: query.other_end_date ?? own.endDate,
        startTime: query.other_start_time ?? own.startTime,
        endTime: query.other_end_time ?? own.endTime,
      }),
    }
  }
  const plan = (await shiftsOfClient(management, scope)) ?? null
  const until = new Date(present)
  const earlier = earlierWindow(requestedWindow(query), previous, { plan, until })
  if (earlier === null) return null
  return {
    ...{ ...side, ...windowQuery(earlier.window) },
    until: (earlier.until ?? until).toISOString(),
  }
}

function lossesWire(
  { period, machines }: ChartQuestion,
  { figures, none, tree, terms }: Losses,
): LossWindow {
  const serialOf: SerialOf = serialsOf(machines)
  return {
    ...{ from: period.from, to: period.to, none },
    plannedSeconds: figures ? plannedSeconds(figures.time) : 0,
    runSeconds: figures?.time.run ?? 0,
    goodSeconds: tree?.good ?? null,
    oeee: tree?.oeee ?? null,
    coverage: figures?.oee.coverage ?? null,
    losses: tree ? [...tree.losses] : [],
    leftOverSeconds: tree?.leftOver ?? 0,
    terms: terms.map(({ machineId, ...term }) => ({ machine: serialOf(machineId), ...term })),
    packsAfterGap: figures?.packsAfterGap ?? 0,
  }
}
