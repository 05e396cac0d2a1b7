import {
  type ClientMachine,
  installationsOfClient,
  type NewAlert,
  type StoredAlertRule,
  type WatchedAlert,
} from '@packboard/management'
import { type AlertCondition, alertLimits } from '@packboard/model'
import { clockSkew, quarantineCounts } from '@packboard/telemetry/read'
import type { AlertDeps, AlertFacts } from './alertFacts.ts'
import { allowedTimes } from './machineOpenings.ts'
import type { WatchedRule } from './pacedLooks.ts'
import type { Reconciled } from './reconcile.ts'

/** What the server knows of itself, and no record says. */
export type ServerState = { readonly isBackupOverdue: () => boolean }

type Held = { readonly machineId: number | null; readonly cause: string }

const minuteMs = 60_000
const secondMs = 1_000
/** A clock is judged by the samples of so long. */
const clockMs = 60 * minuteMs

/**
 * Where a condition holds at the present of `facts` that does not follow from stored records: they have no past, so they are looked at now and
 * then. Nowhere for a kind that does follow from records.
 */
export async function heldNow(
  { telemetry, management, server }: AlertDeps & { readonly server: ServerState },
  { scope, present: now, shared, machines: all }: AlertFacts,
  {
    condition,
    machines,
  }: {
    readonly condition: AlertCondition
    readonly machines: readonly Pick<ClientMachine, 'id'>[]
  },
): Promise<Held[]> {
  const own = new Set(machines.map(({ id }) => id))
  const recordersNow = () => shared('recorders', () => installationsOfClient(management, scope))
  switch (condition.kind) {
    case 'setAside': {
      const { minutes, records: wanted } = condition
      const since = new Date(now - minutes * minuteMs)
      const counts = await shared(`setAside ${minutes}`, () =>
        quarantineCounts(telemetry, scope, { since }),
      )
      return counts.flatMap(({ machineId, records }) =>
        machineId !== null && own.has(machineId) && records >= wanted
          ? [{ machineId, cause: '' }]
          : [],
      )
    }
    case 'clockOff': {
      if (own.size === 0) return []
      const machineIds = all.map(({ id }) => id)
      const since = new Date(now - clockMs)
      const skews = await shared('clockSkew', () =>
        clockSkew(telemetry, scope, { machineIds, since }),
      )
      return skews.flatMap(({ machineId, skewMs }) =>
        own.has(machineId) && skewMs !== null && Math.abs(skewMs) > condition.seconds * secondMs
          ? [{ machineId, cause: '' }]
          : [],
      )
    }
    case 'recorderSilent':
      return ofClient(
        (await recordersNow()).filter(
          ({ heardAt }) => heardAt.getTime() < now - condition.seconds * secondMs,
        ),
      )
    case 'recorderFilling':
      return ofClient(
        (await recordersNow()).filter(
          ({ isFull, queueBytes, maxBytes }) =>
            isFull || (maxBytes > 0 && 100 * queueBytes >= condition.percent * maxBytes),
        ),
      )
    case 'backupOverdue':
      return server.isBackupOverdue() ? [{ machineId: null, cause: '' }] : []
    default:
      return []
  }
}

/** Recorders speak for machines of a client: the alert is that of the client and names them. */
function ofClient(recorders: readonly { readonly name: string }[]): Held[] {
  if (recorders.length === 0) return []
  return [{ machineId: null, cause: recorders.map(({ name }) => name).join(', ') }]
}

/** Since when a condition was seen to hold, and until when. */
type Seen = { readonly since: number; readonly until: number; readonly cause: string }

type Cleared = Reconciled['toClear'][number]

/** Follows such conditions of one client from look to look. */
export class StandingAlerts {
  readonly #seen = new Map<string, Map<number | null, Seen>>()

  /** What opens and clears of these rules at the present of `facts`; `alerts` are all of the client. */
  async look(
    deps: AlertDeps & { readonly server: ServerState },
    facts: AlertFacts,
    {
      rules,
      alerts,
    }: { readonly rules: readonly WatchedRule[]; readonly alerts: readonly WatchedAlert[] },
  ): Promise<{ readonly opened: NewAlert[]; readonly cleared: Cleared[] }> {
    const now = facts.present
    const byRule = Map.groupBy(alerts, ({ ruleId }) => ruleId)
    const found = { opened: [] as NewAlert[], cleared: [] as Cleared[] }
    for (const { rule, machineIds } of rules) {
      const allowedOf = await allowedTimes(facts, rule.when)
      const looks = (id: number) =>
        allowedOf(id)?.some(({ from, to }) => from <= now && now < (to ?? now + 1)) ?? true
      const machines = facts.machines.filter(({ id }) => machineIds.has(id) && looks(id))
      const held = await heldNow(deps, facts, { condition: rule.condition, machines })
      const { opened, cleared } = this.compare(rule, held, byRule.get(rule.id) ?? [], now)
      found.opened.push(...opened)
      found.cleared.push(...cleared.map((alert) => ({ alert, clearedAt: now, withdrawn: false })))
    }
    return found
  }

  /** What of a rule opens and clears, after a look at it. */
  compare(
    rule: StoredAlertRule,
    held: readonly Held[],
    alerts: readonly WatchedAlert[],
    now: number,
  ): { readonly opened: readonly NewAlert[]; readonly cleared: readonly WatchedAlert[] } {
    const seen = this.#seen.get(rule.id) ?? new Map<number | null, Seen>()
    this.#seen.set(rule.id, seen)
    for (const { machineId, cause } of held) {
      seen.set(machineId, { since: seen.get(machineId)?.since ?? now, until: now, cause })
    }
    for (const [machineId, { until }] of seen) {
      if (now - until >= alertLimits.clearMs) seen.delete(machineId)
    }
    const open = new Map(
      alerts
        .filter(({ clearedAt }) => clearedAt === null)
        .map((alert) => [alert.machineId, alert] as const),
    )
    const forMs = (rule.forSeconds ?? 0) * secondMs
    const opened = [...seen].flatMap(([machineId, { since, until, cause }]): NewAlert[] => {
      if (open.has(machineId) || until < now || now - since < forMs) return []
      const { name: ruleName, severity, steps, text = '', repeatSeconds = null } = rule
      const openedAt = new Date(since + forMs)
      const kind = rule.condition.kind
      const what = { ruleName, severity, steps, text, repeatSeconds, kind, cause, causeGroup: '' }
      return [{ ruleId: rule.id, machineId, ...what, openedAt, clearedAt: null, late: false }]
    })
    return { opened, cleared: [...open.values()].filter(({ machineId }) => !seen.has(machineId)) }
  }

  /** Rules that look no more. */
  keep(ruleIds: ReadonlySet<string>): void {
    for (const id of this.#seen.keys()) if (!ruleIds.has(id)) this.#seen.delete(id)
  }
}
