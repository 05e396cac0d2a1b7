import {
  clientPlan,
  clientTimes,
  importPlan,
  previewPlan,
  setPlan as setPlanCall,
  setShifts as setShiftsCall,
} from '@packboard/contract'
import { planOfClient, setPlan, setShifts, shiftsOfClient } from '@packboard/management'
import { AppError, planLimits } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { onTablets, readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { importedPlan } from '../csv/importedPlan.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { planEffect, previewPeriod } from '../figures/planEffect.ts'
import type { App } from '../http/createApp.ts'

/** When a client means to produce (D72). */
export function planRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Plan')
  const { management } = deps

  route(clientPlan, readBy('figures'), async (request) => {
    const scope = await access.scope(access.reader(request), request.params.clientId)
    const found = await planOfClient(management, scope)
    if (!found) throw new AppError('client.notFound')
    return {
      timezone: found.zone,
      lines: [...found.lines],
      weeks: found.weeks.map(({ line, validFrom, entries, setBy }) => ({
        line,
        validFrom,
        entries: entries && [...entries],
        setBy,
      })),
      exceptions: [...found.exceptions],
      unitModes: found.unitModes.map(({ production, ...rule }) => ({
        ...rule,
        production: [...production],
      })),
      version: found.version,
    }
  })

  route(setPlanCall, 'setShifts', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const version = await setPlan(management, actor, scope, request.body)
    return { message: 'Success!', version }
  })

  route(previewPlan, 'setShifts', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const stored = await planOfClient(management, scope)
    if (!stored) throw new AppError('client.notFound')
    const byNobody = <Part extends object>(part: Part) => ({ ...part, setBy: null })
    const { weeks, exceptions, unitModes } = request.body
    const plan = {
      ...stored,
      weeks: weeks.map(byNobody),
      exceptions: exceptions.map(byNobody),
      unitModes: unitModes?.map(byNobody) ?? stored.unitModes,
    }
    const machines = await access.machines(scope)
    const period = previewPeriod(deps.now(), stored.zone)
    const effect = await gate.ask(
      actor,
      scope,
      () => planEffect(deps, scope, machines, plan, period),
      { period, machines },
    )
    return { lookedAtDays: planLimits.previewDays, ...effect }
  })

  route(importPlan, 'setShifts', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const current = await planOfClient(management, scope)
    if (!current) throw new AppError('client.notFound')
    const { csv, dryRun } = request.body
    const { plan, ...outcome } = await importedPlan(csv, current)
    // A plan that was changed meanwhile is not overwritten by a file that was compared with the one before.
    if (!dryRun && outcome.refused.length === 0) {
      await setPlan(management, actor, scope, { ...plan, version: current.version })
    }
    return outcome
  })

  shiftRoutes(app, deps, access)
}

/** A client's zone and shifts. */
function shiftRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Shifts')

  route(clientTimes, { ...readBy('figures'), ...onTablets }, async (request) => {
    const scope = await access.scope(access.viewer(request), request.params.clientId)
    const times = await shiftsOfClient(management, scope)
    if (!times) throw new AppError('client.notFound')
    return { timezone: times.zone, shifts: [...times.starts], version: times.version }
  })

  route(setShiftsCall, 'setShifts', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { shifts: starts, version } = request.body
    const changed = await setShifts(management, actor, scope, { starts, version })
    return { message: 'Success!', version: changed }
  })
}
