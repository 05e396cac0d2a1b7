import {
  alertsOfRule,
  type ClientMachine,
  machinesOfClient,
  type StoredAlertRule,
  type WatchedAlert,
} from '@packboard/management'
import { alertLimits, type ClientScope } from '@packboard/model'
import type { AlertDeps } from './alertFacts.ts'
import { type PastOpening, pastOpenings, ruleMachines } from './backTest.ts'

const dayMs = 86_400_000
const comparedDays = 30
/** A day of UTC that has been over for so long stays as it was compared: what comes later for it is found after the next start. */
const settledMs = dayMs
/** Days of one machine that a comparison reads, beside those that are not settled: some seconds of processor time. */
const mostMachineDays = 1_500
const mostRules = 10_000

/** How many of the alerts that were sent the ledger still has, and how many openings no alert says. */
export type Comparison = { readonly held: number; readonly missed: number }

/** What comparisons found of settled days, by rule: each of them is read once in the life of a process. */
export class ComparedDays {
  readonly machineDays: number
  readonly #rules = new Map<string, { changedAt: number; days: Map<number, Comparison> }>()

  constructor(machineDays = mostMachineDays) {
    this.machineDays = machineDays
  }

  /** By the beginning of the day, ms since 1970; a rule that was changed begins anew. */
  of({ id, changedAt }: Pick<StoredAlertRule, 'id' | 'changedAt'>): Map<number, Comparison> {
    const known = this.#rules.get(id)
    if (known?.changedAt === changedAt.getTime()) return known.days
    const days = new Map<number, Comparison>()
    this.#rules.delete(id)
    this.#rules.set(id, { changedAt: changedAt.getTime(), days })
    const [oldest] = this.#rules.keys()
    if (oldest !== undefined && this.#rules.size > mostRules) this.#rules.delete(oldest)
    return days
  }
}

/**
 * The alerts of a rule beside what the ledger says, of the last 30 days and the one that runs, or since the rule began to look. undefined:
 * of many machines only some days were read, and the next call goes on.
 */
export async function compareRule(
  deps: AlertDeps,
  scope: ClientScope,
  rule: StoredAlertRule,
  now: number,
  compared: ComparedDays = new ComparedDays(),
): Promise<Comparison | undefined> {
  const known = compared.of(rule)
  const first = dayOf(now - comparedDays * dayMs)
  for (const day of known.keys()) if (day < first) known.delete(day)
  const since = Math.max(rule.changedAt.getTime(), first)
  let from = dayOf(since)
  while (known.has(from)) from += dayMs
  const all = await machinesOfClient(deps.management, scope)
  const machines = await ruleMachines(deps, scope, rule, all)
  const settled = dayOf(now - settledMs)
  const days = Math.max(1, Math.floor(compared.machineDays / Math.max(1, machines.length)))
  const isLast = from + days * dayMs >= settled
  const to = isLast ? now : from + days * dayMs
  const found = await comparisons(deps, scope, { rule, machines, since, from, to, now })
  for (const [day, counts] of found) if (day < settled) known.set(day, counts)
  if (!isLast) return undefined
  return [...new Map([...known, ...found]).values()].reduce(
    (sum, { held, missed }) => ({ held: sum.held + held, missed: sum.missed + missed }),
    { held: 0, missed: 0 },
  )
}

const dayOf = (at: number) => Math.floor(at / dayMs) * dayMs

/** Of each day from `from` to `to`; what opened within a day of these may be one with what opened in them. */
async function comparisons(
  deps: AlertDeps,
  scope: ClientScope,
  {
    rule,
    machines,
    since,
    from,
    to,
    now,
  }: {
    readonly rule: StoredAlertRule
    readonly machines: readonly ClientMachine[]
    readonly since: number
    readonly from: number
    readonly to: number
    readonly now: number
  },
): Promise<Map<number, Comparison>> {
  const period = {
    from: new Date(Math.max(since, from - dayMs)),
    to: new Date(Math.min(now, to + dayMs)),
  }
  const found = await pastOpenings(deps, scope, { rule, machines, period, present: now })
  const alerts = await alertsOfRule(deps.management, scope.clientId, {
    ruleId: rule.id,
    since: period.from,
  })
  const openings = Map.groupBy(found, ({ machineId }) => machineId)
  const stored = Map.groupBy(alerts, ({ machineId }) => machineId)
  const counts = new Map<number, { held: number; missed: number }>()
  for (let day = from; day < to; day += dayMs) counts.set(day, { held: 0, missed: 0 })
  for (const { id } of machines) {
    const own = stored.get(id) ?? []
    const past = openings.get(id) ?? []
    for (const alert of own) {
      const day = counts.get(dayOf(alert.openedAt))
      if (day && alert.sent && past.some((one) => overlap(one, alert))) day.held += 1
    }
    for (const one of past) {
      const day = counts.get(dayOf(one.openedAt))
      if (day && !one.late && !own.some((alert) => overlap(one, alert))) day.missed += 1
    }
  }
  return counts
}

const ends = (to: number | null) => (to ?? Number.POSITIVE_INFINITY) + alertLimits.clearMs

/** They are one: late records may have moved begin and end. */
const overlap = (opening: PastOpening, alert: WatchedAlert) =>
  opening.openedAt < ends(alert.clearedAt) && alert.openedAt < ends(opening.endedAt)
