import type { Metrics as WireMetrics } from '@packboard/contract'
import type { Moved } from './MovedLine.tsx'
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
    moved: oeeeMoved(wire),
    recovered: wire.recovered ?? null,
  }
}

/** OEEE without plan, stop reasons and unit modes, and with them (D75); null where these moved nothing. */
export function oeeeMoved({ OEEE: after, restatement }: WireMetrics): Moved | null {
  if (restatement === undefined) return null
  const { OEEE: before, labels, people, plan, modes } = restatement
  return { before, after, labels, people, plan, modes }
}
