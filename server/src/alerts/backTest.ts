import type { BackTestAnswer } from '@packboard/contract'
import {
  type ClientMachine,
  machinesAddedAt,
  machinesOfType,
  type StoredAlertRule,
} from '@packboard/management'
import {
  type AlertRule,
  alertLimits,
  type ClientScope,
  isBackTested,
  localDate,
  type Period,
  refusedField,
} from '@packboard/model'
import { type AlertDeps, alertFacts } from './alertFacts.ts'
import { arrivalsOf, isHistory } from './lateness.ts'
import { machineOpenings, machinesOfRule, type Opening } from './machineOpenings.ts'

/** What began so long before a window is followed from there: as far as live rules look back. */
export const lookBackMs = 26 * 3_600_000
/** Openings in one answer. */
const mostListed = 1_000
const dayMs = 86_400_000

/** A past opening of a rule. */
export type PastOpening = Opening & { readonly late: boolean }

/** The machines of a rule among those of a client. */
export async function ruleMachines(
  { management }: Pick<AlertDeps, 'management'>,
  scope: ClientScope,
  rule: Pick<StoredAlertRule, 'machines'>,
  machines: readonly ClientMachine[],
): Promise<ClientMachine[]> {
  const { machines: wanted } = rule
  const ids =
    typeof wanted === 'object' && 'machineTypeId' in wanted
      ? await machinesOfType(management, scope, wanted.machineTypeId)
      : []
  return machinesOfRule(rule, machines, () => new Set(ids))
}

/** When a rule would have opened in a window, by what the ledger says now. */
export async function pastOpenings(
  deps: AlertDeps,
  scope: ClientScope,
  {
    rule,
    machines,
    period,
    present,
    inTime,
  }: {
    readonly rule: Pick<AlertRule, 'condition' | 'forSeconds' | 'when'>
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly present: number
    /** What opened before is as if it had been known in time, by machine: its machine was not here yet. */
    readonly inTime?: ReadonlyMap<number, number>
  },
): Promise<PastOpening[]> {
  if (machines.length === 0) return []
  const from = period.from.getTime()
  const window = { from: new Date(from - lookBackMs), to: period.to }
  const facts = alertFacts(deps, { scope, machines, period: window, present })
  const found = await machineOpenings(facts, rule, machines)
  const to = period.to.getTime()
  const openings = found
    .filter(({ openedAt }) => openedAt >= from && openedAt < to)
    .map((one) => ({
      ...one,
      endedAt: one.endedAt !== null && one.endedAt >= to ? null : one.endedAt,
    }))
  const judged = openings.filter(
    ({ machineId, openedAt }) => openedAt >= (inTime?.get(machineId) ?? 0),
  )
  const arrivals = await arrivalsOf(deps, scope, judged)
  const late = new Set(
    judged.filter((opening, index) => {
      const arrival = arrivals[index]
      return arrival !== undefined && isHistory(opening, arrival)
    }),
  )
  return openings.map((opening) => ({ ...opening, late: late.has(opening) }))
}

export async function backTest(
  deps: AlertDeps,
  scope: ClientScope,
  {
    rule,
    machines,
    period,
    present,
  }: {
    readonly rule: AlertRule
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly present: number
  },
): Promise<BackTestAnswer> {
  const [from, to] = [period.from.getTime(), Math.min(period.to.getTime(), present)]
  if (from >= to) throw refusedField('to', 'The end must be after the start.')
  if (to - from > alertLimits.backTestDays * dayMs) {
    throw refusedField('to', `At most ${alertLimits.backTestDays} days can be chosen.`)
  }
  if (!isBackTested(rule.condition.kind)) {
    return { opened: 0, inPlannedTime: 0, late: 0, perDay: 0, list: [], withoutPast: true }
  }
  const window = { from: period.from, to: new Date(to) }
  const own = await ruleMachines(deps, scope, rule, machines)
  const question = { rule, machines: own, period: window, present }
  const inTime = await machinesAddedAt(deps.management, scope)
  const openings = await pastOpenings(deps, scope, { ...question, inTime })
  const facts = alertFacts(deps, { scope, machines: own, period: window, present })
  const [unplanned, zone] = [await facts.unplanned(), await facts.zone()]
  const isPlanned = ({ machineId, openedAt }: Opening) =>
    !(unplanned.get(machineId) ?? []).some((span) => span.from <= openedAt && openedAt < span.to)
  const opened = openings.filter(({ late }) => !late)
  const days = Map.groupBy(opened, ({ openedAt }) => localDate(new Date(openedAt), zone))
  const serialOf = new Map(own.map(({ id, serialNo }) => [id, serialNo]))
  return {
    opened: opened.length,
    inPlannedTime: opened.filter(isPlanned).length,
    late: openings.length - opened.length,
    perDay: Math.max(0, ...[...days.values()].map((day) => day.length)),
    list: openings
      .toSorted((a, b) => b.openedAt - a.openedAt || a.machineId - b.machineId)
      .slice(0, mostListed)
      .map((opening) => ({
        machineId: serialOf.get(opening.machineId) ?? null,
        openedAt: new Date(opening.openedAt),
        clearedAt: opening.endedAt === null ? null : new Date(opening.endedAt),
        inPlannedTime: isPlanned(opening),
        late: opening.late,
        cause: opening.cause,
        causeGroup: opening.causeGroup,
      })),
    withoutPast: false,
  }
}
