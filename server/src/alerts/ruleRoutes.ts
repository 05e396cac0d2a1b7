import {
  alertRules as alertRulesCall,
  backTestAlertRule,
  muteAlerts as muteAlertsCall,
  setAlertRules as setAlertRulesCall,
} from '@packboard/contract'
import {
  alertCounts,
  alertMutes,
  alertRecipients,
  alertRulesOfClient,
  muteAlerts,
  type StoredAlertRule,
  setAlertRules,
} from '@packboard/management'
import { type AlertRule, AppError, refusedField } from '@packboard/model'
import type { Access } from '../access/access.ts'
import type { Viewer } from '../access/actor.ts'
import { routesOf } from '../access/declare.ts'
import { may } from '../access/policies.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { backTest } from './backTest.ts'

const noRecipients = { people: [], roles: [], mails: [], hooks: [] }
const noCounts = {
  ...{ opened: 0, sent: 0, late: 0, held: 0, missed: 0 },
  medianAcknowledgeSeconds: null,
}

/** Of what a client is informed (D94): its rules, their test against the past, and what is muted. */
export function alertRuleRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
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
