import { changeOf, type Delta, doubtOf } from '../compare/columns.ts'
import { DeltaLine } from '../compare/DeltaLine.tsx'
import type { ComparedMetric, Metrics } from '../kpis/metrics.ts'

/** The change of a figure of the cards. */
export function MetricChange({
  metric,
  now,
  before,
}: {
  metric: ComparedMetric
  now: Metrics
  before: Metrics | undefined
}) {
  return (
    <DeltaLine unit={unitOf(metric)} delta={before ? metricDelta(metric, now, before) : null} />
  )
}

const share = { unit: '%', better: 'more' } as const

/** The figures of the cards that are compared; idle time is better when it is less. */
const figures = {
  packs: { unit: 'n', better: 'more', ofTarget: false },
  idle: { unit: 's', better: 'less', ofTarget: false },
  run: { unit: 's', better: 'more', ofTarget: false },
  oeee: { ...share, ofTarget: true },
  availability: { ...share, ofTarget: false },
  performance: { ...share, ofTarget: true },
  quality: { ...share, ofTarget: false },
} as const satisfies Record<ComparedMetric, object>

const unitOf = (metric: ComparedMetric) => figures[metric].unit

/** A figure of the cards against the earlier window; null where one of the two is not known. */
export function metricDelta(metric: ComparedMetric, now: Metrics, before: Metrics): Delta | null {
  const { ofTarget, ...how } = figures[metric]
  const change = changeOf(how, now[metric], before[metric])
  return change && { ...change, doubt: doubtOf(now, before, ofTarget) }
}
