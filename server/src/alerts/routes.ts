import {
  type AlertWire,
  acknowledgeAlert as acknowledgeCall,
  alertDetails,
  alertRules as alertRulesCall,
  alerts as alertsCall,
  backTestAlertRule,
  callForHelp as callForHelpCall,
  helpDone,
  helpOnMyWay,
  muteAlerts as muteAlertsCall,
  setAlertRules as setAlertRulesCall,
} from '@packboard/contract'
import {
  type AlertRow,
  acknowledgeAlert,
  alertCounts,
  alertMutes,
  alertOf,
  alertPage,
  alertRecipients,
  alertRulesOfClient,
  type ClientMachine,
  callForHelp,
  clientOfAlert,
  comeToHelp,
  endHelpCall,
  type HelpRule,
  messagesOfAlert,
  muteAlerts,
  type StoredAlertRule,
  setAlertRules,
} from '@packboard/management'
import {
  type AlertRule,
  type AlertSeverity,
  AppError,
  alertSeverities,
  type ClientScope,
  refusedField,
  shownName,
} from '@packboard/model'
import type { Access } from '../access/access.ts'
import { setterOf, type Viewer } from '../access/actor.ts'
import { onTablets, routesOf } from '../access/declare.ts'
import { may } from '../access/policies.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { alertFacts } from './alertFacts.ts'
import { backTest, ruleMachines } from './backTest.ts'
import { allowedTimes } from './machineOpenings.ts'

/** What opened, and who takes care of it (D94, D96). */
export function alertRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  alertRuleRoutes(app, deps, access, gate)
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

const noRecipients = { people: [], roles: [], mails: [], hooks: [] }
const noCounts = {
  ...{ opened: 0, sent: 0, late: 0, held: 0, missed: 0 },
  medianAcknowledgeSeconds: null,
}

/** Of what a client is informed (D94): its rules, their test against the past, and what is muted. */
function alertRuleRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Alerts')
  const { management } = deps
  const edits = (viewer: Viewer) => 'role' in viewer && may(viewer).editAlertRules

  route(alertRulesCall, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const [found, counts, mutes, machines, recipients] = await Promise.all([
      alertRulesOfClient(management, scope),
      alertCounts(management, scope),
      alertMutes(management, scope),
      access.machines(scope),
      edits(actor)
        ? alertRecipients(management, scope, may(actor).chooseClient)
        : Promise.resolve(noRecipients),
    ])
    if (!found) throw new AppError('client.notFound')
    const serialOf = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
    return {
      version: found.version,
      rules: found.rules.map((rule) => {
        const { held, ...count } = counts.get(rule.id) ?? noCounts
        const mute = mutes.find(({ ruleId }) => ruleId === rule.id)
        return {
          ...ruleWire(rule),
          last30Days: { ...count, true: held },
          mute: mute ? { until: mute.until, reason: mute.reason, by: mute.by } : null,
        }
      }),
      mutedMachines: mutes.flatMap(({ machineId, until, reason, by }) => {
        const serialNo = machineId === null ? undefined : serialOf.get(machineId)
        return serialNo === undefined ? [] : [{ machineId: serialNo, until, reason, by }]
      }),
      recipients: {
        people: [...recipients.people],
        roles: [...recipients.roles],
        mails: [...recipients.mails],
        hooks: [...recipients.hooks],
      },
    }
  })

  route(setAlertRulesCall, 'editAlertRules', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    for (const [index, rule] of request.body.rules.entries()) demandSense(rule, `rules.${index}.`)
    const version = await setAlertRules(management, actor, scope, request.body)
    return { message: 'Success!', version }
  })

  route(backTestAlertRule, 'editAlertRules', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { rule, from, to } = request.body
    demandSense(rule, 'rule.')
    const machines = await access.machines(scope)
    const question = { rule, machines, period: { from, to }, present: deps.now() }
    return gate.ask(actor, scope, () => backTest(deps, scope, question))
  })

  route(muteAlertsCall, 'editAlertRules', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { ruleId, machineId: serialNo, until, reason } = request.body
    if ((ruleId === undefined) === (serialNo === undefined)) {
      throw refusedField('ruleId', 'Either a rule or a machine is muted.')
    }
    const [machine] =
      serialNo === undefined
        ? []
        : selectMachines(await access.machines(scope), { machineId: serialNo })
    await muteAlerts(management, actor, scope, { ruleId, machineId: machine?.id, until, reason })
    return { message: 'Success!' }
  })
}

/** What the shapes of the contract cannot say. */
function demandSense({ condition, steps, when }: AlertRule, at: string): void {
  if (condition.kind === 'alarm' && condition.times > 1 && condition.minutes === undefined) {
    throw refusedField(`${at}condition.minutes`, 'Several alarms need a time in which they come.')
  }
  if (condition.kind === 'stoppedLonger' && condition.withoutReason && condition.reasonId) {
    throw refusedField(`${at}condition.reasonId`, 'A stop without a reason has none.')
  }
  if (typeof when === 'object' && when.some(({ days }) => new Set(days).size < days.length)) {
    throw refusedField(`${at}when`, 'A day is named twice.')
  }
  const later = steps.findIndex(
    ({ afterSeconds }, index) => afterSeconds < (steps[index - 1]?.afterSeconds ?? 0),
  )
  if (later >= 0) {
    throw refusedField(`${at}steps.${later}.afterSeconds`, 'Steps are in the order of their times.')
  }
}

/** A rule in the words of the wire: its lists may be changed by the serialiser. */
function ruleWire({ changedAt: _, ...rule }: StoredAlertRule) {
  const { machines, when, condition } = rule
  return {
    ...rule,
    condition:
      condition.kind === 'inState' ? { ...condition, states: [...condition.states] } : condition,
    machines: Array.isArray(machines) ? [...machines] : wireMachines(machines),
    when: typeof when === 'string' ? when : when.map((one) => ({ ...one, days: [...one.days] })),
    steps: [...rule.steps],
  }
}

function wireMachines(machines: AlertRule['machines']) {
  if (machines === 'all') return machines
  if ('lineName' in machines || 'machineTypeId' in machines) return machines
  return [...machines]
}
