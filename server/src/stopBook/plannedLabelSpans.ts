import { labelsOfMachines, plainReasons } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import { stops } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import { stopParts } from './stopParts.ts'

/** Time of a machine that a person gave a reason to (D73). Instants are ms since 1970. */
export type LabelSpan = {
  readonly machineId: number
  readonly from: number
  readonly to: number
  readonly reason: string
  /** Whether the reason is planned and not overrun here. */
  readonly planned: boolean
}

/**
 * The labelled time of machines in a window, machine by machine in order, without overlap; each span lies in one stop. Stops are
 * only read of machines that have a label there, so that a client without a stop book pays one query for it.
 */
export async function plannedLabelSpans(
  deps: Pick<Deps, 'telemetry' | 'management'>,
  scope: ClientScope,
  machineIds: readonly number[],
  period: Period,
): Promise<LabelSpan[]> {
  const labels = await labelsOfMachines(deps.management, scope, { machineIds, ...period })
  const labelled = [...new Set(labels.map(({ machineId }) => machineId))].sort((a, b) => a - b)
  if (labelled.length === 0) return []
  const [reasons, found] = await Promise.all([
    plainReasons(deps.management, scope),
    stops(deps.telemetry, scope, { machineIds: labelled, period, filter: {} }),
  ])
  const parts = await stopParts(deps, scope, period, found, { labels, reasons })
  const spans = found.flatMap(({ machineId }, index) =>
    (parts[index] ?? []).flatMap(({ from, to, label, planned, overrunAt }): LabelSpan[] => {
      const reason = label?.reason ?? null
      if (reason === null || planned === null) return []
      const ends = planned ? (overrunAt ?? to) : from
      return [
        { machineId, from, to: ends, reason, planned: true },
        { machineId, from: ends, to, reason, planned: false },
      ].filter((span) => span.from < span.to)
    }),
  )
  return spans.sort((a, b) => a.machineId - b.machineId || a.from - b.from)
}
