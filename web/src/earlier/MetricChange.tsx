import { DeltaLine } from '../compare/DeltaLine.tsx'
import type { ComparedMetric, Metrics } from '../kpis/metrics.ts'
import { metricDelta, unitOf } from './metricDelta.ts'

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
