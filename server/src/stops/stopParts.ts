import type { LastConfirmed, StoredLabel } from '@packboard/management'
import {
  type ClientScope,
  labelledParts,
  type Period,
  type PlannedPart,
  plannedParts,
  type Reason,
} from '@packboard/model'
import { type MachineStop, stopBegan } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'

/** What people wrote about the machines of a window. */
export type Book = {
  readonly labels: readonly StoredLabel[]
  readonly reasons: readonly Reason[]
  readonly confirmed: readonly LastConfirmed[]
}

/** A part of a stop with its entry of the stop book. Instants are ms since 1970. */
export type StopPart = PlannedPart<StoredLabel>

type Stretch = Pick<MachineStop, 'machineId' | 'from' | 'to' | 'ranUntil'>

/**
 * The parts of stops inside a window, of each stop in order, without gap or overlap. Entries are followed from the end of the run
 * before, also over a silence after it and from before the window: so an overrun and an entry without an end are those of the
 * whole stop (D74), the same in a list and in figures.
 */
export async function stopParts(
  { telemetry }: Pick<Deps, 'telemetry'>,
  scope: ClientScope,
  period: Period,
  stops: readonly Stretch[],
  { labels, reasons }: Pick<Book, 'labels' | 'reasons'>,
): Promise<StopPart[][]> {
  const labelsOf = Map.groupBy(labels, ({ machineId }) => machineId)
  const reasonOf = new Map(reasons.map((reason) => [reason.id, reason]))
  const start = period.from.getTime()
  const began = new Map<number, number>()
  for (const { machineId, ranUntil } of stops) {
    if (ranUntil !== null || began.has(machineId)) continue
    const earlier = (labelsOf.get(machineId) ?? []).filter(({ from }) => from < start)
    if (earlier.length === 0) continue
    const first = earlier.reduce((least, { from }) => Math.min(least, from), start)
    began.set(machineId, (await stopBegan(telemetry, scope, { machineId, at: start })) ?? first)
  }
  return stops.map((stop) => {
    const [from, to] = [stop.from.getTime(), stop.to.getTime()]
    const begin = stop.ranUntil?.getTime() ?? began.get(stop.machineId) ?? start
    const parts = labelledParts(
      { from: Math.min(begin, from), to },
      labelsOf.get(stop.machineId) ?? [],
    )
    return plannedParts(parts, (id) => reasonOf.get(id)).flatMap((part) => clipped(part, from))
  })
}

function clipped(part: StopPart, from: number): StopPart[] {
  if (part.to <= from) return []
  const { overrunAt } = part
  return [
    {
      ...part,
      from: Math.max(part.from, from),
      overrunAt: overrunAt === null ? null : Math.max(overrunAt, from),
    },
  ]
}
