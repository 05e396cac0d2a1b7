import {
  lineLimits,
  lineNow,
  lineStops,
  lineLosses as lossesCall,
  nameLineRoot,
} from '@packboard/contract'
import { nameRoot } from '@packboard/management'
import { AppError, isWithinDays, type Period, refusedField, stopsInWindow } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { setterOf } from '../access/actor.ts'
import { onLinks, onTablets, readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { demandRecent, selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { lineFlowRoutes } from './flowRoutes.ts'
import { lineStopWire, lossesWire } from './lineWire.ts'
import { knownLine, machinesIn, readLine, stepsIn } from './readLine.ts'
import { readLineLosses } from './readLineLosses.ts'
import { readNow } from './readNow.ts'

/** The flow of lines, what they are doing, and what stopped them (D101 to D103). */
export function lineRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  lineFlowRoutes(app, deps, access, gate)
  const route = routesOf(app, 'Line')
  const { management } = deps

  route(lineNow, { ...readBy('stops'), ...onLinks }, async (request) => {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, request.params.clientId)
    const line = await knownLine(deps, scope, request.query.line)
    return gate.ask(viewer, scope, () => readNow(deps, scope, line))
  })

  route(lineStops, { ...readBy('stops'), ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, request.params.clientId)
    const line = await knownLine(deps, scope, request.query.line)
    const period = requestedPeriod(request.query, deps.now())
    demandRecent(viewer, period, deps.now(), 'from')
    const window = { from: period.from.getTime(), to: period.to.getTime() }
    const machines = machinesIn(stepsIn(line.flow, window.from, window.to))
    return gate.ask(
      viewer,
      scope,
      async () => {
        const reading = await readLine(deps, scope, line, period)
        const ids = reading.machineIds.filter((id) => scope.machineIds?.includes(id) ?? true)
        const found = stopsInWindow(reading, ids, window)
        if (found.length > lineLimits.stops) throw new AppError('answer.tooManyRows')
        const shown = { ...reading, serialOf: line.serialOf }
        const stops = found
          .sort((a, b) => a.stop.from - b.stop.from || a.stop.machineId - b.stop.machineId)
          .map((stop) => lineStopWire(scope, shown, stop))
        return { ...period, hasFlow: machines.length > 0, stops }
      },
      { period, machines },
    )
  })

  route(lossesCall, readBy('stops'), async (request) => {
    const reader = access.reader(request)
    const scope = await access.scope(reader, request.params.clientId)
    const line = await knownLine(deps, scope, request.query.line)
    const period = requestedPeriod(request.query, deps.now())
    const machines = machinesIn(stepsIn(line.flow, period.from.getTime(), period.to.getTime()))
    const read = await gate.ask(reader, scope, () => readLineLosses(deps, scope, line, period), {
      period,
      machines,
    })
    return { ...period, hasFlow: machines.length > 0, ...lossesWire(line, read) }
  })

  route(nameLineRoot, { caller: 'nameRoots', ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, request.params.clientId)
    const { machineId: serialNo, from, rootMachineId, takeBack, note } = request.body
    const machines = await access.machines(scope, from)
    const [machine] = selectMachines(machines, { machineId: serialNo })
    if (!machine) throw new AppError('machine.notFound')
    demandRecent(viewer, { from }, deps.now(), 'from')
    const line = await knownLine(deps, scope, machine.lineName)
    const at = from.getTime()
    if (at > deps.now()) throw refusedField('from', 'The stop must not be in the future.')
    const flow = stepsIn(line.flow, at, at + 1)
    const root = machinesIn(flow).find((id) => line.serialOf(id) === rootMachineId)
    if (rootMachineId !== null && !takeBack && root === undefined) {
      throw refusedField('rootMachineId', `${rootMachineId} is not in the flow of ${line.name}.`)
    }
    const period = { from, to: new Date(at + 1) }
    const { piecesOf } = await gate.ask(viewer, scope, () => readLine(deps, scope, line, period))
    const stands = piecesOf(machine.id).some(
      ({ stop }) => stop !== undefined && stop.from <= at && at < stop.to,
    )
    if (!stands) throw new AppError('lineRoot.noStop')
    const entry = {
      ...{ machineId: machine.id, at, note },
      rootMachineId: takeBack ? undefined : rootMachineId === null ? null : root,
    }
    await nameRoot(management, setterOf(viewer), scope, entry)
    return { message: 'Success!' }
  })
}

/** Up to the present; 400 for a window that is none or too long. */
function requestedPeriod({ from, to }: Period, now: number): Period {
  const end = new Date(Math.min(to.getTime(), Math.floor(now)))
  if (from >= end) throw refusedField('to', 'The end must be after the start.')
  if (!isWithinDays({ from, to: end }, lineLimits.days)) {
    throw refusedField('from', `At most ${lineLimits.days} days can be chosen.`)
  }
  return { from, to: end }
}
