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
  plannedSpans,
  planOfLine,
  type UnplannedKind,
} from '@packboard/model'
import type { UnplannedSpan, UnplannedSpans } from '@packboard/telemetry/read'

/** A stretch of closed time, in ms. */
export type ClosedSpan = { readonly from: number; readonly to: number }

/** Ms of each kind, of all machines together. */
export type UnplannedMs = Readonly<Record<UnplannedKind, number>>

/** What the plans of machines take out of a window (D72). */
export type PlannedWindow = {
  /** The breaks and the closed time of each machine, whole minutes that cover the window. */
  readonly spans: UnplannedSpans
  /** How much of a part of the window lies in them. */
  msOf(machines: readonly { readonly id: number }[], period: Period): UnplannedMs
  /** The closed time of one machine inside the window. */
  closedOf(machineId: number): ClosedSpan[]
}

/** The plans of all clients. */
export type PlanBook = {
  /** undefined where no plan takes anything out of the window: its figures are then read as if there were no plans. */
  window(
    scope: ClientScope,
    machines: readonly Pick<ClientMachine, 'id' | 'lineName'>[],
    period: Period,
  ): Promise<PlannedWindow | undefined>
}

/** How many plans are kept; one of 200 weeks is some 100 kB. */
const mostKept = 200
const minuteMs = 60_000

/** Reads a plan when it is first needed and again after it, a line or the zone was changed; a short query says whether it was. */
export function planBook(management: Management): PlanBook {
  const kept = new Map<number, { readonly stamp: string; readonly plan: ClientPlan }>()

  async function planNow(scope: ClientScope): Promise<ClientPlan | undefined> {
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

  return {
    async window(scope, machines, period) {
      if (isEmptyPeriod(period) || machines.length === 0) return undefined
      const plan = await planNow(scope)
      return plan && plannedWindow(plan, machines, period)
    },
  }
}

/** The same of a plan that is known. */
export function plannedWindow(
  plan: ClientPlan,
  machines: readonly Pick<ClientMachine, 'id' | 'lineName'>[],
  period: Period,
): PlannedWindow | undefined {
  const withOwn = new Set([...plan.weeks, ...plan.exceptions].map(({ line }) => line))
  const lists = new Map<string | null, readonly UnplannedSpan[]>()
  const listOf = (line: string | null): readonly UnplannedSpan[] => {
    const known = lists.get(line)
    if (known !== undefined) return known
    const list = unplanned(plan, line, period)
    lists.set(line, list)
    return list
  }
  const spans = new Map<number, readonly UnplannedSpan[]>()
  for (const { id, lineName } of machines) {
    const list = listOf(withOwn.has(lineName) ? lineName : null)
    if (list.length > 0) spans.set(id, list)
  }
  if (spans.size === 0) return undefined
  const from = period.from.getTime()
  const to = period.to.getTime()
  return {
    spans,
    msOf: (of, part) => {
      const ms = { break: 0, closed: 0 }
      for (const [list, own] of Map.groupBy(of, ({ id }) => spans.get(id))) {
        const one = msIn(list ?? [], part)
        ms.break += one.break * own.length
        ms.closed += one.closed * own.length
      }
      return ms
    },
    closedOf: (machineId) =>
      (spans.get(machineId) ?? [])
        .filter(({ kind }) => kind === 'closed')
        .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
        .filter((span) => span.from < span.to),
  }
}

function unplanned(plan: ClientPlan, line: string | null, { from, to }: Period): UnplannedSpan[] {
  const begin = Math.floor(from.getTime() / minuteMs) * minuteMs
  const end = Math.ceil(to.getTime() / minuteMs) * minuteMs
  return plannedSpans(planOfLine(plan, line), begin, end, plan.zone).flatMap((span) => {
    const { kind } = span
    return kind === 'break' || kind === 'closed' ? [{ ...span, kind }] : []
  })
}

function msIn(list: readonly UnplannedSpan[], { from, to }: Period): UnplannedMs {
  const ms = { break: 0, closed: 0 }
  for (const span of list) {
    const length = Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime())
    if (length > 0) ms[span.kind] += length
  }
  return ms
}
