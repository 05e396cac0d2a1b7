import type { Metrics } from '@packboard/contract'
import {
  closedSeconds,
  notPlannedSeconds,
  notScheduledSeconds,
  plannedSeconds,
} from '@packboard/model'
import type { MetricFigures } from './metricsOf.ts'

/** The metric cards in the words of the specification, with the parts of OEEE beside them (D25). */
export function metricsWire(figures: MetricFigures): Metrics {
  const { packs, packsAfterGap, rejects, time, windowSeconds, oee, recovered } = figures
  return {
    'Packs Produced': packs,
    packsAfterGap,
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
    ...(recovered && { recovered }),
    ...(time.unplanned && {
      plan: {
        plannedSeconds: plannedSeconds(time),
        notPlannedSeconds: notPlannedSeconds(time),
        closedSeconds: closedSeconds(time),
        notScheduledSeconds: notScheduledSeconds(time),
      },
    }),
  }
}
