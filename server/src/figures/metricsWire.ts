import type { Metrics } from '@packboard/contract'
import {
  closedSeconds,
  notPlannedSeconds,
  notRunUnder,
  notScheduledSeconds,
  plannedSeconds,
} from '@packboard/model'
import type { MetricFigures, MovedBy } from './metricsOf.ts'

/** What moved a figure, in the words of the wire. */
export const movedByWire = ({ labels, people, plan, modes }: MovedBy) => ({
  ...{ labels, plan, modes },
  people: [...people],
})

/** What was applied to the past, in the words of the wire: a hold limit in seconds. */
export const pastChangesWire = (changes: NonNullable<MetricFigures['asEntered']>['changes']) =>
  changes.map(({ id: _, value, from, ...change }) => ({
    ...change,
    from: new Date(from),
    value: change.kind === 'holdLimit' && typeof value === 'number' ? value / 1_000 : value,
  }))

/** The metric cards in the words of the specification, with the parts of OEEE beside them (D25). */
export function metricsWire(figures: MetricFigures): Metrics {
  const { packs, packsAfterGap, packsNotPlanned, rejects, time, windowSeconds, oee } = figures
  const { restated, recovered, asEntered } = figures
  const [labelSeconds, modeSeconds] = [notRunUnder(time, 'label'), notRunUnder(time, 'mode')]
  return {
    'Packs Produced': packs,
    packsAfterGap,
    ...(packsNotPlanned > 0 && { packsNotPlanned }),
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
        ...(labelSeconds > 0 && { labelSeconds }),
        ...(modeSeconds > 0 && { modeSeconds }),
      },
    }),
    ...(restated && {
      restatement: {
        OEEE: restated.before.oee,
        machineOeee: restated.before.machineOee,
        availability: restated.before.availability,
        coverage: restated.before.coverage,
        plannedSeconds: restated.plannedSeconds,
        ...movedByWire(restated),
      },
    }),
    ...(asEntered && {
      settingChanges: {
        ...(asEntered.before && {
          OEEE: asEntered.before.oee,
          machineOeee: asEntered.before.machineOee,
        }),
        changes: pastChangesWire(asEntered.changes),
      },
    }),
  }
}
