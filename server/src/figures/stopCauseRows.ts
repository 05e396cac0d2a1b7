import { recoveredName } from '@packboard/model'
import type { TotalBy } from '@packboard/telemetry/read'
import { byText, secondsOf, stopPieces } from './contextSums.ts'
import { lostPacks } from './lostPacks.ts'
import type { TargetOf } from './metricsOf.ts'

/** What stopped the machines first, and what that cost (D18). */
export type StopCauseRow = {
  readonly group: string
  readonly cause: string
  readonly seconds: number
  /** Stops whose first observed moment lies in the window. */
  readonly count: number
  /** Seconds × target ppm / 60; null where a product of the stop has no target. */
  readonly lostPacks: number | null
}

/** What stop causes are divided by. */
export const causeDimensions = ['machineId', 'category', 'product', 'causeGroup', 'cause'] as const
type CauseTotal = TotalBy<(typeof causeDimensions)[number]>

/** The Pareto of stop causes, longest first. Their seconds together are the observed time outside run. */
export function stopCauseRows(contexts: readonly CauseTotal[], targetOf: TargetOf): StopCauseRow[] {
  const causes = Map.groupBy(stopPieces(contexts), ({ causeGroup, cause }) =>
    JSON.stringify([causeGroup, cause]),
  )
  return [...causes.values()]
    .flatMap((pieces): StopCauseRow[] => {
      const [first] = pieces
      if (first === undefined) return []
      return [
        {
          group: first.causeGroup,
          // Only what was recovered of gaps belongs to no stop (D71).
          cause: first.cause || recoveredName,
          seconds: secondsOf(pieces),
          count: pieces.reduce((sum, { stops }) => sum + stops, 0),
          lostPacks: lostPacks(pieces, targetOf),
        },
      ]
    })
    .filter(({ seconds, count }) => seconds > 0 || count > 0)
    .sort(
      (a, b) =>
        b.seconds - a.seconds ||
        b.count - a.count ||
        byText(a.group, b.group) ||
        byText(a.cause, b.cause),
    )
}
