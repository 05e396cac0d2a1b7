import type { LineAnswer } from './attributeStops.ts'
import type { Flow } from './flow.ts'
import { machineKinds, type Span } from './stationTimes.ts'

/** How much of the time of a line one station limited it. */
export type StationLimit = {
  /** Its place in the flow, from 0. */
  readonly station: number
  /** A machine of it was the root of a stop, its own among them; ms. */
  readonly rootMs: number
  /** It ran while a neighbour stood that waited for it; ms. */
  readonly limitingMs: number
}

/**
 * Which station limited a line in a window. A neighbour waits for a station that runs where its stop is external and no station was down
 * on that side. `lineMs`: the time in which any machine of the flow ran or stood.
 */
export function stationLimits(
  answer: LineAnswer,
  flow: Flow<number>,
  window: Span,
): { readonly lineMs: number; readonly stations: StationLimit[] } {
  const stationOf = new Map(
    flow.flatMap(({ machines }, index) => machines.map((id) => [id, index] as const)),
  )
  const roots: Span[][] = flow.map(() => [])
  const limits: Span[][] = flow.map(() => [])
  const active: Span[] = []
  for (const machineId of stationOf.keys()) {
    let at = window.from
    for (const { kind, stop, from: begin, to: end } of answer.piecesOf(machineId)) {
      const [from, to] = [Math.max(begin, window.from), Math.min(end, window.to)]
      if (from >= to) continue
      if (from > at) active.push({ from: at, to: from })
      at = to
      if (kind !== machineKinds.stood) continue
      active.push({ from, to })
      const attribution = stop && answer.attributions.get(stop)
      if (stop === undefined || attribution === undefined) continue
      if (attribution.kind === 'withheld') {
        if (attribution.why !== 'noStationDown') continue
        const own = stationOf.get(machineId) ?? 0
        if (stop.waits !== 'up') limits[own + 1]?.push({ from, to })
        if (stop.waits !== 'down') limits[own - 1]?.push({ from, to })
      } else {
        const root = attribution.kind === 'own' ? machineId : attribution.rootMachineId
        roots[stationOf.get(root ?? 0) ?? -1]?.push({ from, to })
      }
    }
    if (at < window.to) active.push({ from: at, to: window.to })
  }
  return {
    lineMs: lengthOf(active),
    stations: flow.map((_, station) => {
      const rootMs = lengthOf(roots[station] ?? [])
      const both = lengthOf([...(roots[station] ?? []), ...(limits[station] ?? [])])
      return { station, rootMs, limitingMs: both - rootMs }
    }),
  }
}

/** Overlapping times count once. */
function lengthOf(spans: readonly Span[]): number {
  let [sum, reach] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, reach))
    reach = Math.max(reach, to)
  }
  return sum
}
