import type { ClientMachine, ClientSettings } from '@packboard/management'
import { datedSpans, type Period, type PlanSpan, type TimeSpan } from '@packboard/model'

const minuteMs = 60_000

/** Where a machine stood in a window, in order; mostly one line (D98). */
export function linesIn(
  settings: Pick<ClientSettings, 'lineName' | 'lineEdges'>,
  { id, lineName }: Pick<ClientMachine, 'id' | 'lineName'>,
  period: Period,
): { readonly lineName: string; readonly from: number; readonly to: number }[] {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const starts = [from, ...settings.lineEdges(id, period)]
  return starts.map((start, index) => ({
    lineName: settings.lineName(id, start) ?? lineName,
    from: start,
    to: starts[index + 1] ?? to,
  }))
}

/** The part of a plan in which a machine stood in a line; the plan covers whole minutes, a window may begin inside one. */
export function within(
  list: readonly PlanSpan[],
  { from, to }: { from: number; to: number },
): PlanSpan[] {
  const [begin, end] = [Math.floor(from / minuteMs) * minuteMs, Math.ceil(to / minuteMs) * minuteMs]
  return list
    .map((span) => ({ ...span, from: Math.max(begin, span.from), to: Math.min(end, span.to) }))
    .filter((span) => span.from < span.to)
}

/** Divides the time of machines where another setting begins; machines with one plan and the same settings still share a list. */
export function divideBySettings(
  spans: Map<number, readonly TimeSpan[]>,
  machineIds: readonly number[],
  period: Period,
  settings: ClientSettings,
): void {
  const shared = new Map<readonly TimeSpan[], Map<string, readonly TimeSpan[]>>()
  const end = Math.ceil(period.to.getTime() / minuteMs) * minuteMs
  for (const machineId of machineIds) {
    const edges = settings.edges(machineId, period)
    if (edges.length === 0) continue
    const list = spans.get(machineId) ?? noSpans
    const known = shared.get(list) ?? new Map<string, readonly TimeSpan[]>()
    shared.set(list, known)
    const key = edges.join()
    const divided = known.get(key) ?? datedSpans(list, edges, end)
    known.set(key, divided)
    spans.set(machineId, divided)
  }
}

const noSpans: readonly TimeSpan[] = []
