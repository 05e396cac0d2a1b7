import {
  alertsOfRule,
  machinesOfClient,
  type StoredAlertRule,
  type WatchedAlert,
} from '@packboard/management'
import { alertLimits, type ClientScope } from '@packboard/model'
import type { AlertDeps } from './alertFacts.ts'
import { type PastOpening, pastOpenings, ruleMachines } from './backTest.ts'

const countedMs = 30 * 86_400_000

/**
 * The alerts of a rule beside what the ledger says by now, of the last 30 days or since it began to look: how many of those that were sent it
 * still has, and how many openings no alert says.
 */
export async function compareRule(
  deps: AlertDeps,
  scope: ClientScope,
  rule: StoredAlertRule,
  now: number,
): Promise<{ readonly held: number; readonly missed: number }> {
  const from = Math.max(rule.changedAt.getTime(), now - countedMs)
  const all = await machinesOfClient(deps.management, scope)
  const machines = await ruleMachines(deps, scope, rule, all)
  const period = { from: new Date(from), to: new Date(now) }
  const found = await pastOpenings(deps, scope, { rule, machines, period, present: now })
  const alerts = await alertsOfRule(deps.management, scope.clientId, {
    ruleId: rule.id,
    since: new Date(from),
  })
  const openings = Map.groupBy(found, ({ machineId }) => machineId)
  const stored = Map.groupBy(alerts, ({ machineId }) => machineId)
  let [held, missed] = [0, 0]
  for (const { id } of machines) {
    const own = stored.get(id) ?? []
    const past = openings.get(id) ?? []
    held += own.filter((alert) => alert.sent && past.some((one) => overlap(one, alert))).length
    missed += past.filter((one) => !one.late && !own.some((alert) => overlap(one, alert))).length
  }
  return { held, missed }
}

const ends = (to: number | null) => (to ?? Number.POSITIVE_INFINITY) + alertLimits.clearMs

/** They are one: late records may have moved begin and end. */
const overlap = (opening: PastOpening, alert: WatchedAlert) =>
  opening.openedAt < ends(alert.clearedAt) && alert.openedAt < ends(opening.endedAt)
