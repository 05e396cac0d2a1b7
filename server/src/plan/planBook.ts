import {
  type ClientMachine,
  type ClientPlan,
  type Management,
  planOfClient,
  planStamp,
} from '@packboard/management'
import {
  type ClientScope,
  isEmptyPeriod,
  type Period,
  type PlanSpan,
  plannedSpans,
  planOfLine,
  shownName,
  timeSpans,
  type UnplannedKind,
} from '@packboard/model'
import type { UnplannedSpans } from '@packboard/telemetry/read'
import { type CountedModes, countedModes } from './countedModes.ts'
import { labelledTime, labelsInForce } from './labelledTime.ts'
import type { PlanStores } from './planStores.ts'

/** A stretch of closed time, in ms. */
export type ClosedSpan = { readonly from: number; readonly to: number }

/** Ms of each kind of the plan, of all machines together. */
export type UnplannedMs = Readonly<Record<UnplannedKind, number>>

/** What the plans of machines say of a window, without labels and modes (D72). */
export type Schedule = {
  /** The breaks and the closed time of each machine, whole minutes that cover the window. */
  readonly spans: UnplannedSpans
  /** How much of a part of the window lies in them. */
  msOf(machines: readonly { readonly id: number }[], period: Period): UnplannedMs
  /** The closed time of one machine inside the window. */
  closedOf(machineId: number): ClosedSpan[]
}

/** What figures of a window are judged by: labels before modes before the plans of machines (D73). */
export type PlannedWindow = Pick<Schedule, 'msOf'> & {
  /** What takes time of each machine out, or gives it back, to the ms. */
  readonly spans: UnplannedSpans
  /** Who wrote an entry of the stop book that decides in a span; null when the account is gone, `hiddenName` where the caller may not read it. */
  authorOf(label: number): string | null
}

type Machines = readonly Pick<ClientMachine, 'id' | 'lineName'>[]

/** The plans of all clients, and what people and machines say besides. */
export type PlanBook = {
  /** The plan alone: what is closed. undefined where it has no break and no closed time in the window. */
  schedule(scope: ClientScope, machines: Machines, period: Period): Promise<Schedule | undefined>
  /** The times in another unit mode than production that leave planned time, with their modes; a machine without one is absent. */
  modes(
    scope: ClientScope,
    machines: readonly { readonly id: number }[],
    period: Period,
  ): Promise<CountedModes>
  /** undefined where nothing takes time out of the window: its figures are then read as if there were no plans and labels. */
  window(
    scope: ClientScope,
    machines: Machines,
    period: Period,
    /** By when the records had been received that say the unit mode and how long a label holds; without it all of them. */
    receivedUntil?: Date,
  ): Promise<PlannedWindow | undefined>
}

/** Gives the times of machines in another unit mode than production that leave planned time; a machine without one is absent. */
export type ModeSource = (
  scope: ClientScope,
  machineIds: readonly number[],
  period: Period,
  plan: ClientPlan | undefined,
  receivedUntil?: Date,
) => Promise<CountedModes>

/** How many plans are kept; one of 200 weeks is some 100 kB. */
const mostKept = 200
const minuteMs = 60_000

/** Reads a plan when it is first needed and again after it, a line or the zone was changed; a short query says whether it was. */
export function planBook(
  stores: PlanStores,
  modeSpans: ModeSource = countedModes(stores.telemetry),
): PlanBook {
  const planNow = keptPlans(stores.management)

  async function schedule(scope: ClientScope, machines: Machines, period: Period) {
    if (isEmptyPeriod(period) || machines.length === 0) return undefined
    const plan = await planNow(scope)
    return plan && scheduleIn(plan, machines, period)
  }

  return {
    schedule,
    async modes(scope, machines, period) {
      if (isEmptyPeriod(period) || machines.length === 0) return new Map()
      const machineIds = machines.map(({ id }) => id)
      return modeSpans(scope, machineIds, period, await planNow(scope))
    },
    async window(scope, machines, period, receivedUntil) {
      if (isEmptyPeriod(period) || machines.length === 0) return undefined
      const machineIds = machines.map(({ id }) => id)
      const plan = planNow(scope)
      const [planned, modes, labels] = await Promise.all([
        plan.then((known) => known && scheduleIn(known, machines, period)),
        plan.then((known) => modeSpans(scope, machineIds, period, known, receivedUntil)),
        labelsInForce(stores.management, scope, machineIds, period),
      ])
      const labelled = await labelledTime(stores, scope, {
        ...{ labels, period, receivedUntil },
        givesBack: (machineId) => planned?.spansOf(machineId) !== undefined || modes.has(machineId),
      })
      const spans = new Map(planned?.spans)
      for (const machineId of new Set([...modes.keys(), ...labelled.keys()])) {
        const own = timeSpans({
          plan: planned?.spansOf(machineId) ?? [],
          modes: modes.get(machineId) ?? [],
          labels: labelled.get(machineId) ?? [],
        }).filter(({ from, to }) => from < period.to.getTime() && to > period.from.getTime())
        if (own.length > 0) spans.set(machineId, own)
      }
      if (spans.size === 0) return undefined
      const authors = new Map(labels.map(({ id, by }) => [id, by]))
      return {
        spans,
        msOf: planned?.msOf ?? (() => ({ break: 0, closed: 0 })),
        authorOf: (label) => shownName(scope, authors.get(label) ?? null),
      }
    },
  }
}

