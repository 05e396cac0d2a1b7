import {
  type AlertWire,
  acknowledgeAlert as acknowledgeCall,
  alertDetails,
  alerts as alertsCall,
  callForHelp as callForHelpCall,
  helpDone,
  helpOnMyWay,
} from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import {
  type AlertRow,
  acknowledgeAlert,
  alertOf,
  alertPage,
  alertRulesOfClient,
  callForHelp,
  clientOfAlert,
  comeToHelp,
  endHelpCall,
  type HelpRule,
  messagesOfAlert,
  type StoredAlertRule,
} from '@packboard/management'
import {
  type AlertSeverity,
  AppError,
  alertSeverities,
  type ClientScope,
  shownName,
} from '@packboard/model'
import type { Access } from '../access/access.ts'
import { setterOf, type Viewer } from '../access/actor.ts'
import { onTablets, routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { alertFacts } from './alertFacts.ts'
import { ruleMachines } from './backTest.ts'
import { allowedTimes } from './machineOpenings.ts'

/** What opened, and who takes care of it (D94, D96). */
export function alertRoutes(app: App, deps: Deps & PlanDeps, access: Access) {
  const route = routesOf(app, 'Alerts')
  const { management } = deps

  route(alertsCall, { caller: 'readDashboards', ...onTablets }, async (request) => {
    const scope = await access.scope(access.viewer(request), request.params.clientId)
    const { state, machineId: serialNo, before } = request.query
    const [machine] =
      serialNo === undefined
        ? []
        : selectMachines(await access.machines(scope), { machineId: serialNo })
    const page = await alertPage(management, scope, { state, machineId: machine?.id, before })
    return { ...page, alerts: page.alerts.map((row) => alertWire(scope, row)) }
  })

  route(alertDetails, 'readDashboards', async (request) => {
    const { clientId, id } = request.params
    const scope = await scopeOfAlert(access.actor(request), clientId)
    const row = await alertOf(management, scope, id)
    if (row === undefined) throw new AppError('alert.notFound')
    const messages = await messagesOfAlert(management, scope, id)
    return { ...alertWire(scope, row), messages: [...messages] }
  })

  route(acknowledgeCall, 'acknowledgeAlerts', async (request) => {
    const { clientId, id } = request.params
    const actor = access.actor(request)
    const { userId, username: name } = actor
    const scope = await scopeOfAlert(actor, clientId)
    await acknowledgeAlert(management, scope.clientId, String(id), { userId, name })
    return { message: 'Success!' }
  })

  route(callForHelpCall, { caller: 'callForHelp', ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const { machineId: serialNo, note = '' } = request.body
    const { scope, machine } = await machineOf(viewer, serialNo)
    const rule = await helpRule(deps, scope, machine)
    const call = { machineId: machine.id, note, rule }
    const id = await callForHelp(management, setterOf(viewer), scope, call)
    return { id: Number(id), message: 'Success!' }
  })

  route(helpOnMyWay, { caller: 'callForHelp', ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const { id } = request.params
    await comeToHelp(management, setterOf(viewer), await scopeOfCall(viewer, id), id)
    return { message: 'Success!' }
  })

  route(helpDone, { caller: 'callForHelp', ...onTablets }, async (request) => {
    const viewer = access.viewer(request)
    const { id } = request.params
    await endHelpCall(management, setterOf(viewer), await scopeOfCall(viewer, id), id)
    return { message: 'Success!' }
  })

  /** A machine that the caller sees, whose client no address names; one of others is not found. */
  async function machineOf(viewer: Viewer, serialNo: string) {
    const clientId = viewer.clientId ?? deps.directory.bySerial(serialNo)?.clientId
    const refusal = new AppError('machine.notFound')
    if (clientId === undefined) throw refusal
    const scope = await access.scope(viewer, clientId).catch((error: unknown) => {
      throw isHidden(error) ? refusal : error
    })
    const [machine] = selectMachines(await access.machines(scope), { machineId: serialNo })
    if (machine === undefined) throw refusal
    return { scope, machine }
  }

  async function scopeOfCall(viewer: Viewer, id: number): Promise<ClientScope> {
    const clientId = await clientOfAlert(management, id)
    if (clientId === undefined) throw new AppError('alert.notFound')
    return scopeOfAlert(viewer, clientId)
  }

  /** An alert of a client that the caller may not see is as one that never was. */
  function scopeOfAlert(viewer: Viewer, clientId: number): Promise<ClientScope> {
    return access.scope(viewer, clientId).catch((error: unknown) => {
      throw isHidden(error) ? new AppError('alert.notFound') : error
    })
  }
}

const isHidden = (error: unknown) => error instanceof AppError && error.code === 'client.notFound'

const nothingSaid: HelpRule = {
  ...{ ruleId: null, ruleName: '', severity: 'warning', text: '', steps: [], repeatSeconds: null },
}

const worse = (one: AlertSeverity, other: AlertSeverity) =>
  alertSeverities.indexOf(other) > alertSeverities.indexOf(one) ? other : one

/** Who is informed of a call at a machine now: what all rules for calls that look at it say together. */
async function helpRule(
  deps: Deps & PlanDeps,
  scope: ClientScope,
  machine: ClientMachine,
): Promise<HelpRule> {
  const rules = (await alertRulesOfClient(deps.management, scope))?.rules ?? []
  const calls = rules.filter(({ enabled, condition }) => enabled && condition.kind === 'helpCalled')
  const now = Math.floor(deps.now())
  const period = { from: new Date(now), to: new Date(now + 1) }
  const facts = alertFacts(deps, { scope, machines: [machine], period, present: now })
  const matching: StoredAlertRule[] = []
  for (const rule of calls) {
    const own = await ruleMachines(deps, scope, rule, [machine])
    if (own.length === 0) continue
    const allowed = (await allowedTimes(facts, rule.when))(machine.id)
    const looks = allowed?.some(({ from, to }) => from <= now && now < (to ?? now + 1)) ?? true
    if (looks) matching.push(rule)
  }
  const [first] = matching
  if (first === undefined) return nothingSaid
  const repeats = matching.flatMap(({ repeatSeconds }) => repeatSeconds ?? [])
  return {
    ruleId: first.id,
    ruleName: first.name,
    severity: matching.reduce<AlertSeverity>((most, { severity }) => worse(most, severity), 'info'),
    text: first.text ?? '',
    steps: matching.flatMap(({ steps }) => steps),
    repeatSeconds: repeats.length === 0 ? null : Math.min(...repeats),
  }
}

/** An alert in the words of the wire; names as far as the caller may read them. */
function alertWire(scope: ClientScope, { serialNo, machineId: _, ...row }: AlertRow): AlertWire {
  return {
    ...row,
    machineId: serialNo,
    acknowledgedBy: shownName(scope, row.acknowledgedBy),
    onMyWayBy: shownName(scope, row.onMyWayBy),
    raisedBy: shownName(scope, row.raisedBy),
  }
}
