import { clientMachines, machinesData as machinesDataCall } from '@packboard/contract'
import { flowsOfClient } from '@packboard/management'
import { refusedField } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { viewerKey } from '../access/actor.ts'
import { pickMachines } from '../access/clientScope.ts'
import { onLinks, readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { provisionalMachines } from '../figures/provisionalMachines.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { answerWindow, windowProblem } from './answerWindow.ts'
import { machinesData } from './machinesData.ts'
import { clientMachineWire, machineRecordWire } from './overviewWire.ts'
import { presentTargets } from './presentTargets.ts'

/** The overview: which machines a client has, and what they did in a window. */
export function overviewRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Overview')

  route(clientMachines, { ...readBy('machines'), ...onLinks }, async (request) => {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, request.params.clientId)
    const [machines, provisional, flows] = await Promise.all([
      access.machines(scope),
      provisionalMachines(deps, scope),
      flowsOfClient(deps.management, scope),
    ])
    const flowing = (flows?.flows ?? []).filter(({ stations }) => stations.length > 0)
    const linesWithFlow = new Set(flowing.map(({ lineName }) => lineName))
    const targets =
      request.query.targets === 'yes'
        ? await gate.ask(viewer, scope, () =>
            presentTargets(deps, scope, { machines, at: new Date(deps.now()) }),
          )
        : undefined
    return {
      machines: machines.map((machine) => ({
        ...clientMachineWire(machine, provisional, targets?.get(machine.id)),
        ...(linesWithFlow.has(machine.lineName) && { hasFlow: true }),
      })),
    }
  })

  route(machinesDataCall, { ...readBy('figures'), ...onLinks }, async (request, reply) => {
    const { body } = request
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, body.clientId)
    const { start_date: start, end_date: end } = body
    const problem = windowProblem({ start, end })
    if (problem)
      throw refusedField(problem.at === 'end' ? 'end_date' : 'start_date', problem.sentence)
    const reading = body.initialReq === 'yes' ? 'totals' : 'increments'
    const window = answerWindow({ start, end, reading }, deps.now())
    const seen = batchNumber(body.revision)
    const { picked, dropped } = pickMachines(await access.machines(scope), body.machinesIdArray)
    if (dropped.length > 0) {
      request.log.warn(
        {
          event: 'scope.violation',
          viewer: viewerKey(viewer),
          client: scope.clientId,
          dropped: dropped.length,
        },
        'Requested machines outside the scope were left out',
      )
    }
    const read = () => machinesData(deps, scope, { machines: picked, window, reading, seen })
    const live = window.to.getTime() - window.from.getTime() <= limits.liveMs
    const answer = live
      ? await gate.askLive(viewer, scope, read)
      : await gate.ask(viewer, scope, read, { period: window, machines: picked })
    const bytes = await slicedAnswer(machinesDataCall.answer, {
      dataArray: answer.machines.map(machineRecordWire),
      start_date: window.from,
      end_date: window.to,
      revision: String(answer.revision),
      graphInterval: limits.graphSeconds,
      olderDataChanged: answer.olderDataChanged,
    })
    return sendBytes(reply, bytes)
  })
}

/** The revision that an earlier answer carried; the page sends it back unchanged. */
function batchNumber(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,20}$/.test(text) || BigInt(text) > 18_446_744_073_709_551_615n) {
    throw refusedField('revision', 'This revision was in no answer.')
  }
  return BigInt(text)
}