function keptPlans(management: Management) {
  const kept = new Map<number, { readonly stamp: string; readonly plan: ClientPlan }>()
  return async (scope: ClientScope): Promise<ClientPlan | undefined> => {
    const { clientId } = scope
    const stamp = await planStamp(management, scope)
    const known = kept.get(clientId)
    kept.delete(clientId)
    if (stamp === undefined) return undefined
    // The stamp was read first: a plan that was changed since then is read again next time.
    const plan = known?.stamp === stamp ? known.plan : await planOfClient(management, scope)
    if (plan === undefined) return undefined
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
    kept.set(clientId, { stamp, plan })
    return plan
  }
}

/** What a plan says of a window; machines of lines without a week of their own share one list. */
function scheduleIn(
  plan: ClientPlan,
  machines: Machines,
  period: Period,
): (Schedule & { spansOf(machineId: number): readonly PlanSpan[] | undefined }) | undefined {
  const withOwn = new Set([...plan.weeks, ...plan.exceptions].map(({ line }) => line))
  const lists = new Map<string | null, readonly PlanSpan[]>()
  const listOf = (line: string | null): readonly PlanSpan[] => {
    const known = lists.get(line)
    if (known !== undefined) return known
    const list = unplanned(plan, line, period)
    lists.set(line, list)
    return list
  }
  const own = new Map<number, readonly PlanSpan[]>()
  for (const { id, lineName } of machines) {
    const list = listOf(withOwn.has(lineName) ? lineName : null)
    if (list.length > 0) own.set(id, list)
  }
  if (own.size === 0) return undefined
  const from = period.from.getTime()
  const to = period.to.getTime()
  const marked = new Map(
    [...new Set(own.values())].map((list) => [
      list,
      timeSpans({ plan: list, modes: [], labels: [] }),
    ]),
  )
  return {
    spans: new Map([...own].map(([machineId, list]) => [machineId, marked.get(list) ?? []])),
    spansOf: (machineId) => own.get(machineId),
    msOf: (of, part) => {
      const ms = { break: 0, closed: 0 }
      for (const [list, those] of Map.groupBy(of, ({ id }) => own.get(id))) {
        const one = msIn(list ?? [], part)
        ms.break += one.break * those.length
        ms.closed += one.closed * those.length
      }
      return ms
    },
    closedOf: (machineId) =>
      (own.get(machineId) ?? [])
        .filter(({ kind }) => kind === 'closed')
        .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
        .filter((span) => span.from < span.to),
  }
}

function unplanned(plan: ClientPlan, line: string | null, { from, to }: Period): PlanSpan[] {
  const begin = Math.floor(from.getTime() / minuteMs) * minuteMs
  const end = Math.ceil(to.getTime() / minuteMs) * minuteMs
  return plannedSpans(planOfLine(plan, line), begin, end, plan.zone).flatMap((span) => {
    const { kind } = span
    return kind === 'break' || kind === 'closed' ? [{ ...span, kind }] : []
  })
}

function msIn(list: readonly PlanSpan[], { from, to }: Period): UnplannedMs {
  const ms = { break: 0, closed: 0 }
  for (const span of list) {
    const length = Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime())
    if (length > 0) ms[span.kind] += length
  }
  return ms
}
