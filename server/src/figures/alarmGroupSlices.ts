import type { TotalBy } from '@packboard/telemetry/read'
import { byText, secondsOf } from './contextSums.ts'
import { stopPieces } from './stopPieces.ts'

/** Alarms of one group: how many were raised, and how long the stops lasted that they caused. */
export type AlarmGroupSlice = {
  readonly group: string
  readonly count: number
  readonly seconds: number
}

/**
 * The Alarms pie (D26): a group is listed when an alarm of it was raised or a stop caused by it stood in the window.
 */
export function alarmGroupSlices(
  contexts: readonly TotalBy<'category' | 'causeGroup'>[],
  counts: readonly { readonly group: string; readonly count: number }[],
): AlarmGroupSlice[] {
  const countOf = new Map(counts.map(({ group, count }) => [group, count]))
  // A stop without an alarm has no group.
  const caused = stopPieces(contexts).filter(({ causeGroup }) => causeGroup !== '')
  const piecesOf = Map.groupBy(caused, ({ causeGroup }) => causeGroup)
  return [...new Set([...countOf.keys(), ...piecesOf.keys()])]
    .map((group) => ({
      group,
      count: countOf.get(group) ?? 0,
      seconds: secondsOf(piecesOf.get(group) ?? []),
    }))
    .filter(({ count, seconds }) => count > 0 || seconds > 0)
    .sort((a, b) => b.count - a.count || b.seconds - a.seconds || byText(a.group, b.group))
}
