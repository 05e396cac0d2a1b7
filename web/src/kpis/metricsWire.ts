import type { Metrics as WireMetrics } from '@packboard/contract'
import type { Metrics } from './metrics.ts'

/** The totals in our terms. */
export function readMetrics(wire: WireMetrics): Metrics {
  return {
    packs: wire['Packs Produced'],
    packsAfterGap: wire.packsAfterGap,
    idle: wire['Idle Time Total'],
    run: wire['Run Time Total'],
    oeee: wire.OEEE,
    availability: wire.availability,
    performance: wire.performance,
    quality: wire.quality,
    machineOeee: wire.machineOeee,
    coverage: wire.coverage,
    lowCoverage: wire.lowCoverage,
    targetTooLow: wire.targetTooLow,
    targetSource: wire.targetSource,
    qualityBasis: wire.qualityBasis,
    windowSeconds: wire.windowSeconds,
    recovered: wire.recovered ?? null,
  }
}
