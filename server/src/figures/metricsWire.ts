import type { Metrics } from '@packboard/contract'
import type { MetricFigures } from './metricsOf.ts'

/** The metric cards in the words of the specification, with the parts of OEEE beside them (D25). */
export function metricsWire({ packs, rejects, time, windowSeconds, oee }: MetricFigures): Metrics {
  return {
    'Packs Produced': packs,
    'Idle Time Total': time.idle,
    'Run Time Total': time.run,
    OEEE: oee.oee,
    availability: oee.availability,
    performance: oee.performance,
    quality: oee.quality,
    machineOeee: oee.machineOee,
    coverage: oee.coverage,
    qualityBasis: oee.qualityBasis,
    targetSource: oee.targetSource,
    lowCoverage: oee.lowCoverage,
    targetTooLow: oee.targetTooLow,
    rejects,
    alarmSeconds: time.alarm,
    ancillarySeconds: time.ancillary,
    unknownSeconds: time.unknown,
    externalSeconds: time.external,
    offlineSeconds: time.offline,
    windowSeconds,
  }
}
