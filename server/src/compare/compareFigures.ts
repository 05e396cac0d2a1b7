import type { CompareFigures } from '@packboard/contract'
import type { TotalBy } from '@packboard/telemetry/read'
import { secondsOf, stopPieces } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import { type metricDimensions, metricsOf, type TargetOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import type { FigureBasis } from '../figures/readBasis.ts'
import type { StopDetails } from './stopDetails.ts'

export type CompareTotal = TotalBy<
  (typeof metricDimensions)[number] | 'tool' | 'causeGroup' | 'user'
>

/** The figures of one row, by the functions that give each of them to its own page. */
export function compareFigures(
  basis: FigureBasis<CompareTotal>,
  targetOf: TargetOf,
  details: StopDetails,
): CompareFigures {
  const figures = metricsOf(basis, targetOf)
  const stood = stopPieces(basis.contexts)
  const stopSeconds = secondsOf(stood)
  const stops = stood.reduce((sum, one) => sum + one.stops, 0)
  return {
    metrics: metricsWire(figures),
    stopSeconds,
    stops,
    mtbfSeconds: stops > 0 ? figures.time.run / stops : null,
    mttrSeconds: stops > 0 ? stopSeconds / stops : null,
    lostPacks: lostPacks(stood, targetOf),
    ...details,
  }
}
