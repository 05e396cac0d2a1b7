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
  const { unplanned, faults, ...counts } = details
  const { run } = figures.time
  return {
    metrics: metricsWire(figures),
    stopSeconds: secondsOf(stood),
    stops: stood.reduce((sum, one) => sum + one.stops, 0),
    unplannedStops: unplanned?.stops ?? null,
    betweenStopsSeconds: each(run, unplanned),
    meanStopSeconds: each(unplanned?.seconds ?? 0, unplanned),
    faults: faults?.stops ?? null,
    mtbfSeconds: each(run, faults),
    mttrSeconds: each(faults?.seconds ?? 0, faults),
    lostPacks: lostPacks(stood, targetOf),
    ...counts,
  }
}

/** Seconds by stops (D115); null where there are none, or their lengths are not known. */
const each = (seconds: number, counted: { readonly stops: number } | null) =>
  counted === null || counted.stops === 0 ? null : seconds / counted.stops
