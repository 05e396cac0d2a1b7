import { type ShiftProgress, shiftProgress } from '@packboard/contract'
import { type ClientMachine, shiftsOfClient } from '@packboard/management'
import { AppError, type ClientScope, shiftAt } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { onLinks, readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { App } from '../http/createApp.ts'
import { groupsOf, readProgress } from '../shift/readProgress.ts'

/** The plan of the running shift against what was made, for people, walls and tablets. */
export function shiftProgressRoutes(
  app: App,
  deps: Deps & PlanDeps,
  access: Access,
  gate: QueryGate,
) {
  const route = routesOf(app, 'Overview')

  route(shiftProgress, { ...readBy('figures'), ...onLinks }, async (request) => {
    const viewer = access.viewer(request)
    const scope = await access.scope(viewer, request.params.clientId)
    const machines = await access.machines(scope)
    return gate.askLive(viewer, scope, () => readShiftProgress(deps, scope, machines))
  })
}

async function readShiftProgress(
  deps: Deps & PlanDeps,
  scope: ClientScope,
  machines: readonly ClientMachine[],
): Promise<ShiftProgress> {
  const at = new Date(deps.now())
  const times = await shiftsOfClient(deps.management, scope)
  if (!times) throw new AppError('client.notFound')
  const shift = shiftAt(times.starts, times.zone, at)
  if (!shift || machines.length === 0) return { shift: null, at, machines: [], groups: [] }
  const progress = await readProgress(deps, scope, machines, { shift: shift.period, at })
  return {
    shift: { name: shift.name, ...shift.period },
    at,
    machines: [...progress.machines],
    groups: groupsOf(machines, progress.machines),
  }
}
